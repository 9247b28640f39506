import type { Order } from '#/contract/orders.ts'
import { advanceOf, holds } from '#/contract/receipt-candidate.ts'
import { parseMoney } from '../../../words/parse-money.ts'
import { checkSums, type SumCheck } from './check-sums.ts'
import { plainTtn, toGoods, type OrderDraft } from './order-draft.ts'

/** A prepayment counts for as long as its receipt does, and a fiscal one also when only its rest came to nothing. */
const prepaidOf = (order: Pick<Order, 'receipt'>): number =>
  holds(order.receipt) ? (order.receipt?.prepayment?.amount ?? 0) : advanceOf(order)

export const checkOrder = (order: Order): SumCheck =>
  checkSums({ order, parcel: order.parcel, prepaid: prepaidOf(order) })

/** null: what is typed is no goods or no sum yet. With another TTN nothing is known of its payment control. */
export function checkDraft(order: Order, draft: OrderDraft): SumCheck | null {
  const goods = toGoods(draft.lines)
  const total = parseMoney(draft.total)
  if (goods === null || total === null) return null
  const parcel = plainTtn(draft.ttn) === (order.ttn ?? '') ? order.parcel : null
  return checkSums({ order: { goods, total }, parcel, prepaid: prepaidOf(order) })
}
