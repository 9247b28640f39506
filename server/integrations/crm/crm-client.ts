import type { CrmOrder } from '../crm-order.ts'
import type { CrmIdentity } from './crm-identity.ts'

/** An order that cannot be understood in full. It is kept aside and shown; the others of its page arrive. */
export interface UnreadableOrder {
  /** Its id, or a name made of what it holds when even the id cannot be read. */
  key: string
  crm_id: string | null
  number: string | null
  updated_at: string | null
  field: string
  /** Why, in Ukrainian. */
  detail: string
  /** Where it stands in its page, from 0. */
  place: number
}

export interface CrmPage {
  orders: CrmOrder[]
  unreadable: UnreadableOrder[]
  /** How many there are in all, if the CRM says so. */
  total: number | null
}

/**
 * Why there is no page. Each kind needs another action of a person: `unreachable` (no connection), `timeout`,
 * `unavailable` (5xx, breaker open), `rate_limited`, `bad_credentials`, `clock_skew`, `not_configured` (there is no
 * address to ask), `other_crm` (no admin has said whose orders it has), `refused` (JSON-RPC error), `bad_answer` (not the protocol: HTML, half a JSON, another id, wrong
 * types, duplicate ids, pages that do not follow one another), `too_large`.
 */
export const crmFailureKinds = [
  'not_configured',
  'other_crm',
  'unreachable',
  'timeout',
  'unavailable',
  'rate_limited',
  'bad_credentials',
  'clock_skew',
  'refused',
  'bad_answer',
  'too_large',
] as const
export type CrmFailureKind = (typeof crmFailureKinds)[number]

export interface CrmFailure {
  kind: CrmFailureKind
  /** For the log and the person: what exactly, without any secret. Ukrainian. */
  detail: string
}

export interface PageRequest {
  /** Only orders changed since then; null: all. */
  updated_from: string | null
  /** What comes before the page, as this CRM counts (`paging`): so many orders, or so many pages. */
  offset: number
  /** The most that may come. A CRM may give fewer, also when there are more. */
  limit: number
}

/** A failure is a value: the caller decides what the cashier sees. */
export type PageOutcome = { ok: true; page: CrmPage } | { ok: false; failure: CrmFailure }

export interface CrmClient {
  /** `real` or `stub`, for the banner of the demo. */
  kind: 'real' | 'stub'
  /** null: there is only one such CRM, as in the demo, or none. */
  identity: CrmIdentity | null
  /** What the CRM counts to find a page: orders, pages, or nothing because it gives all at once. */
  paging: 'orders' | 'pages' | 'none'
  /** Statuses of orders that were cancelled, as `toPlainStatus` writes them. */
  cancelled_statuses: ReadonlySet<string>
  listOrders(request: PageRequest, signal?: AbortSignal): Promise<PageOutcome>
}
