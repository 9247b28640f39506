import { lineSum } from './money.ts'
import type { Goods } from './orders.ts'

export interface ReceiptSums {
  /** All lines together. */
  goods: number
  /** What the order gives off as a whole: a line «Знижка» of the receipt. Negative: the goods do not reach the total. */
  discount: number
  /** What the buyer pays on delivery. */
  control: number
}

/** Σ lines − discount = total = prepaid + control, in kopiykas. */
export function receiptSums(order: { goods: readonly Goods[]; total: number }, prepaid = 0): ReceiptSums {
  const goods = order.goods.reduce((sum, line) => sum + lineSum(line), 0)
  return { goods, discount: goods - order.total, control: order.total - prepaid }
}
