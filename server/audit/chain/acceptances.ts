import { auditEntries } from '#/contract/audit.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import type { AuditKeys } from './audit-keys.ts'
import { addBreak, isNamedIn, type Break } from './breaks.ts'
import { listEntriesOf } from './entry-store.ts'
import { whyNotOurs } from './entry.ts'

const action = 'audit.break_accepted'

/** A break that a person has accepted (`kasyr audit accept`), as its entry tells. */
export interface Acceptance {
  at: string
  reason: string
  first_seq: number
  /** null: of before the entries named every place; then everything before `first_seq`. */
  places: readonly Break[] | null
}

/** Only entries that the program wrote count. */
export async function listAcceptances(db: Db | Tx, keys: AuditKeys): Promise<Acceptance[]> {
  return (await listEntriesOf(db, action)).flatMap((entry) => {
    const { data: details } = auditEntries[action].safeParse(entry.details)
    if (details === undefined || whyNotOurs(keys, entry) !== null) return []
    const { reason, first_seq, breaks } = details
    // An entry of before named no more than a thousand places and accepted all of them.
    const isWhole = breaks === undefined || (entry.number !== null && breaks.places.length >= mostPlaces)
    return [{ at: entry.at, reason, first_seq, places: isWhole ? null : breaks.places.reduce(addBreak, []) }]
  })
}

/** As many as one entry names. */
export const mostPlaces = 1_000

/** What stands beside the chain has neither place nor entry: it is over when it is mended, not when it is accepted. */
export const isAccepted = (acceptances: readonly Acceptance[], one: Break): boolean =>
  (one.seq !== null || one.id !== null) &&
  acceptances.some(({ places, first_seq }) =>
    places === null ? one.seq !== null && one.seq < first_seq : isNamedIn(places, one),
  )
