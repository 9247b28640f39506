import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#/contract/errors.ts'
import type { Order } from '#/contract/orders.ts'
import { toCandidate } from '#/contract/receipt-candidate.ts'
import { whyNotReceipt, type Refusal } from '#/contract/receipt-refusals.ts'
import type { PrepaymentRequest } from '#/contract/receipts.ts'
import { ApiError, sentenceFor } from '../../api/api-error.ts'
import { cashRegistersQuery } from '../../api/cash-registers.ts'
import { createPrepayment } from '../../api/receipts.ts'
import { toCopiedMoney } from '../../words/format.ts'
import { toast } from '../../ui/toast.ts'
import { readPrepayment } from './prepayment-amount.ts'
import type { Typed } from './PrepaymentFields.tsx'
import { useMadeAnyway } from './use-made-anyway.ts'
import { useReceiptChange } from './use-receipt-change.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'
import { useSeenVersion } from './use-seen-version.ts'

/** What the waybill leaves to be paid in advance; the only sum the server takes. */
const dueOf = ({ total, parcel }: Order): number => total - (parcel?.cod_amount ?? total)

const isAboutAmount = ({ code }: Refusal): boolean =>
  code === 'receipt.sum_mismatch' || code === 'receipt.prepayment_too_large'

/** A prepayment while it is being typed: what it comes to, what is in its way, and the asking. */
export function usePrepayment(order: Order, onClose: () => void) {
  const due = dueOf(order)
  const beginning: Typed = { amount: due > 0 ? toCopiedMoney(due) : '', payment: 'cashless', label: '' }
  const [typed, setTyped] = useState(beginning)
  const [tried, setTried] = useState(false)
  const keyFor = useIdempotencyKey()
  const registers = useQuery(cashRegistersQuery).data?.items
  const { amount, problem } = readPrepayment(typed.amount, order.total)
  const withSeenVersion = useSeenVersion(order)
  const leave = (words: string) => {
    toast(words)
    onClose()
  }
  const create = useReceiptChange(
    order.id,
    () =>
      withSeenVersion((version) => {
        const request = { ...toRequest(order, amount ?? 0, typed), version }
        return createPrepayment(keyFor(request), request)
      }),
    () => leave(`Передоплата й чек на залишок за замовлення №\u00a0${order.number} у черзі.`),
  )
  useMadeAnyway(order, create.error, () => leave(`Передоплата за замовлення №\u00a0${order.number} таки створюється.`))
  // While it is being made, the stream may already announce it: that is no reason against itself.
  const known = create.isPending ? null : whyNotReceipt(toCandidate(order, registers), amount ?? 0)
  const hopeless = known !== null && !isAboutAmount(known)
  const submit = () => {
    setTried(true)
    if (amount !== null && known === null) create.run()
  }
  return {
    due,
    typed,
    setTyped,
    amount,
    problem: tried || typed.amount !== '' ? problem : null,
    hopeless,
    refusal: known !== null && (hopeless || amount !== null) ? toRefusal(known) : refusalOf(create.error),
    registers,
    busy: create.isPending,
    submit,
  }
}

const toRequest = (order: Order, amount: number, { payment, label }: Typed): PrepaymentRequest => ({
  order_id: order.id,
  amount,
  payment,
  ...(label.trim() !== '' && { label: label.trim() }),
})

const toRefusal = ({ code, params }: Refusal) => ({ code, detail: sentenceOf(code, params) })

const refusalOf = (error: Error | null) =>
  error && { code: error instanceof ApiError ? error.code : '', detail: sentenceFor(error) }
