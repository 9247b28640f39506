import { useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '#/contract/money.ts'
import type { Payout } from '#/contract/payouts.ts'
import { pluralize } from '#/contract/plurals.ts'
import { moneyKey, withdrawPayout } from '../../api/money.ts'
import { toast } from '../../ui/toast.ts'
import { transfers } from '../../words/money-words.ts'
import { ReasonDialog } from '../receipt-dialogs/ReasonDialog.tsx'

interface Props {
  payout: Payout
  onWithdrawn: () => void
  onClose: () => void
}

export function WithdrawDialog({ payout, onWithdrawn, onClose }: Props) {
  const queries = useQueryClient()
  const { id, number, lines, transferred } = payout
  return (
    <ReasonDialog
      title={`Вилучити реєстр №\u00a0${number}?`}
      label="Чому вилучаєте"
      example="Наприклад: завантажено реєстр іншої крамниці."
      action="Вилучити реєстр"
      tone="danger"
      leave="Залишити реєстр"
      run={(reason) => withdrawPayout(id, reason)}
      onDone={() => {
        toast(`Реєстр №\u00a0${number} вилучено.`)
        void queries.invalidateQueries({ queryKey: moneyKey })
        onWithdrawn()
      }}
      onClose={onClose}
    >
      {pluralize(lines, transfers)} на {formatMoney(transferred)} і рішення щодо них зникнуть з усіх підсумків, ніби
      реєстру не було. Чеки й замовлення не зміняться, файл можна завантажити знову, а прочитати цей реєстр — серед
      вилучених.
    </ReasonDialog>
  )
}
