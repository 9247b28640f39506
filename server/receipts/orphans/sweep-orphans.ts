import { listEveryRegister } from '#/server/cash-registers/store.ts'
import type { App } from '#/server/context.ts'
import { announce } from '#/server/events/announce.ts'
import type { EttnDocument } from '#/server/integrations/fiscal/ettn-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { listOpenIncidents, settleIncident } from '../machine/incident-store.ts'
import { noteOrphan } from '../machine/note-orphan.ts'
import { findProvider, type Provider } from '../looking/find-provider.ts'
import { isLiving } from '../looking/match-documents.ts'
import type { MovingApp } from '../machine/move-receipt.ts'
import { noteReturns } from '../looking/note-returns.ts'
import { listUnclaimed } from './sweep-store.ts'

export type SweepingApp = MovingApp & Pick<App, 'encryption_keys' | 'ettn'>

/** A process that stood still between its permit and its first byte can break every other rule: this net is under them. */
const reachMs = 48 * 3_600_000

/** Living documents of the last two days that no receipt stands for are shown to a person, and taken back when they are gone. */
export async function sweepOrphans(app: SweepingApp, signal?: AbortSignal): Promise<void> {
  for (const { id, is_test, license_key } of await listEveryRegister(app.db)) {
    if (signal?.aborted) return
    if (license_key === null) continue
    await sweepRegister(app, id, is_test ?? false, signal).catch((error: unknown) =>
      app.log.error({ err: error, cash_register_id: id }, 'a register was not swept'),
    )
  }
}

async function sweepRegister(app: SweepingApp, id: string, is_test: boolean, signal?: AbortSignal): Promise<void> {
  const found = await findProvider(app, id, is_test)
  if (!found.ok) return
  const { client, credentials } = found.provider
  const listed = await client.list(credentials, { since: new Date(app.clock.now().getTime() - reachMs) }, signal)
  if (listed.kind === 'failed') {
    app.log.warn({ cash_register_id: id, detail: listed.failure.detail }, 'a register was not swept')
    return
  }
  await noteReturns(app, listed.documents)
  const living = listed.documents.filter(isLiving)
  for (const orphan of await listUnclaimed(app.db, living))
    await inTransaction(app.db, (tx) => noteOrphan(app, tx, { ...orphan, cash_register_id: id }))
  await settleGone(app, found.provider, id, living, signal)
}

/** What is not in the list may only be older than it: then it is asked for by itself. */
async function settleGone(
  app: SweepingApp,
  { client, credentials }: Provider,
  registerId: string,
  living: readonly EttnDocument[],
  signal?: AbortSignal,
): Promise<void> {
  const ids = new Set(living.map(({ id }) => id))
  for (const { id, provider_id, order_id, is_adopted } of await listOpenIncidents(app.db, registerId)) {
    if (signal?.aborted) return
    if (!is_adopted && ids.has(provider_id)) continue
    const found = is_adopted ? null : await client.find(credentials, provider_id, signal)
    const isGone = found === null || found.kind === 'absent' || (found.kind === 'found' && !isLiving(found.found))
    if (!isGone) continue
    await inTransaction(app.db, async (tx) => {
      await settleIncident(tx, id, app.clock.now().toISOString())
      if (order_id !== null) await announce(tx, 'order', order_id)
    })
  }
}
