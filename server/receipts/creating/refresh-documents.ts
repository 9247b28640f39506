import type { App } from '#/server/app.ts'
import { realMs } from '#/server/platform/clock.ts'
import { findProvider } from '../lookup/find-provider.ts'
import { findKeptDocument } from '../lookup/snapshot-store.ts'
import { readDocument } from '../lookup/update-snapshot.ts'
import { listCandidates } from './candidate-store.ts'

export type RefreshingApp = Pick<App, 'db' | 'encryption_keys' | 'ettn' | 'clock' | 'log'>

/** A person waits for the answer; documents that could not be read in this time count as they were last seen. */
const longestMs = 4_000

/**
 * Before orders are refused because of documents at the provider, these are read once more: a person may have removed
 * them a moment ago. Orders without such documents cost no call.
 */
export async function refreshDocuments(app: RefreshingApp, orderIds: readonly string[]): Promise<void> {
  const standing = (await listCandidates(app.db, orderIds)).flatMap(({ document }) => document ?? [])
  const signal = AbortSignal.timeout(realMs(app.clock, longestMs))
  for (const { provider_id, cash_register_id } of standing) {
    if (signal.aborted) return
    const kept = await findKeptDocument(app.db, provider_id)
    if (kept === undefined) continue
    const found = await findProvider(app, cash_register_id, kept.is_test)
    if (found.ok) await readDocument(app, found.provider, kept, signal)
  }
}
