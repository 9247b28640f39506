import { finalCodes, parcelGroup, unknownCode } from '#/contract/carrier-statuses.ts'
import type { ParcelProblem } from '#/contract/orders.ts'
import type { ParcelStatus } from '#/server/integrations/carrier/carrier-client.ts'

/** Everything kept of a parcel. Times are instants with Z. */
export interface TrackedParcel {
  order_id: string
  ttn: string
  /** The register whose key sees the parcel as its own. */
  cash_register_id: string | null
  status_code: number | null
  status_text: string | null
  status_since: string | null
  /** null: not every key could be asked yet. */
  own: boolean | null
  cod_amount: number | null
  cod_kind: 'payment_control' | 'money_transfer' | null
  paid: boolean
  received_at: string | null
  successor_ttn: string | null
  successor_kind: 'return' | 'redirect' | null
  checked_at: string | null
  /** Since when, and how often in a row, the carrier says that it does not know the TTN. */
  missing_since: string | null
  times_missing: number
  /** How often in a row all keys were asked and none was the sender's. */
  foreign_rounds: number
  /** Why nothing new will be known of it, when that is the parcel's own fault. */
  problem: ParcelProblem | null
}

/** null: never asked about again. */
export type Judged = TrackedParcel & { due_at: string | null }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A waybill a few minutes old is unknown as well, so one such answer proves nothing. */
const believedMissing = { times: 3, ageMs: dayMs }

/**
 * What becomes of a parcel after the carrier's answer. `cash_register_id`: whose key was the sender's, null when no key
 * was. What is not told (null) never wipes out what was known; what was paid stays paid.
 */
export function afterAnswer(
  known: TrackedParcel,
  said: ParcelStatus,
  { at, cash_register_id, own }: { at: Date; cash_register_id: string | null; own: boolean | null },
  shortestSeconds: number,
): Judged {
  const now = at.toISOString()
  const after: Judged = {
    ...known,
    ...statusAfter(known, said, at, now),
    cash_register_id: known.cash_register_id ?? cash_register_id,
    own: known.own === true ? true : own,
    foreign_rounds: own === false ? known.foreign_rounds + 1 : 0,
    cod_amount: said.cod_amount ?? known.cod_amount,
    cod_kind: said.cod_amount === null ? known.cod_kind : said.cod_kind,
    paid: known.paid || said.paid,
    received_at: said.received_at ?? known.received_at,
    successor_ttn: said.successor?.ttn ?? known.successor_ttn,
    successor_kind: said.successor?.kind ?? known.successor_kind,
    checked_at: now,
    problem: null,
    due_at: null,
  }
  after.due_at = dueAfter(after, at, shortestSeconds)
  return after
}

/** What a screen shows of a parcel, beside the time it was asked about. */
const shown = [
  'status_code',
  'status_text',
  'cash_register_id',
  'own',
  'cod_amount',
  'cod_kind',
  'paid',
  'received_at',
  'successor_ttn',
  'problem',
] as const
const unseen = ['status_since', 'successor_kind', 'missing_since', 'times_missing', 'foreign_rounds'] as const

/** The answer brought something to look at. */
export const isNews = (known: TrackedParcel, after: TrackedParcel): boolean =>
  shown.some((column) => known[column] !== after[column])

/** The answer brought nothing at all: only the times of this question and the next one are to be kept. */
export const isUnchanged = (known: TrackedParcel, after: TrackedParcel): boolean =>
  !isNews(known, after) && unseen.every((column) => known[column] === after[column])

/** What the history tells of a step; JSON leaves out what did not happen. */
export interface ParcelStep {
  moved?: boolean
  paid?: boolean
  cash_register_id?: string | null
  successor_ttn?: string | null
  successor_kind?: string | null
}

/** A step a person would want to hear of, or null. */
export function stepBetween(known: TrackedParcel, after: TrackedParcel): ParcelStep | null {
  const step: ParcelStep = {}
  if (known.status_code !== after.status_code) step.moved = true
  if (known.paid !== after.paid) step.paid = true
  if (known.cash_register_id !== after.cash_register_id) step.cash_register_id = after.cash_register_id
  if (known.successor_ttn !== after.successor_ttn) {
    step.successor_ttn = after.successor_ttn
    step.successor_kind = after.successor_kind
  }
  return Object.keys(step).length > 0 ? step : null
}

type Status = Pick<TrackedParcel, 'status_code' | 'status_text' | 'status_since' | 'missing_since' | 'times_missing'>

function statusAfter(known: TrackedParcel, said: ParcelStatus, at: Date, now: string): Status {
  const { status_code, status_text, status_since, missing_since, times_missing } = known
  const kept: Status = { status_code, status_text, status_since, missing_since, times_missing }
  if (said.status_code === null) return kept
  const found: Status = {
    status_code: said.status_code,
    status_text: said.status_text,
    status_since: said.status_code === status_code ? (status_since ?? now) : now,
    missing_since: null,
    times_missing: 0,
  }
  if (said.status_code !== unknownCode) return found
  const missing = { missing_since: missing_since ?? now, times_missing: times_missing + 1 }
  const wasKnown = status_code !== null && status_code !== unknownCode
  const isBelieved =
    missing.times_missing >= believedMissing.times && msSince(missing.missing_since, at) >= believedMissing.ageMs
  return wasKnown || !isBelieved ? { ...kept, ...missing } : { ...found, ...missing }
}

const msSince = (instant: string | null, at: Date): number =>
  instant === null ? 0 : at.getTime() - Date.parse(instant)

/** In shortest intervals. A parcel on its way, or waiting to be paid for, is asked about as often as is allowed. */
const [often, sometimes, seldom, rarely] = [1, 3, 12, 72]
const longest = { refusedMs: 45 * dayMs, payoutMs: 30 * dayMs, foreignMs: 45 * dayMs, stuckMs: 90 * dayMs }

/** Received, the money on its way to the shop: code 11 follows within days. */
const awaitingPayout = 10
/** Goes on under another TTN. */
const redirected = 104

export function dueAfter(parcel: TrackedParcel, at: Date, shortestSeconds: number): string | null {
  const intervals = intervalsTo(parcel, at)
  return intervals === null ? null : new Date(at.getTime() + intervals * shortestSeconds * 1000).toISOString()
}

function intervalsTo(parcel: TrackedParcel, at: Date): number | null {
  const { status_code: code, own, foreign_rounds } = parcel
  const ageMs = msSince(parcel.status_since ?? parcel.missing_since, at)
  if (code !== null && finalCodes.some((final) => final === code)) return null
  if (own === false && ageMs > longest.foreignMs) return null
  const usual = usualIntervals(code, ageMs)
  return usual === null || own !== false ? usual : Math.max(usual, Math.min(2 ** foreign_rounds, rarely))
}

function usualIntervals(code: number | null, ageMs: number): number | null {
  if (code === null) return ageMs < hourMs ? often : sometimes
  if (code === awaitingPayout) return ageMs > longest.payoutMs ? null : rarely
  const group = parcelGroup(code)
  if (group === 'refused' || code === redirected) {
    // A refusal may be taken back before the parcel leaves; the number of the return comes later.
    return ageMs > longest.refusedMs ? null : rarely
  }
  if (group === 'unknown') return ageMs > longest.refusedMs ? null : seldom
  if (ageMs > longest.stuckMs) return rarely
  return group === 'created' ? sometimes : often
}
