import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { sentenceOf } from '#/contract/errors.ts'
import type { Order } from '#/contract/orders.ts'
import type { PrepaymentRequest } from '#/contract/receipts.ts'
import { toCandidate } from '#/contract/receipt-candidate.ts'
import { whyNotReceipt, type Refusal } from '#/contract/receipt-refusals.ts'
import { ApiError, sentenceFor } from '../../api/api-error.ts'
import { cashRegistersQuery } from '../../api/cash-registers.ts'
import { createPrepayment } from '../../api/receipts.ts'
import { toCopiedMoney } from '../../format.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { DialogButtons } from './DialogButtons.tsx'
import { prepaymentAdvice } from './mismatch-advice.ts'
import { readPrepayment } from './prepayment-amount.ts'
import { PrepaymentFields, type Typed } from './PrepaymentFields.tsx'
import classes from './ReceiptDialogs.module.css'
import { ReceiptSummary } from './ReceiptSummary.tsx'
import { titleFor } from './title-for.ts'
import { useReceiptChange } from './use-receipt-change.ts'
import { useWishFor } from './use-wish-for.ts'
import { WhyNotReceipt } from './WhyNotReceipt.tsx'

interface Props {
  order: Order
  onClose: () => void
  onEdit?: () => void
}

/** What the waybill leaves to be paid in advance; the only sum the server takes. */
const dueOf = ({ total, parcel }: Order): number => total - (parcel?.cod_amount ?? total)

export function PrepaymentDialog({ order, onClose, onEdit }: Props) {
  const form = useId()
  const due = dueOf(order)
  const [typed, setTyped] = useState<Typed>({
    amount: due > 0 ? toCopiedMoney(due) : '',
    payment: 'cashless',
    label: '',
  })
  const [tried, setTried] = useState(false)
  const wishFor = useWishFor()
  const registers = useQuery(cashRegistersQuery).data?.items
  const { amount, problem } = readPrepayment(typed.amount, order.total)
  const known = whyNotReceipt(toCandidate(order, registers), amount ?? 0)
  const hopeless = known !== null && !isAboutAmount(known)
  const request: PrepaymentRequest = {
    order_id: order.id,
    amount: amount ?? 0,
    payment: typed.payment,
    ...(typed.label.trim() !== '' && { label: typed.label.trim() }),
  }
  const create = useReceiptChange(
    order.id,
    () => createPrepayment(wishFor(request), request),
    () => {
      toast(`Передоплата й чек на решту за замовлення №\u00a0${order.number} у черзі.`)
      onClose()
    },
  )
  const submit = () => {
    setTried(true)
    if (amount !== null && known === null) create.run()
  }
  const shown = known !== null && (hopeless || amount !== null) ? known : null
  const refusal = shown
    ? { code: shown.code, detail: sentenceOf(shown.code, shown.params) }
    : create.error && {
        code: create.error instanceof ApiError ? create.error.code : '',
        detail: sentenceFor(create.error),
      }
  const sums = { asked: order.total - due, control: order.total - (amount ?? 0), advice: prepaymentAdvice(due) }

  return (
    <Dialog
      title={titleFor('Створити передоплату', order)}
      onClose={onClose}
      footer={
        <DialogButtons
          action={hopeless ? null : { label: 'Створити передоплату', busy: create.isPending, does: { form } }}
          leave={hopeless ? 'Закрити' : 'Не створювати'}
          onLeave={onClose}
        />
      }
    >
      <div className={classes.body}>
        {!hopeless && (
          <PrepaymentFields
            form={form}
            typed={typed}
            due={due}
            problem={tried || typed.amount !== '' ? problem : null}
            onType={setTyped}
            onSubmit={submit}
          />
        )}
        {refusal && <WhyNotReceipt {...refusal} orderId={order.id} sums={sums} onEdit={onEdit} onLeave={onClose} />}
        <ReceiptSummary order={order} registers={registers} prepaid={amount ?? 0} />
        {!hopeless && <TwoDocuments />}
      </div>
    </Dialog>
  )
}

const isAboutAmount = ({ code }: Refusal): boolean =>
  code === 'receipt.sum_mismatch' || code === 'receipt.prepayment_too_large'

function TwoDocuments() {
  return (
    <div className="soft">
      <p>Буде два документи:</p>
      <ol className={classes.steps}>
        <li>чек передоплати — фіскальний одразу, для нього за&nbsp;потреби відкриється зміна;</li>
        <li>чек за ТТН на&nbsp;решту — фіскальний, щойно одержувач оплатить посилку.</li>
      </ol>
    </div>
  )
}
