import type { EttnDocument } from '#/server/integrations/fiscal/ettn-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { moveLocked, type MovingApp } from '../machine/move-receipt.ts'
import { markReturned, noteReturnsAsked } from '../machine/note-store.ts'
import { lockReceipt } from '../machine/store.ts'
import type { Provider } from './find-provider.ts'
import { listAdvancesToAsk, listNotReturned } from './lookup-store.ts'
import { findSnapshot, keepReturnsRead } from './snapshot-store.ts'

/**
 * Marks receipts whose money was given back at the till; they stay fiscal. When it was given back is said by the return receipt: a
 * parcel that was handed over since is a sale of its own.
 */
export async function noteReturns(
  app: MovingApp,
  { client, credentials }: Pick<Provider, 'client' | 'credentials'>,
  documents: readonly EttnDocument[],
  signal?: AbortSignal,
): Promise<void> {
  const returns = new Map<string, string | null>()
  for (const { id, status, return_receipt_id } of documents)
    if (status === 'returned') returns.set(id, return_receipt_id)
  for (const { id, provider_id } of await listNotReturned(app.db, [...returns.keys()])) {
    const receiptId = returns.get(provider_id) ?? null
    const outcome = receiptId === null ? null : await client.findReceipt(credentials, receiptId, signal)
    const at = outcome?.kind === 'found' ? (outcome.found.fiscalized_at ?? outcome.found.created_at ?? null) : null
    await noteReturn(app, id, at)
  }
}

/** `at`: null where it is not known; then it is when we learned of it. */
const noteReturn = (app: MovingApp, id: string, at: string | null): Promise<void> =>
  inTransaction(app.db, async (tx) => {
    const row = await lockReceipt(tx, id)
    if (row === undefined || !(await markReturned(tx, id, at ?? app.clock.now().toISOString()))) return
    await moveLocked(app, tx, row, { event: { type: 'polled_returned' } })
  })

const dayMs = 24 * 3_600_000
/** Most returns come within the first weeks, so these are read at every sweep. */
const recentMs = 60 * dayMs
/** A receipt is kept for five years, and may be returned as long. Older ones are read one stretch after another. */
const keptMs = 1_826 * dayMs
const stretchMs = 60 * dayMs
/** Advances are read one by one, a few at a sweep. */
const advancesAtOnce = 20

/**
 * Reads returns of everything that is kept: two lists of returned documents and a few advances at each sweep, however
 * many receipts there are. With a sweep an hour, all five years are read in little more than a day.
 */
export async function sweepReturns(app: MovingApp, provider: Provider, signal?: AbortSignal): Promise<void> {
  const now = app.clock.now().getTime()
  await readReturns(app, provider, { since: new Date(now - recentMs) }, signal)
  const kept = await findSnapshot(app.db, provider)
  const oldest = now - keptMs
  const from = Math.max(oldest, Date.parse(kept?.returns_read_to ?? new Date(oldest).toISOString()))
  const until = new Date(Math.min(from + stretchMs, now - recentMs))
  const isRead = await readReturns(app, provider, { since: new Date(from), until }, signal)
  // After the newest it begins again with the oldest.
  const isEnd = until.getTime() >= now - recentMs
  if (isRead) await keepReturnsRead(app.db, provider, isEnd ? new Date(oldest) : until)
  await askForAdvances(app, provider, signal)
}

async function readReturns(
  app: MovingApp,
  provider: Provider,
  window: { since: Date; until?: Date },
  signal?: AbortSignal,
): Promise<boolean> {
  const listed = await provider.client.list(provider.credentials, { ...window, status: 'returned' }, signal)
  if (listed.kind === 'whole') await noteReturns(app, provider, listed.documents, signal)
  else
    app.log.warn(
      { cash_register_id: provider.cash_register_id, detail: listed.failure.detail },
      'the list of returns did not come',
    )
  return listed.kind === 'whole'
}

/** Only the chain of an advance shows that its money was given back. */
async function askForAdvances(app: MovingApp, provider: Provider, signal?: AbortSignal): Promise<void> {
  const now = app.clock.now()
  const rows = await listAdvancesToAsk(app.db, provider.cash_register_id, provider.is_test, {
    since: new Date(now.getTime() - keptMs),
    askedBefore: new Date(now.getTime() - app.config.worker_intervals.sweep * 1000),
    now,
    limit: advancesAtOnce,
  })
  for (const { id, relation_id } of rows) {
    if (signal?.aborted || relation_id === null) return
    const found = await provider.client.findChain(provider.credentials, relation_id, signal)
    if (found.kind === 'failed') return
    await noteReturnsAsked(app.db, [id], now)
    if (found.kind === 'found' && found.found.status === 'cancelled') await noteReturn(app, id, null)
  }
}
