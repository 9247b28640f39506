import { useId } from 'react'
import type { Order } from '#/contract/orders.ts'
import { isPaidFor } from '#/contract/receipt-words.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { CancelledNotice } from './CancelledNotice.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { prepaymentAdvice } from './mismatch-advice.ts'
import { PrepaymentFields } from './PrepaymentFields.tsx'
import classes from './ReceiptDialogs.module.css'
import { ReceiptSummary } from './ReceiptSummary.tsx'
import { titleFor } from './title-for.ts'
import { usePrepayment } from './use-prepayment.ts'
import { WhyNotReceipt } from './WhyNotReceipt.tsx'

interface Props {
  order: Order
  onClose: () => void
  /** Leads to the fields of the order; without it a link does. */
  onEdit?: () => void
}

/** Asks what was paid in advance and shows what is left, as it is typed. */
export function PrepaymentDialog({ order, onClose, onEdit }: Props) {
  const form = useId()
  const { due, amount, hopeless, refusal, ...prepayment } = usePrepayment(order, onClose)
  const sums = { asked: order.total - due, control: order.total - (amount ?? 0), advice: prepaymentAdvice(due) }
  return (
    <Dialog
      title={titleFor('Створити передоплату', order)}
      onClose={onClose}
      footer={
        <DialogButtons
          action={hopeless ? null : { label: 'Створити передоплату', busy: prepayment.busy, does: { form } }}
          leave={hopeless ? 'Закрити' : 'Не створювати'}
          onLeave={onClose}
        />
      }
    >
      <div className="stack">
        {!hopeless && (
          <PrepaymentFields
            form={form}
            typed={prepayment.typed}
            due={due}
            amount={amount}
            problem={prepayment.problem}
            onType={prepayment.setTyped}
            onSubmit={prepayment.submit}
          />
        )}
        {refusal && <WhyNotReceipt {...refusal} orderId={order.id} sums={sums} onEdit={onEdit} onLeave={onClose} />}
        {order.crm_cancelled && !hopeless && <CancelledNotice />}
        <ReceiptSummary order={order} registers={prepayment.registers} prepaid={amount ?? 0} />
        {!hopeless && <TwoDocuments isPaid={isPaidFor(order.parcel)} />}
      </div>
    </Dialog>
  )
}

function TwoDocuments({ isPaid }: { isPaid: boolean }) {
  return (
    <div className="soft">
      <p>Буде два документи:</p>
      <ol className={classes.steps}>
        <li>чек передоплати — фіскальний одразу, для нього за&nbsp;потреби відкриється зміна;</li>
        <li>
          чек за ТТН на&nbsp;залишок —{' '}
          {isPaid
            ? 'посилку вже оплачено, тож Checkbox фіскалізує його найближчим часом.'
            : 'фіскальний, щойно одержувач оплатить посилку.'}
        </li>
      </ol>
    </div>
  )
}
