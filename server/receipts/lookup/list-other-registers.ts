import { isPassing } from '#/server/cash-registers/health/rules.ts'
import { listOfSamePayee } from '#/server/cash-registers/register/store.ts'
import type { App } from '#/server/app.ts'
import type { Failed } from '#/server/integrations/fiscal/ettn-client.ts'
import { findProvider, type Provider } from './find-provider.ts'
import { updateSnapshot, type Depth } from './update-snapshot.ts'

type ListingApp = Pick<App, 'db' | 'clock' | 'encryption_keys' | 'ettn' | 'log'>

/**
 * A colleague may make the document of a parcel at another register of the same payee. So before a first send the
 * snapshots of all of them are brought up to date: one small list each, for a whole run. Returns the failure of one that
 * could not be listed for now; null: none. A register that the provider refuses does not count: its own health says so,
 * and a wrong PIN of one register must not stop the others.
 */
export async function listOtherRegisters(
  app: ListingApp,
  { cash_register_id, is_test }: Provider,
  reach: Depth['reach'],
  signal?: AbortSignal,
): Promise<Failed | null> {
  let failed: Failed | null = null
  for (const { id, name } of await listOfSamePayee(app.db, cash_register_id, is_test)) {
    const found = await findProvider(app, id, is_test)
    if (!found.ok) continue
    const lookup = await updateSnapshot(app, found.provider, { reach }, signal)
    if (lookup.kind === 'whole') continue
    const { kind, detail } = lookup.failure
    app.log.warn({ cash_register_id: id, detail }, 'a register was not listed before a send at another one')
    if (isPassing(kind)) failed = { ...lookup, failure: { kind, detail: `каса «${name}»: ${detail}` } }
  }
  return failed
}
