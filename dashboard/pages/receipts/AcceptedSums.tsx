import { Button } from '@mantine/core'
import { may } from '#/contract/permissions.ts'
import type { Receipt } from '#/contract/receipts.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { takeBackSums } from '../../api/receipts.ts'
import { formatLongDateTime } from '../../format.ts'
import { useUser } from '../../shell/user.ts'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './ReceiptPanel.module.css'
import { useReceiptChange } from './use-receipt-change.ts'

interface Props {
  receipt: Pick<Receipt, 'id' | 'order_id'>
  accepted: NonNullable<Receipt['sums_accepted']>
}

/** Says that the sums may differ, who decided so and why, and takes it back. */
export function AcceptedSums({ receipt, accepted }: Props) {
  const { role } = useUser()
  const takeBack = useReceiptChange(
    receipt.order_id,
    () => takeBackSums(receipt.id),
    () => toast('Прийняття сум скасовано.'),
  )
  return (
    <div className={classes.actions}>
      <Notice tone="quiet">
        <p>
          <b>Суми розійшлися, і це прийнято.</b> {accepted.reason}
        </p>
        <p className="soft">
          {accepted.by === null ? '' : `${accepted.by.login}, `}
          <time dateTime={accepted.at}>{formatLongDateTime(accepted.at)}</time>
        </p>
      </Notice>
      {takeBack.error && <Notice tone="danger">{sentenceFor(takeBack.error)}</Notice>}
      {may(role, 'receipt.settle') && (
        <div className={classes.buttons}>
          <Button variant="default" loading={takeBack.isPending} onClick={takeBack.run}>
            Не приймати
          </Button>
        </div>
      )}
    </div>
  )
}
