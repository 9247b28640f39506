import type { Order } from '#/contract/orders.ts'
import { isPaidFor } from '#/contract/receipt-words.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { cancelReceipt } from '../../api/receipts.ts'
import { ReceiptBadge } from '../../badges/ReceiptBadge.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { cancelPlan } from './cancel-plan.ts'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { titleFor } from './title-for.ts'
import { useReceiptChange } from './use-receipt-change.ts'

interface Props {
  order: Order
  onClose: () => void
}

const done = {
  cancelled: 'Чек скасовано.',
  asked: 'Запит на скасування прийнято. Стан чека зміниться сам.',
}

export function CancelReceiptDialog({ order, onClose }: Props) {
  const { receipt } = order
  const plan = receipt && cancelPlan(receipt, isPaidFor(order.parcel))
  const cancel = useReceiptChange(
    order.id,
    () => cancelReceipt(receipt?.id ?? ''),
    ({ state }) => {
      toast(state === 'cancelled' ? done.cancelled : done.asked)
      onClose()
    },
  )
  const confirm = plan?.possible === true ? cancel.run : undefined

  return (
    <Dialog
      title={titleFor('Скасувати чек', order)}
      onClose={onClose}
      footer={
        <DialogButtons
          action={confirm ? { label: 'Скасувати чек', busy: cancel.isPending, tone: 'danger', does: confirm } : null}
          leave={confirm ? 'Залишити чек' : 'Закрити'}
          onLeave={onClose}
        />
      }
    >
      <div className="stack">
        {cancel.error && <Notice tone="danger">{sentenceFor(cancel.error)}</Notice>}
        <p>
          Замовлення №&nbsp;{order.number}, {order.recipient.name}
        </p>
        {receipt && (
          <p>
            <ReceiptBadge receipt={receipt} isPaid={isPaidFor(order.parcel)} />
          </p>
        )}
        <p>{plan === null ? 'У цього замовлення немає чека.' : plan.happens}</p>
        {plan?.stays && <Notice tone="warn">{plan.stays}</Notice>}
      </div>
    </Dialog>
  )
}
