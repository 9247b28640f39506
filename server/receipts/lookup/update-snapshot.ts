import type { App } from '#/server/app.ts'
import type { EttnDocument, Failed, FindOutcome } from '#/server/integrations/fiscal/ettn-client.ts'
import { theirTime, type Provider } from './find-provider.ts'
import { skewMs } from './match-documents.ts'
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
export type Lookup =
  /** `read_at`: by our clock. The snapshot itself has the provider's time. */
  { kind: 'whole'; read_at: Date; documents: EttnDocument[]; unreadable_ttns: readonly string[] } | Failed

/** A document may appear in the list a while after it was made. */
const overlapMs = 15 * 60_000

/**
 * `reach`: how far back the snapshot must be whole. `again`: what was made since then is listed in any case. Where a
 * second receipt is at stake, the code does not rely on the list having been complete when it was read before. Both are
 * instants of the provider's clock.
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
  const ahead = provider.client.aheadMs()
  const now = theirTime(provider, read_at)
  const kept = await findSnapshot(app.db, provider)
  const unread = sinceWhen(kept, provider, reach < now ? reach : now, now)
  const since = again !== undefined && again < unread ? again : unread
  const listed = await provider.client.list(provider.credentials, { since }, signal)
  if (listed.kind === 'failed') return listed
  // The window was of a wrong time: what is missing in it may exist. The next list is asked by the right one.
  if (Math.abs(provider.client.aheadMs() - ahead) > skewMs) return clockMoved
  await keepDocuments(app.db, provider, listed.documents, now)
  await keepSnapshot(app.db, provider, { whole_from: since, read_at: now })
  return { kind: 'whole', read_at, documents: listed.documents, unreadable_ttns: listed.unreadable_ttns ?? [] }
}

const clockMoved: Failed = {
  kind: 'failed',
  failure: {
    kind: 'bad_answer',
    detail: 'годинник Касира розійшовся з годинником Checkbox: звіряємо й питаємо ще раз',
  },
  retry_after_seconds: null,
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
  document: Pick<KeptDocument, 'id' | 'scope' | 'register_fiscal_number' | 'created_at'>,
  signal?: AbortSignal,
): Promise<FindOutcome<EttnDocument>> {
  const asked_at = app.clock.now()
  const outcome = await provider.client.find(provider.credentials, document.id, signal)
  const seen_at = theirTime(provider, asked_at)
  if (outcome.kind === 'found') await keepDocuments(app.db, provider, [outcome.found], seen_at)
  if (outcome.kind !== 'absent' || !mayProveGone(provider, document)) return outcome
  const listed = await findInList(app, provider, document, signal)
  if (listed.kind === 'absent') await noteGone(app.db, document.id, seen_at)
  return listed
}

/** Whether a cashier may read by its id what the list shows of a colleague is not published: only what both do not show is gone. */
export async function findInList(
  app: Pick<App, 'db' | 'clock'>,
  provider: Provider,
  { id, created_at }: Pick<KeptDocument, 'id' | 'created_at'>,
  signal?: AbortSignal,
): Promise<FindOutcome<EttnDocument>> {
  if (created_at === null) return { kind: 'absent' }
  const since = new Date(Date.parse(created_at) - overlapMs)
  const lookup = await updateSnapshot(app, provider, { reach: since, again: since }, signal)
  if (lookup.kind === 'failed') return lookup
  const found = lookup.documents.find((document) => document.id === id)
  return found === undefined ? { kind: 'absent' } : { kind: 'found', found }
}

/**
 * A document that other credentials do not see may still exist. So may one of another till that the list shows: whether a
 * register may read it by its id is not published.
 */
export const mayProveGone = (
  provider: Pick<Provider, 'scope' | 'fiscal_number'>,
  { scope, register_fiscal_number: said }: Pick<KeptDocument, 'scope' | 'register_fiscal_number'>,
): boolean =>
  scope === provider.scope && (said === null || provider.fiscal_number === null || said === provider.fiscal_number)
