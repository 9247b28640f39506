import { useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '#/contract/money.ts'
import type { PayoutLine } from '#/contract/payouts.ts'
import { moneyKey, settleTransfer } from '../../api/money.ts'
import { toast } from '../../ui/toast.ts'
import { whyOf } from '../../words/money-words.ts'
import { ReasonDialog } from '../receipt-dialogs/ReasonDialog.tsx'

interface Props {
  line: PayoutLine
  onClose: () => void
}

/** A person says that nothing is to be done; it holds for as long as the state of the transfer is the same. */
export function SettleDialog({ line, onClose }: Props) {
  const queries = useQueryClient()
  return (
    <ReasonDialog
      title={`Рішення щодо переказу за ТТН\u00a0…${line.ttn.slice(-4)}`}
      label="Чому нічого робити не треба"
      example="Наприклад: чек видано в магазині, гроші за нього вже враховано."
      action="Записати рішення"
      leave="Залишити відкритим"
      run={(reason) => settleTransfer(line.id, reason)}
      onDone={() => {
        void queries.invalidateQueries({ queryKey: moneyKey })
        toast('Рішення записано.')
      }}
      onClose={onClose}
    >
      Прийнято {formatMoney(line.accepted)}. {whyOf(line)} Переказ більше не вимагатиме уваги; якщо його стан зміниться,
      Касир скаже. Чеки й замовлення не зміняться.
    </ReasonDialog>
  )
}
