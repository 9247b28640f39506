import { listFiscalNumbers } from '#/server/cash-registers/reading/list-fiscal-numbers.ts'
import { listEveryRegister } from '#/server/cash-registers/register/store.ts'
import { announceOrder } from '#/server/events/announce.ts'
import type { EttnDocument } from '#/server/integrations/fiscal/ettn-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { findProvider, theirTime, type AskingApp, type Provider } from '../lookup/find-provider.ts'
import { listDeadWithDocument, listLeftAdvances } from '../lookup/lookup-store.ts'
import { isLiving } from '../lookup/match-documents.ts'
import { sweepReturns } from '../lookup/note-returns.ts'
import { mayProveGone, readDocument, updateSnapshot } from '../lookup/update-snapshot.ts'
import { listOpenIncidents, settleIncident } from '../machine/incident-store.ts'
import { noteOrphan } from '../machine/note-orphan.ts'
import { documentOf } from '../machine/store.ts'
import { listUnclaimed } from './sweep-store.ts'

/** Read at every sweep; older documents continue where the last sweep ended, however long ago that was. */
const reachMs = 14 * 24 * 3_600_000

/** How long an advance that was given up is still watched: Checkbox tells no bound. */
const leftAdvanceMs = 60 * 24 * 3_600_000

/**
 * Shows people living documents that no living receipt holds, and withdraws those that are gone. Each register is swept
 * by itself, with the same number of calls however many receipts it has.
 */
export async function sweepOrphans(app: AskingApp, signal?: AbortSignal): Promise<void> {
  for (const { id, is_test, license_key } of await listEveryRegister(app.db)) {
    if (signal?.aborted) return
    if (license_key === null) continue
    await sweepRegister(app, id, is_test ?? false, signal).catch((error: unknown) =>
      app.log.error({ err: error, cash_register_id: id }, 'a register was not swept'),
    )
  }
}

async function sweepRegister(app: AskingApp, id: string, is_test: boolean, signal?: AbortSignal): Promise<void> {
  const found = await findProvider(app, id, is_test)
  if (!found.ok) return
  const { provider } = found
  const reach = new Date(theirTime(provider, app.clock.now()).getTime() - reachMs)
  const lookup = await updateSnapshot(app, provider, { reach, again: reach }, signal)
  if (lookup.kind === 'failed') {
    app.log.warn({ cash_register_id: id, detail: lookup.failure.detail }, 'a register was not swept')
    return
  }
  const living = lookup.documents.filter(isLiving)
  await noteUndead(app, provider, signal)
  await noteUndeadAdvances(app, provider, signal)
  const ids = living.map((document) => document.id)
  const ours = await listFiscalNumbers(app.db)
  for (const orphan of await listUnclaimed(app.db, provider, { listed: ids, ours }, app.clock.now()))
    await inTransaction(app.db, (tx) => noteOrphan(app, tx, orphan))
  await settleGone(app, provider, living, signal)
  await sweepReturns(app, provider, signal)
}

/** The receipt ended, and its document lives: it is read once more, and shown to a person if it still exists. */
async function noteUndead(app: AskingApp, provider: Provider, signal?: AbortSignal): Promise<void> {
  for (const receipt of await listDeadWithDocument(app.db, provider.cash_register_id)) {
    if (signal?.aborted) return
    const provider_id = documentOf(receipt)
    const own = { id: provider_id, scope: receipt.provider_scope, register_fiscal_number: null, created_at: null }
    const found = await readDocument(app, provider, own, signal)
    if (found.kind !== 'found' || !isLiving(found.found)) continue
    await inTransaction(app.db, (tx) => noteOrphan(app, tx, { ...receipt, provider_id, receipt }))
  }
}

/** A person gave up an advance that was not fiscal. Should it become fiscal after all, it is shown. */
async function noteUndeadAdvances(app: AskingApp, provider: Provider, signal?: AbortSignal): Promise<void> {
  const since = new Date(app.clock.now().getTime() - leftAdvanceMs)
  for (const receipt of await listLeftAdvances(app.db, provider.cash_register_id, since)) {
    if (signal?.aborted) return
    const found = await provider.client.findReceipt(provider.credentials, receipt.id, signal)
    if (found.kind !== 'found' || found.found.status !== 'done') continue
    await inTransaction(app.db, (tx) => noteOrphan(app, tx, { ...receipt, provider_id: receipt.id, receipt }))
  }
}

/** A document may be missing in the list only because it is older: then it is read by its id. */
async function settleGone(
  app: AskingApp,
  provider: Provider,
  living: readonly EttnDocument[],
  signal?: AbortSignal,
): Promise<void> {
  const ids = new Set(living.map(({ id }) => id))
  for (const incident of await listOpenIncidents(app.db, provider.cash_register_id)) {
    if (signal?.aborted) return
    const { id, provider_id, order_id, is_adopted, is_advance, is_in_snapshot, ...seen } = incident
    if (is_advance || (!is_adopted && ids.has(provider_id))) continue
    const document = { ...seen, id: provider_id }
    const found = is_adopted ? null : await readDocument(app, provider, document, signal)
    if (!isOver(found, !is_in_snapshot || mayProveGone(provider, document))) continue
    await inTransaction(app.db, async (tx) => {
      await settleIncident(tx, id, app.clock.now().toISOString())
      if (order_id !== null) await announceOrder(tx, order_id)
    })
  }
}

/** `null`: a receipt holds it by now. That other credentials or another register do not see it proves nothing. */
function isOver(found: Awaited<ReturnType<typeof readDocument>> | null, mayProve: boolean): boolean {
  if (found === null) return true
  return found.kind === 'absent' ? mayProve : found.kind === 'found' && !isLiving(found.found)
}
