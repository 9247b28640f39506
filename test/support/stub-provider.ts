import { inject, onTestFinished } from 'vitest'
import type { DocumentKind, SendOutcome } from '#/server/integrations/fiscal/ettn-client.ts'
import { createStubEttnClient } from '#/server/integrations/fiscal/stub/ettn-client.ts'
import type { StubProvider } from '#/server/integrations/fiscal/stub/current-document.ts'
import { openDatabase } from '#/server/platform/database/database.ts'
import { createLog } from '#/server/platform/log.ts'
import { copyTemplate } from './template-database.ts'

export type Parcel = Awaited<ReturnType<StubProvider['isPaid']>>

/** The stub of the provider on a database of its own, with parcels and a clock that the test moves. */
export async function startStubProvider() {
  const database = await openDatabase({
    database_url: await copyTemplate(inject('server_url'), inject('template')),
    data_dir: '/nonexistent',
    claim: 'own',
    log: createLog('silent'),
  })
  onTestFinished(() => database.close())
  let now = Date.parse('2026-03-02T09:00:00.000Z')
  const parcels = new Map<string, Parcel>()
  const provider: StubProvider = {
    db: database.db,
    clock: { now: () => new Date(now) },
    isPaid: async (ttn) => parcels.get(ttn) ?? 'waiting',
  }
  return {
    ...provider,
    client: createStubEttnClient(provider),
    /** The same provider as another process knows it. */
    another: () => createStubEttnClient(provider),
    setParcel: (ttn: string, parcel: Parcel) => void parcels.set(ttn, parcel),
    later: (ms: number) => void (now += ms),
  }
}

/** A permit for one call without a deadline. */
export const permit = () => ({ permit: { leftMs: () => 60_000 }, timeoutMs: 30_000 })
export const asked = (kind: DocumentKind, body: string) => ({ kind, body, ...permit() })

/** The document of an outcome that must be positive. */
export function documentOf(outcome: SendOutcome) {
  if (outcome.kind !== 'positive') throw new Error(`not created: ${JSON.stringify(outcome)}`)
  return outcome.document
}
