import type { ErrorCode } from '#/contract/errors.ts'
import type { EditOrderRequest } from '#/contract/orders.ts'
import type { OrderContent } from '../order/rules.ts'

/** Every refusal to change or hide an order, in the order a person would ask. */
export function whyNotChange(
  order: { deleted_at: string | null; has_receipt: boolean; version: number },
  expected_version: number | null,
): ErrorCode | null {
  if (order.deleted_at !== null) return 'order.not_found'
  if (order.has_receipt) return 'order.has_receipt'
  if (expected_version !== null && expected_version !== order.version) return 'order.version_conflict'
  return null
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
