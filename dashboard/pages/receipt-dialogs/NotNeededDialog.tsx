import { useQueryClient } from '@tanstack/react-query'
import { markNotNeeded } from '../../api/orders.ts'
import { toast } from '../../ui/toast.ts'
import { putMark } from './refresh-receipt.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

interface Props {
  order: { id: string; number: string }
  onClose: () => void
}

/** Takes an order off the list of those that lack a receipt. */
export function NotNeededDialog({ order, onClose }: Props) {
  const queries = useQueryClient()
  return (
    <ReasonDialog
      title={`Чек не потрібен — замовлення №\u00a0${order.number}`}
      label="Чому чек не потрібен"
      example="Наприклад: покупець забрав замовлення в магазині, чек видано там."
      action="Позначити"
      leave="Не позначати"
      run={async (reason) => putMark(queries, await markNotNeeded(order.id, reason))}
      onDone={() => toast(`Замовлення №\u00a0${order.number} більше не чекає чека.`)}
      onClose={onClose}
    >
      Замовлення більше не вимагатиме уваги, і створити за нього чек буде не можна, доки позначку не знято.
    </ReasonDialog>
  )
}
