import { lineSum } from '#/contract/money.ts'
import type { Goods, Order } from '#/contract/orders.ts'
import { receiptSums, type ReceiptSums } from '#/contract/receipt-sums.ts'

/** What a person can do about sums that disagree. Nothing of it is done by itself. */
export type Remedy =
  /** The difference was paid in advance: a receipt of its own for that, and the sale keeps its whole sum. */
  | { kind: 'prepay'; amount: number }
  /** `discount`: what the order will then give off as a whole. */
  | { kind: 'set_total'; total: number; discount: number }
  /** `by`: how much the goods must grow (or, negative, shrink) to meet the payment control. */
  | { kind: 'edit_goods'; by: number }
  | { kind: 'drop_line'; line: number }
  | { kind: 'price_one_kopiyka'; line: number }

export interface SumCheck extends ReceiptSums {
  prepaid: number
  /** The payment control of the waybill; null: there is none, or the carrier has not answered yet. */
  asked: number | null
  /** What the buyer pays minus what the waybill asks for. */
  difference: number
  /** Places of lines that come to nothing: no receipt takes them. */
  empty_lines: number[]
  /** The receipt would be refused for its sums. */
  fails: boolean
  remedies: Remedy[]
}

interface Checked {
  order: { goods: readonly Goods[]; total: number }
  parcel: Pick<NonNullable<Order['parcel']>, 'cod_kind' | 'cod_amount'> | null
  prepaid?: number
}

/** The goods against the order's total, and what the buyer pays against the payment control, to the kopiyka. */
export function checkSums({ order, parcel, prepaid = 0 }: Checked): SumCheck {
  const sums = receiptSums(order, prepaid)
  const asked = parcel?.cod_kind === 'payment_control' ? (parcel.cod_amount ?? null) : null
  const difference = asked === null ? 0 : sums.control - asked
  const empty_lines = order.goods.flatMap((line, place) => (line.price <= 0 || lineSum(line) <= 0 ? [place] : []))
  const fails = sums.discount < 0 || difference !== 0 || empty_lines.length > 0 || order.goods.length === 0
  const target = asked === null ? null : asked + prepaid
  // Before any discount: given off where money was taken, it would state the sale below what was paid for it.
  const isPayable = prepaid === 0 && difference > 0 && difference < order.total
  const isOnlyThat = sums.discount >= 0 && empty_lines.length === 0
  const remedies: Remedy[] = isPayable && isOnlyThat ? [{ kind: 'prepay', amount: difference }] : []
  if (fails) remedies.push(...remediesFor(order, sums.goods, target, empty_lines))
  return { ...sums, prepaid, asked, difference, empty_lines, fails, remedies }
}

function remediesFor(
  order: Checked['order'],
  goods: number,
  target: number | null,
  empty_lines: readonly number[],
): Remedy[] {
  const remedies: Remedy[] = empty_lines.flatMap((line) => {
    const isFree = (order.goods[line]?.price ?? 0) <= 0
    const drop: Remedy = { kind: 'drop_line', line }
    return isFree ? [drop, { kind: 'price_one_kopiyka', line } as const] : [drop]
  })
  // Without a payment control to go by, the goods are what there is.
  const wanted = target ?? Math.min(order.total, goods)
  if (wanted !== order.total && wanted <= goods && wanted > 0)
    remedies.push({ kind: 'set_total', total: wanted, discount: goods - wanted })
  const sumsDisagree = goods < order.total || (target !== null && target !== order.total)
  if (sumsDisagree) remedies.push({ kind: 'edit_goods', by: (target ?? order.total) - goods })
  return remedies
}
