import { useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '#/contract/money.ts'
import { pluralize } from '#/contract/plurals.ts'
import type { Trouble } from '#/contract/receipt-alarms.ts'
import { markNotNeeded } from '../../api/orders.ts'
import { toast } from '../../ui/toast.ts'
import { orderForms } from '../../words/counted-words.ts'
import { refreshAfter } from './refresh-after.ts'
import { ManyDialog } from './ManyDialog.tsx'

interface Props {
  troubles: readonly Trouble[]
  onDone: () => void
  onClose: () => void
}

/** Takes many orders off the list of those that lack a receipt, all for one reason. */
export function ManyNotNeededDialog({ troubles, onDone, onClose }: Props) {
  const queries = useQueryClient()
  const sum = troubles.reduce((total, { amount }) => total + amount, 0)
  const counted = pluralize(troubles.length, orderForms)
  return (
    <ManyDialog
      title={`Чек не потрібен: ${counted}`}
      why={{
        label: 'Чому чеки не потрібні',
        example: 'Наприклад: покупці забрали замовлення в магазині, чеки видано там.',
      }}
      action={`Позначити ${troubles.length}`}
      leave="Не позначати"
      items={troubles}
      act={({ order_id }, reason) => markNotNeeded(order_id, reason)}
      nameOf={({ number }) => `№\u00a0${number}`}
      onDone={(done) => {
        refreshAfter(
          queries,
          troubles.map(({ order_id }) => order_id),
        )
        if (done > 0) toast(`Позначено, що чек не потрібен: ${pluralize(done, orderForms)}.`)
        onDone()
      }}
      onClose={onClose}
    >
      {counted} на {formatMoney(sum)} більше не вимагатимуть уваги, і створити за них чеки буде не можна, доки позначку
      не знято. Причина одна для всіх. Хто й чому так вирішив, залишиться в журналі.
    </ManyDialog>
  )
}
