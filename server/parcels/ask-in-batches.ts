import { longestBatch, type CarrierFailure, type StatusAnswer } from '#/server/integrations/carrier/carrier-client.ts'
import type { App } from '#/server/context.ts'
import type { TrackedParcel } from './rules.ts'

/** What the carrier answered about some parcels, and when it was asked. */
export interface Answered extends StatusAnswer {
  at: Date
  about: readonly TrackedParcel[]
}

export interface BatchesOutcome {
  answered: number
  /** Of those: how many the carrier knows as sent by the owner of the key. */
  own: number
  failure: CarrierFailure | null
}

/**
 * One call under way, each of up to a hundred TTNs; a TTN of two orders is asked once. While the next call is out, the
 * answer of the last one is dealt with. The first failure ends it: what is left stays due.
 */
export async function askInBatches(
  { carrier, clock }: Pick<App, 'carrier' | 'clock'>,
  key: string,
  parcels: readonly TrackedParcel[],
  signal: AbortSignal | undefined,
  deal: (answer: Answered) => Promise<void>,
): Promise<BatchesOutcome> {
  const byTtn = Map.groupBy(parcels, ({ ttn }) => ttn)
  const ttns = [...byTtn.keys()]
  const outcome: BatchesOutcome = { answered: 0, own: 0, failure: null }
  let dealing: Promise<void> = Promise.resolve()
  for (const batch of batchesOf(ttns)) {
    if (outcome.failure !== null || signal?.aborted) break
    const at = clock.now()
    const answer = await carrier.askStatuses(key, batch, signal)
    await dealing
    outcome.answered += answer.parcels.length
    outcome.own += answer.parcels.filter(({ own }) => own).length
    outcome.failure = answer.failure
    dealing = deal({ ...answer, at, about: batch.flatMap((ttn) => byTtn.get(ttn) ?? []) })
    // Awaited a call later; a failure meanwhile must not count as unhandled.
    dealing.catch(() => undefined)
  }
  await dealing
  return outcome
}

function* batchesOf(ttns: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ttns.length; start += longestBatch) yield ttns.slice(start, start + longestBatch)
}
