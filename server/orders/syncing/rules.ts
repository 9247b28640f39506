import type { ErrorCode } from '#/contract/errors.ts'
import type { CrmDecision } from '#/contract/other-crm.ts'
import type { CrmIdentity } from '#/server/integrations/crm/crm-identity.ts'

/** The CRM may date a change a little late, or by a clock of its own; what was seen already costs no write. */
const overlapMs = 5 * 60_000
/** Some CRMs date a change long before they show it. So now and then a run reaches further back. */
const reachBackEveryMs = 6 * 3_600_000
const reachBackMs = 3 * 24 * 3_600_000
/** Mended orders usually come by themselves, because the CRM dates the change; this is for those it does not date. */
const retryEveryMs = 60 * 60_000

export interface SyncPlan {
  /** The run asks for orders changed since then; null: for all. */
  updated_from: string | null
  /** The run asks for every order that could not be read, too. */
  brings_unreadable: boolean
}

/** What a run asks for: what has changed since the last whole run, and now and then also what could not be read. */
export function planSync(
  known: { synced_to: string | null; retried_at: string | null; succeeded_at: string | null } | undefined,
  unreadable: readonly { updated_at: string | null }[],
  { now, retry }: { now: Date; retry: boolean },
): SyncPlan {
  if (!known || known.synced_to === null) return { updated_from: null, brings_unreadable: true }
  const isDue = known.retried_at === null || Math.abs(now.getTime() - Date.parse(known.retried_at)) >= retryEveryMs
  const isWanted = unreadable.length > 0 && (retry || isDue)
  // A clock that was ahead may have written a later time than now: what came since would be passed over.
  const reached = Math.min(Date.parse(known.synced_to), now.getTime())
  const isFar = isInAnotherPart(known.succeeded_at, now)
  const from = [
    new Date(reached - (isFar ? reachBackMs : 0)).toISOString(),
    ...(isWanted ? unreadable.map(({ updated_at }) => updated_at) : []),
  ]
  if (from.includes(null)) return { updated_from: null, brings_unreadable: true }
  const earliest = from.reduce((time, instant) => Math.min(time, Date.parse(instant ?? '')), Infinity)
  return { updated_from: new Date(earliest - overlapMs).toISOString(), brings_unreadable: isWanted }
}

const isInAnotherPart = (succeeded_at: string | null, now: Date): boolean =>
  succeeded_at === null ||
  Math.floor(Date.parse(succeeded_at) / reachBackEveryMs) !== Math.floor(now.getTime() / reachBackEveryMs)

/**
 * Up to where a whole run has brought everything. Not later than its beginning: what changed meanwhile may have been missed.
 * Nor later than the newest change the CRM has dated: its clock may be behind ours, and later changes will be dated by it.
 */
export function syncedTo(known: string | null, told: readonly (string | null)[], began: Date): string | null {
  const times = [known, ...told].flatMap((instant) => (instant === null ? [] : Date.parse(instant)))
  const newest = times.reduce((latest, time) => (time <= began.getTime() && time > latest ? time : latest), -Infinity)
  if (times.length === 0) return null
  return new Date(newest === -Infinity ? began : newest).toISOString()
}

/** Whose orders some of the queue are. */
export interface OrderSource {
  id: number
  /** null: no CRM that has an identity has answered yet. */
  crm: CrmIdentity | null
  decided: CrmDecision['decision'] | null
  decided_against: string | null
}

/**
 * The source whose orders the present CRM has; null: an admin must say. `known`: the one that was read last comes first. A source without
 * a CRM becomes that of the first one that gives an order; for a CRM without an identity no admin has to say anything.
 */
export function sourceOf(known: readonly OrderSource[], present: CrmIdentity | null): OrderSource | null {
  const isPresent = ({ crm }: OrderSource): boolean => present === null || crm?.fingerprint === present.fingerprint
  return known.find(isPresent) ?? known.find(({ crm }) => crm === null) ?? null
}

/**
 * Why a decision about the present CRM is refused; `already`: it was given before, and holds. It is about the two CRMs that it names
 * and no others, and given once: a decision to the contrary would have to part what has been put together since.
 */
export function judgeDecision(
  known: readonly OrderSource[],
  present: CrmIdentity | null,
  { decision, ...about }: CrmDecision,
): ErrorCode | 'already' | null {
  if (present?.fingerprint !== about.present) return 'crm.other_meanwhile'
  const source = sourceOf(known, present)
  if (source !== null) {
    const isGiven = source.decided === decision && source.decided_against === about.before
    return isGiven && source.crm !== null ? 'already' : 'crm.nothing_to_decide'
  }
  return known.some(({ crm }) => crm?.fingerprint === about.before) ? null : 'crm.other_meanwhile'
}
