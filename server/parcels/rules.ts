import { isDeepStrictEqual } from 'node:util'
import { unknownCode } from '#/contract/carrier-statuses.ts'
import type { ParcelProblem } from '#/contract/orders.ts'
import type { ParcelStatus } from '#/server/integrations/carrier/carrier-client.ts'
import { dayMs, dueAfter, msSince } from './due-rules.ts'
import { paymentAfter } from './payment-rules.ts'
import { backFromDeleted, followed, isUnderWay, successorToAsk } from './redirect-rules.ts'
import type { Judged, TrackedParcel } from './tracked-parcel.ts'

/** A waybill a few minutes old is unknown as well, so one such answer proves nothing. */
const believedMissing = { times: 3, ageMs: dayMs }

/** The sender of a parcel, as far as an answer shows. `cash_register_id`: whose key was the sender's; null: no key was. */
export interface Ownership {
  cash_register_id: string | null
  own: boolean | null
  /** The carrier shows the cost of our own parcels only. */
  is_sender: boolean
  /** What a person should know about the sender. */
  problem?: ParcelProblem | null
}

/**
 * What becomes of a parcel after the carrier's answer. A missing field (null) never erases what was known; what was
 * paid stays paid. An answer about the TTN it will get counts only once that is under way.
 */
export function afterAnswer(
  before: TrackedParcel,
  said: ParcelStatus,
  { at, cash_register_id, own, is_sender, problem = null }: Ownership & { at: Date },
  shortestSeconds: number,
): Judged {
  if (before.asked_ttn !== null && !isUnderWay(said)) return afterNoAnswer(before, at, shortestSeconds)
  const back = backFromDeleted(before, said)
  if (back !== null) return { ...back, checked_at: at.toISOString(), due_at: at.toISOString() }
  const known = followed(before)
  const now = at.toISOString()
  const status = statusAfter(known, said, at, now)
  const after: Judged = {
    ...known,
    ...status,
    cash_register_id: known.cash_register_id ?? cash_register_id,
    own: known.own === true ? true : own,
    foreign_rounds: own === false ? known.foreign_rounds + 1 : 0,
    ...paymentAfter(known, is_sender ? said : untold, status.status_code, now),
    received_at: said.received_at ?? known.received_at,
    waybill_made_at: earlier(known.waybill_made_at, said.made_at),
    successor_ttn: said.successor?.ttn ?? known.successor_ttn,
    successor_kind: said.successor?.kind ?? known.successor_kind,
    checked_at: now,
    problem: sinceBefore(known.problem, problem),
    due_at: null,
  }
  after.asked_ttn = successorToAsk(after)
  const is_blind = after.own === true && !said.own
  after.due_at = after.asked_ttn === null ? dueAfter(after, at, shortestSeconds, { is_blind }) : now
  return after
}

/** The waybill of the order's own TTN is older than those of its redirections. */
const earlier = (known: string | null, said: string | null): string | null =>
  known === null || (said !== null && Date.parse(said) < Date.parse(known)) ? said : known

const untold = { cod_amount: null, cod_kind: null, paid: false } as const

/** Nothing is known of the successor yet: next time the parcel itself is asked about, which names it again, or another one. */
export function afterNoAnswer(known: TrackedParcel, at: Date, shortestSeconds: number): Judged {
  const after = { ...known, asked_ttn: null, checked_at: at.toISOString(), due_at: null }
  return { ...after, due_at: dueAfter(after, at, shortestSeconds) }
}

/** A problem that lasts keeps its beginning. */
const sinceBefore = (known: ParcelProblem | null, problem: ParcelProblem | null): ParcelProblem | null =>
  known !== null && problem !== null && known.kind === problem.kind && known.detail === problem.detail ? known : problem

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
  'followed_ttn',
  'problem',
] as const

/** The answer brought something to look at. */
export const isNews = (known: TrackedParcel, after: TrackedParcel): boolean =>
  shown.some((column) => known[column] !== after[column])

/** The answer brought nothing at all: only the times of this question and the next one are to be kept. */
export const isUnchanged = (known: TrackedParcel, after: TrackedParcel): boolean =>
  isDeepStrictEqual({ ...known, ...questionTimes }, { ...after, ...questionTimes })

const questionTimes = { checked_at: null, due_at: null }

/** What the history shows of a step; JSON leaves out what did not happen. */
export interface ParcelStep {
  moved?: boolean
  paid?: boolean
  cash_register_id?: string | null
  successor_ttn?: string | null
  successor_kind?: string | null
  /** The sum to be paid changed: what it was and what it is. */
  cod_before?: number | null
  cod_amount?: number | null
}

/** A step that the history shows, or null. */
export function stepBetween(known: TrackedParcel, after: TrackedParcel): ParcelStep | null {
  const step: ParcelStep = {}
  if (known.status_code !== after.status_code) step.moved = true
  if (known.paid !== after.paid) step.paid = true
  if (known.cash_register_id !== after.cash_register_id) step.cash_register_id = after.cash_register_id
  if (after.successor_ttn !== null && known.successor_ttn !== after.successor_ttn) {
    step.successor_ttn = after.successor_ttn
    step.successor_kind = after.successor_kind
  }
  if (known.cod_changed_at !== after.cod_changed_at) {
    step.cod_before = known.cod_amount
    step.cod_amount = after.cod_amount
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
