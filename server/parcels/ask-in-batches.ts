import { longestBatch, type StatusAnswer } from '#/server/integrations/carrier/carrier-client.ts'
import type { App } from '#/server/app.ts'
import { askedTtn } from './redirect-rules.ts'
import { countAnswers, failureOfKey, type KeyAnswers } from './sender-rules.ts'
import type { TrackedParcel } from './tracked-parcel.ts'

/** What the carrier answered about some parcels, and when it was asked. */
export interface Answered extends StatusAnswer {
  at: Date
  about: readonly TrackedParcel[]
}

/**
 * One call under way, each of up to a hundred TTNs; a TTN of two orders is asked once. While the next call is out, the
 * answer of the last one is handled. The first failure ends it: the rest stays due.
 */
export async function askInBatches(
  { carrier, clock }: Pick<App, 'carrier' | 'clock'>,
  key: string,
  parcels: readonly TrackedParcel[],
  signal: AbortSignal | undefined,
  deal: (answer: Answered) => Promise<void>,
): Promise<KeyAnswers> {
  const byTtn = Map.groupBy(parcels, askedTtn)
  const ttns = [...byTtn.keys()]
  const outcome: KeyAnswers = { asked: 0, real: 0, own: 0, failure: null }
  let dealing: Promise<void> = Promise.resolve()
  for (const batch of batchesOf(ttns)) {
    if (outcome.failure !== null || signal?.aborted) break
    const at = clock.now()
    const answer = await carrier.askStatuses(key, batch, signal)
    await dealing
    const { real, own } = countAnswers(answer.parcels)
    outcome.asked += batch.length
    outcome.real += real
    outcome.own += own
    outcome.failure = failureOfKey({ real, failure: answer.failure })
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
