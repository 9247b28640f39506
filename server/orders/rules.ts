import type { ErrorCode } from '#/contract/errors.ts'
import type { EditOrderRequest, Goods } from '#/contract/orders.ts'
import type { App } from '#/server/context.ts'
import type { OrderContent } from './store.ts'

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

/** A parcel paid for before then should have a fiscal receipt by now. */
export const paidTooLongAgo = ({ clock, config }: Pick<App, 'clock' | 'config'>): Date =>
  new Date(clock.now().getTime() - config.receipt_times.paid_unfiscal_ms)

interface WithRecipient extends Omit<OrderContent, 'recipient_name' | 'recipient_phone'> {
  recipient: { name: string; phone: string }
}

export const toContent = ({ recipient, ttn, notes, goods, total }: WithRecipient): OrderContent => ({
  recipient_name: recipient.name,
  recipient_phone: recipient.phone,
  ttn,
  notes,
  goods,
  total,
})

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

export type Differences = Record<string, { before: unknown; after: unknown }>

/** What differs, field by field, in the words of the API. */
export function differences(before: OrderContent, after: OrderContent): Differences {
  const view = ({ recipient_name, recipient_phone, ...rest }: OrderContent) => ({
    recipient: { name: recipient_name, phone: recipient_phone },
    ...rest,
  })
  const [old, current] = [view(before), view(after)]
  const fields = ['recipient', 'ttn', 'notes', 'goods', 'total'] as const
  const changed = fields.filter((field) => !same(old[field], current[field]))
  return Object.fromEntries(changed.map((field) => [field, { before: old[field], after: current[field] }]))
}

const lineKey = ({ code, name, price, quantity, discount }: Goods): string =>
  JSON.stringify([code, name, price, quantity, discount])

function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((line: Goods, index) => lineKey(line) === lineKey(other[index]))
  }
  return JSON.stringify(one) === JSON.stringify(other)
}
