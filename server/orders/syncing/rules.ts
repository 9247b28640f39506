/** The CRM may date a change a little late, or by a clock of its own; what was seen already costs no write. */
const overlapMs = 5 * 60_000
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
 * Nor later than the newest change the CRM has dated: its clock may be behind ours, and later changes will be dated by it.
 */
export function syncedTo(known: string | null, told: readonly (string | null)[], began: Date): string | null {
  const times = [known, ...told].flatMap((instant) => (instant === null ? [] : Date.parse(instant)))
  const newest = times.reduce((latest, time) => (time <= began.getTime() && time > latest ? time : latest), -Infinity)
  if (times.length === 0) return null
  return new Date(newest === -Infinity ? began : newest).toISOString()
}
