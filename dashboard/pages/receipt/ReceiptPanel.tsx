import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import type { Order } from '#/contract/orders.ts'
import { may } from '#/contract/permissions.ts'
import { isPaidFor } from '#/contract/receipt-words.ts'
import { receiptQuery, type OneReceipt } from '../../api/receipts.ts'
import { ReceiptBadge } from '../../badges/ReceiptBadge.tsx'
import { useUser } from '../../api/user.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { AcceptedSums } from './AcceptedSums.tsx'
import { NotNeededMark } from './NotNeededMark.tsx'
import { refreshReceiptOf } from '../receipt-dialogs/refresh-receipt.ts'
import { PrepaymentPart } from './PrepaymentPart.tsx'
import { ReceiptActions } from './ReceiptActions.tsx'
import classes from './ReceiptPanel.module.css'
import { ReceiptProblem } from './ReceiptProblem.tsx'
import { receiptStory } from './receipt-story.ts'
import { SettleReceipt } from './SettleReceipt.tsx'

// The code that draws QR codes is of no use before there is a fiscal receipt.
const FiscalReceipt = lazyWithRetry(async () => (await import('./FiscalReceipt.tsx')).FiscalReceipt)

interface Props {
  order: Order
  /** Leads to the fields of the order. */
  onEdit?: () => void
}

/** The receipt inside an open order: its state in words, what can be done about it, the fiscal link and its QR. */
export function ReceiptPanel({ order, onEdit }: Props) {
  const id = useId()
  const { role } = useUser()
  const { receipt } = order
  const details = useDetails(order)
  const isPaid = isPaidFor(order.parcel)
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id} className={classes.title}>
          Чек
        </h3>
        {receipt && <ReceiptBadge receipt={receipt} isPaid={isPaid} />}
      </div>
      {/* Read out when it changes while the order is open. */}
      <p aria-live="polite">{receipt ? receiptStory(receipt, details, isPaid) : 'Чека за це замовлення ще немає.'}</p>
      {order.receipt_not_needed && <NotNeededMark order={order} mark={order.receipt_not_needed} />}
      {receipt?.problem && <ReceiptProblem receipt={receipt} problem={receipt.problem} />}
      {receipt?.state === 'fiscalized' && <FiscalReceipt order={order} receipt={receipt} />}
      {receipt?.prepayment && <PrepaymentPart prepayment={receipt.prepayment} />}
      {receipt?.state === 'attention' && may(role, 'receipt.settle') && (
        <SettleReceipt key={receipt.id} receipt={receipt} orderId={order.id} />
      )}
      {details !== null && details.sums_accepted !== null && (
        <AcceptedSums receipt={details} accepted={details.sums_accepted} />
      )}
      <ReceiptActions order={order} onEdit={onEdit} />
    </section>
  )
}

/** What the order does not say: attempts and their times. Where the two disagree, one is old, and both are asked again. */
function useDetails(order: Order): OneReceipt | null {
  const queries = useQueryClient()
  const { receipt } = order
  const { data } = useQuery({ ...receiptQuery(receipt?.id ?? ''), enabled: receipt !== null })
  const differs = data !== undefined && data.id === receipt?.id && data.state !== receipt.state
  useEffect(() => {
    if (differs) refreshReceiptOf(queries, order.id)
  }, [differs, queries, order.id])
  return data ?? null
}
