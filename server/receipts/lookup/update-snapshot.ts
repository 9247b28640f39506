import type { App } from '#/server/app.ts'
import type { EttnDocument, Failed, FindOutcome } from '#/server/integrations/fiscal/ettn-client.ts'
import type { Provider } from './find-provider.ts'
import {
  findSnapshot,
  keepDocuments,
  keepSnapshot,
  noteGone,
  type KeptDocument,
  type Snapshot,
} from './snapshot-store.ts'

/**
 * What Checkbox holds for a register is kept as one snapshot, and every decision about receipts is made from it. A poll
 * lists only what was made since the last lookup, a send and a sweep the last two weeks, so their cost does not grow
 * with history; what was made before is in the snapshot already. After a restored backup the snapshot is as old as the
 * backup, and the next lookup lists everything made since.
 */
export type Lookup = { kind: 'whole'; read_at: Date; documents: EttnDocument[] } | Failed

/** The provider's clock and ours may differ, and a document may appear in the list a while after it was made. */
const overlapMs = 15 * 60_000

/**
 * `reach`: how far back the snapshot must be whole. `again`: what was made since then is listed in any case. Where a
 * second receipt is at stake, the code does not rely on the list having been complete when it was read before.
 */
export interface Depth {
  reach: Date
  again?: Date
}

/** Brings the snapshot of one register up to date. */
export async function updateSnapshot(
  app: Pick<App, 'db' | 'clock'>,
  provider: Provider,
  { reach, again }: Depth,
  signal?: AbortSignal,
): Promise<Lookup> {
  const read_at = app.clock.now()
  const kept = await findSnapshot(app.db, provider)
  const unread = sinceWhen(kept, provider, reach, read_at)
  const since = again !== undefined && again < unread ? again : unread
  const listed = await provider.client.list(provider.credentials, { since }, signal)
  if (listed.kind === 'failed') return listed
  await keepDocuments(app.db, provider, listed.documents, read_at)
  await keepSnapshot(app.db, provider, { whole_from: since, read_at })
  return { kind: 'whole', read_at, documents: listed.documents }
}

function sinceWhen(kept: Snapshot | undefined, { scope }: Provider, reach: Date, now: Date): Date {
  if (kept === undefined || kept.scope !== scope || Date.parse(kept.whole_from) > reach.getTime()) return reach
  // A clock that was set back must not leave a gap.
  return new Date(Math.min(Date.parse(kept.read_at), now.getTime()) - overlapMs)
}

/** Reads one document of the snapshot again, and keeps the answer. */
export async function readDocument(
  app: Pick<App, 'db' | 'clock'>,
  provider: Provider,
  document: Pick<KeptDocument, 'id' | 'scope'>,
  signal?: AbortSignal,
): Promise<FindOutcome<EttnDocument>> {
  const seen_at = app.clock.now()
  const outcome = await provider.client.find(provider.credentials, document.id, signal)
  if (outcome.kind === 'found') await keepDocuments(app.db, provider, [outcome.found], seen_at)
  // A document that other credentials do not see may still exist.
  if (outcome.kind === 'absent' && document.scope === provider.scope) await noteGone(app.db, document.id, seen_at)
  return outcome
}
