import { useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '#/contract/money.ts'
import type { SumTrouble } from '#/contract/receipt-alarms.ts'
import { acceptSums } from '../../api/receipts.ts'
import { toast } from '../../ui/toast.ts'
import { ReasonDialog } from '../receipt-dialogs/ReasonDialog.tsx'
import { refreshReceiptOf } from '../receipt-dialogs/refresh-receipt.ts'

interface Props {
  trouble: SumTrouble & { receipt_id: string }
  onClose: () => void
}

/** Accepts the sums that are shown, and no others. */
export function AcceptSumsDialog({ trouble, onClose }: Props) {
  const queries = useQueryClient()
  const { receipt_id, number, amount, control, fiscal } = trouble
  const seen = { ...(control !== null && { control }), ...(fiscal !== null && { fiscal }) }
  const others = [
    ...(control === null ? [] : [`контроль оплати ${formatMoney(control)}`]),
    ...(fiscal === null ? [] : [`фіскальний чек ${formatMoney(fiscal)}`]),
  ]
  return (
    <ReasonDialog
      title={`Прийняти суми — замовлення №\u00a0${number}`}
      label="Чому суми можуть бути різні"
      example="Наприклад: різницю повернули покупцеві готівкою."
      action="Прийняти суми"
      leave="Не приймати"
      run={async (reason) => refreshReceiptOf(queries, (await acceptSums(receipt_id, { reason, ...seen })).order_id)}
      onDone={() => toast(`Суми за замовленням №\u00a0${number} прийнято.`)}
      onClose={onClose}
    >
      Чек {formatMoney(amount)}, {others.join(', ')}. Саме ці суми більше не вимагатимуть уваги; якщо вони зміняться ще
      раз, Касир скаже.
    </ReasonDialog>
  )
}
