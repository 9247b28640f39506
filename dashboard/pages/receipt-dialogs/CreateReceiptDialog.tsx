import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '#/contract/errors.ts'
import type { Order } from '#/contract/orders.ts'
import { advanceOf, toCandidate } from '#/contract/receipt-candidate.ts'
import { whyNotReceipt } from '#/contract/receipt-refusals.ts'
import { isPaidFor } from '#/contract/receipt-words.ts'
import { receiptSums } from '#/contract/receipt-sums.ts'
import { ApiError, isRefusal, sentenceFor } from '../../api/api-error.ts'
import { cashRegistersQuery } from '../../api/cash-registers.ts'
import { createReceipt } from '../../api/receipts.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { CancelledNotice } from './CancelledNotice.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { mismatchAdvice } from './mismatch-advice.ts'
import { ReceiptSummary } from './ReceiptSummary.tsx'
import { titleFor } from './title-for.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'
import { useMadeAnyway } from './use-made-anyway.ts'
import { useReceiptChange } from './use-receipt-change.ts'
import { useSeenVersion } from './use-seen-version.ts'
import { WhyNotReceipt } from './WhyNotReceipt.tsx'

interface Props {
  order: Order
  onClose: () => void
  /** Leads to the fields of the order; without it a link does. */
  onEdit?: () => void
}

/** Shows what will be fiscalized and asks once: however often it is pressed, it is the wish made when the dialog opened. */
export function CreateReceiptDialog({ order, onClose, onEdit }: Props) {
  const keyFor = useIdempotencyKey()
  const withSeenVersion = useSeenVersion(order)
  const registers = useQuery(cashRegistersQuery).data?.items
  const prepaid = advanceOf(order)
  const leave = (words: string) => {
    toast(words)
    onClose()
  }
  const create = useReceiptChange(
    order.id,
    () =>
      withSeenVersion((version) => {
        const request = { order_id: order.id, version }
        return createReceipt(keyFor(request), request)
      }),
    () => leave(`Чек за замовлення №\u00a0${order.number} у черзі.`),
  )
  useMadeAnyway(order, create.error, () => leave(`Чек за замовлення №\u00a0${order.number} таки створюється.`))
  // While it is being made, the stream may already announce it: that is no reason against itself.
  const known = create.isPending ? null : whyNotReceipt(toCandidate(order, registers), prepaid)
  // Asking again would be refused again: what is to be decided is whose the document is.
  const hasDocument = isRefusal(create.error, 'receipt.document_exists')
  const confirm = known === null && !hasDocument ? create.run : undefined
  useShortcuts('Створення чека', confirm ? [{ code: 'Enter', label: 'створити чек', run: confirm }] : [])

  const refusal = known
    ? { code: known.code, detail: sentenceOf(known.code, known.params) }
    : create.error && {
        code: create.error instanceof ApiError ? create.error.code : '',
        detail: sentenceFor(create.error),
        ...(create.error instanceof ApiError && { params: create.error.params }),
      }
  const [asked, { control }] = [order.parcel?.cod_amount ?? 0, receiptSums(order, prepaid)]
  const sums = { asked, control, advice: mismatchAdvice(control, asked) }

  return (
    <Dialog
      title={titleFor('Створити чек', order)}
      onClose={onClose}
      footer={
        <DialogButtons
          action={confirm ? { label: 'Створити чек', busy: create.isPending, does: confirm } : null}
          leave={confirm ? 'Не створювати' : 'Закрити'}
          onLeave={onClose}
        />
      }
    >
      <div className="stack">
        {refusal && <WhyNotReceipt {...refusal} orderId={order.id} sums={sums} onEdit={onEdit} onLeave={onClose} />}
        {order.crm_cancelled && known === null && <CancelledNotice />}
        <ReceiptSummary order={order} registers={registers} prepaid={prepaid} />
        {confirm && (
          <p className="soft">
            Чек буде створено в&nbsp;Checkbox.{' '}
            {isPaidFor(order.parcel)
              ? 'Посилку вже оплачено: Checkbox фіскалізує чек найближчим часом.'
              : 'Фіскальним він стане сам, щойно одержувач оплатить посилку.'}
          </p>
        )}
      </div>
    </Dialog>
  )
}
