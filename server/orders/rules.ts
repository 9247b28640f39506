import type { ErrorCode } from '#/contract/errors.ts'
import type { EditOrderRequest, Goods } from '#/contract/orders.ts'
import type { App } from '#/server/app.ts'
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

/** What of an order only the CRM writes. */
export interface CrmHead {
  number: string
  ordered_at: string
  status: string
}

export function headDifferences(ours: CrmHead, theirs: CrmHead): Differences {
  const found: Differences = {}
  if (ours.number !== theirs.number) found['number'] = { before: ours.number, after: theirs.number }
  if (Date.parse(ours.ordered_at) !== Date.parse(theirs.ordered_at))
    found['ordered_at'] = { before: ours.ordered_at, after: theirs.ordered_at }
  if (ours.status !== theirs.status) found['crm_status'] = { before: ours.status, after: theirs.status }
  return found
}

/** The CRM may date a change a little late, or by a clock of its own; what was seen already costs no write. */
const overlapMs = 5 * 60_000
/** Mended orders usually come by themselves, because the CRM dates the change; this is for those it does not date. */
const retryEveryMs = 60 * 60_000

export interface SyncPlan {
  /** Only orders changed since then are asked for; null: all. */
  updated_from: string | null
  /** Every order that cannot be read is among what is asked for, if the CRM still has it. */
  brings_unreadable: boolean
}

/** What a run asks for: what has changed since the last whole run, and now and then also what could not be read. */
export function planSync(
  known: { synced_to: string | null; retried_at: string | null } | undefined,
  unreadable: readonly { updated_at: string | null }[],
  { now, retry }: { now: Date; retry: boolean },
): SyncPlan {
  if (!known || known.synced_to === null) return { updated_from: null, brings_unreadable: true }
  const isDue = known.retried_at === null || now.getTime() - Date.parse(known.retried_at) >= retryEveryMs
  const isWanted = unreadable.length > 0 && (retry || isDue)
  const from = [known.synced_to, ...(isWanted ? unreadable.map(({ updated_at }) => updated_at) : [])]
  if (from.includes(null)) return { updated_from: null, brings_unreadable: true }
  const earliest = from.reduce((time, instant) => Math.min(time, Date.parse(instant ?? '')), Infinity)
  return { updated_from: new Date(earliest - overlapMs).toISOString(), brings_unreadable: isWanted }
}

/**
 * Up to where a whole run has brought everything. Not later than its beginning: what changed meanwhile may have been missed.
 * Nor later than the newest change the CRM told: its clock may be behind ours, and later changes will be dated by it.
 */
export function syncedTo(known: string | null, told: readonly (string | null)[], began: Date): string | null {
  const times = [known, ...told].flatMap((instant) => (instant === null ? [] : Date.parse(instant)))
  const newest = times.reduce((latest, time) => (time <= began.getTime() && time > latest ? time : latest), -Infinity)
  if (times.length === 0) return null
  return new Date(newest === -Infinity ? began : newest).toISOString()
}

const lineKey = ({ code, name, price, quantity, discount }: Goods): string =>
  JSON.stringify([code, name, price, quantity, discount])

function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((line: Goods, index) => lineKey(line) === lineKey(other[index]))
  }
  return JSON.stringify(one) === JSON.stringify(other)
}
