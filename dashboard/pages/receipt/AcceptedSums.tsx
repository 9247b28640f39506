import type { Receipt } from '#/contract/receipts.ts'
import { takeBackSums } from '../../api/receipts.ts'
import { toast } from '../../ui/toast.ts'
import { SettledMark } from './SettledMark.tsx'
import { useReceiptChange } from '../receipt-dialogs/use-receipt-change.ts'

interface Props {
  receipt: Pick<Receipt, 'id' | 'order_id'>
  accepted: NonNullable<Receipt['sums_accepted']>
}

/** Says that the sums may differ, who decided so and why, and takes it back. */
export function AcceptedSums({ receipt, accepted }: Props) {
  const takeBack = useReceiptChange(
    receipt.order_id,
    () => takeBackSums(receipt.id),
    () => toast('Прийняття сум скасовано.'),
  )
  return (
    <SettledMark mark={accepted} action="Не приймати" takeBack={takeBack}>
      Суми розійшлися, і це прийнято.
    </SettledMark>
  )
}
