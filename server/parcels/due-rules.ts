import { finalCodes, isReceived, parcelGroup, redirectedCode } from '#/contract/carrier-statuses.ts'
import type { TrackedParcel } from './tracked-parcel.ts'

const hourMs = 3_600_000
export const dayMs = 24 * hourMs

export const msSince = (instant: string | null, at: Date): number =>
  instant === null ? 0 : at.getTime() - Date.parse(instant)

/** In shortest intervals. A parcel on its way, or waiting to be paid for, is asked about as often as is allowed. */
const [often, sometimes, seldom, rarely] = [1, 3, 12, 72]
const longest = { refusedMs: 45 * dayMs, payoutMs: 30 * dayMs, foreignMs: 45 * dayMs, stuckMs: 90 * dayMs }

/** Received, the money on its way to the shop: code 11 follows within days. */
const awaitingPayout = 10
/** The number that a redirected parcel gets comes within hours, or the redirection is taken back. */
const freshRedirectMs = 2 * dayMs

/** `is_blind`: the answer did not show the sender to the sender's own key, so its sum is not known either: such an answer ends nothing. */
export function dueAfter(
  parcel: TrackedParcel,
  at: Date,
  shortestSeconds: number,
  { is_blind = false }: { is_blind?: boolean } = {},
): string | null {
  const mayShowMore =
    is_blind && isReceived(parcel.status_code) && msSince(parcel.status_since, at) <= longest.foreignMs
  const intervals = intervalsTo(parcel, at) ?? (mayShowMore ? rarely : null)
  return intervals === null ? null : new Date(at.getTime() + intervals * shortestSeconds * 1000).toISOString()
}

function intervalsTo(parcel: TrackedParcel, at: Date): number | null {
  const { status_code: code, own, foreign_rounds } = parcel
  const ageMs = msSince(parcel.status_since ?? parcel.missing_since, at)
  // A key that works again, or a new one, may be shown its sum, however late.
  if (own === null && isReceived(code)) return rarely
  if (finalCodes.some((final) => final === code)) return null
  if (own === false && ageMs > longest.foreignMs) return null
  const usual = usualIntervals(code, ageMs)
  return usual === null || own !== false ? usual : Math.max(usual, Math.min(2 ** foreign_rounds, rarely))
}

function usualIntervals(code: number | null, ageMs: number): number | null {
  if (code === null) return ageMs < hourMs ? often : sometimes
  if (code === awaitingPayout) return ageMs > longest.payoutMs ? null : rarely
  const group = parcelGroup(code)
  if (code === redirectedCode && ageMs <= freshRedirectMs) return sometimes
  if (group === 'refused' || code === redirectedCode) {
    // A refusal may be taken back before the parcel leaves; the number of the return comes later.
    return ageMs > longest.refusedMs ? null : rarely
  }
  if (group === 'unknown') return ageMs > longest.refusedMs ? null : seldom
  if (ageMs > longest.stuckMs) return rarely
  return group === 'created' ? sometimes : often
}
