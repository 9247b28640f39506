import type { ErrorCode } from '#/contract/errors.ts'
import type { EditOrderRequest } from '#/contract/orders.ts'
import type { OrderContent } from '../order/rules.ts'

interface Changeable {
  deleted_at: string | null
  has_receipt: boolean
  /** The receipts that live are fiscal advances. */
  advance_only: boolean
  version: number
}

/**
 * Every refusal to change these fields of an order, in the order a person would ask. An advance states goods and sum of the sale, so these
 * stay; the parcel may still go under another TTN.
 */
export function whyNotChange(
  order: Changeable,
  expected_version: number | null,
  fields: readonly string[],
): ErrorCode | null {
  if (order.deleted_at !== null) return 'order.not_found'
  if (order.has_receipt && !order.advance_only) return 'order.has_receipt'
  if (expected_version !== null && expected_version !== order.version) return 'order.version_conflict'
  const isStated = fields.includes('goods') || fields.includes('total')
  return order.advance_only && isStated ? 'order.has_advance' : null
}

/** A hidden order would hide the receipt too. */
export function whyNotHide({
  deleted_at,
  has_receipt,
}: Pick<Changeable, 'deleted_at' | 'has_receipt'>): ErrorCode | null {
  if (deleted_at !== null) return 'order.not_found'
  return has_receipt ? 'order.has_receipt' : null
}

export function withChanges(content: OrderContent, request: EditOrderRequest): OrderContent {
  return {
    recipient_name: request.recipient?.name ?? content.recipient_name,
    recipient_phone: request.recipient?.phone ?? content.recipient_phone,
    ttn: request.ttn === undefined ? content.ttn : request.ttn,
    notes: request.notes ?? content.notes,
    goods: request.goods ?? content.goods,
    total: request.total ?? content.total,
  }
}

/** Whether an edit decides on the TTN. To leave an order without one decides nothing. */
export const isTtnTyped = (before: string | null, { ttn }: EditOrderRequest): boolean =>
  ttn !== undefined && (ttn !== null || before !== null)
