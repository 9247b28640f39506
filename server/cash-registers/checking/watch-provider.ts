import type { App } from '#/server/app.ts'
import type { EttnClient } from '#/server/integrations/fiscal/ettn-client.ts'
import type { FiscalFailure } from '#/server/integrations/fiscal/fiscal-client.ts'
import { whatWasHeard } from '../register/provider-silence.ts'
import { endSilence, noteSilence } from '../register/provider-silence-store.ts'
import type { RegisterRow } from '../register/store.ts'

type Outcome = Awaited<ReturnType<EttnClient[Exclude<keyof EttnClient, 'kind' | 'aheadMs'>]>>

/**
 * The same client, but every answer and every silence in this register's name is noted, so that an outage is on the screens
 * when receipts meet it and off them when they get through. While all is well that costs no statement. Calls of one piece of work
 * that are lost one after another meet the same break, and count once.
 */
export function watchProvider(
  { db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>,
  { id, provider_silence }: Pick<RegisterRow, 'id' | 'provider_silence'>,
  client: EttnClient,
): EttnClient {
  if (client.kind === 'stub') return client
  let isSilent = provider_silence !== null
  let isNoted = false

  async function hear(failure: FiscalFailure | null): Promise<void> {
    const heard = whatWasHeard(failure)
    if (heard === 'nothing') return
    if (failure !== null && heard === 'silence' && !isNoted)
      await noteSilence(db, id, { detail: failure.detail, at: clock.now() })
    else if (heard === 'answer' && isSilent) await endSilence(db, id)
    isSilent = heard === 'silence'
    isNoted = isSilent
  }

  async function listen<Heard extends Outcome>(asked: Promise<Heard>, signal?: AbortSignal): Promise<Heard> {
    const outcome = await asked
    // A caller that stopped waiting has learnt nothing of the provider.
    if (signal?.aborted) return outcome
    // What the call has done matters more than this note of it.
    await hear('failure' in outcome ? outcome.failure : null).catch((error: unknown) =>
      log.warn({ err: error, cash_register_id: id }, 'whether the provider answers was not noted'),
    )
    return outcome
  }

  return {
    kind: client.kind,
    aheadMs: client.aheadMs,
    create: (credentials, request) => listen(client.create(credentials, request), request.signal),
    remove: (credentials, document) => listen(client.remove(credentials, document), document.signal),
    find: (credentials, document, signal) => listen(client.find(credentials, document, signal), signal),
    list: (credentials, window, signal) => listen(client.list(credentials, window, signal), signal),
    findReceipt: (credentials, receipt, signal) => listen(client.findReceipt(credentials, receipt, signal), signal),
    findChain: (credentials, relation, signal) => listen(client.findChain(credentials, relation, signal), signal),
    searchChains: (credentials, search, signal) => listen(client.searchChains(credentials, search, signal), signal),
    fiscalize: (credentials, document, signal) => listen(client.fiscalize(credentials, document, signal), signal),
    sendCopy: (credentials, receipt, to, signal) => listen(client.sendCopy(credentials, receipt, to, signal), signal),
    openShift: (credentials, signal) => listen(client.openShift(credentials, signal), signal),
  }
}
