import type { ParcelProblem } from '#/contract/orders.ts'
import type { App } from '#/server/app.ts'
import type { ParcelStatus } from '#/server/integrations/carrier/carrier-client.ts'
import type { Answered } from './ask-in-batches.ts'
import { askedTtn } from './redirect-rules.ts'
import { afterAnswer, afterNoAnswer, type Ownership } from './rules.ts'
import type { TrackedParcel } from './tracked-parcel.ts'
import { applyChanges, type Change } from './tracking-store.ts'

/** Which words of the carrier count, and what they show of the sender. */
export interface Judgement extends Ownership {
  said: ParcelStatus
}

/** `said`: what this answer says of the parcel, if anything. null: nothing is to be stored yet. */
export type Judge = (parcel: TrackedParcel, said: ParcelStatus | undefined) => Judgement | null | undefined

/** Stores what an answer says of its parcels, and announces the changes. Returns how many orders changed. */
export async function storeAnswer(app: Pick<App, 'db' | 'config'>, answer: Answered, judge: Judge): Promise<number> {
  const { about, parcels, at } = answer
  const said = new Map(parcels.map((parcel) => [parcel.ttn, parcel]))
  const [bad, silent] = [new Set(answer.bad_numbers), new Set(withoutWord(answer))]
  const shortest = app.config.worker_intervals.track
  const changes = about.flatMap((known): Change[] => {
    const ttn = askedTtn(known)
    if (known.asked_ttn !== null && (bad.has(ttn) || silent.has(ttn)))
      return [{ known, after: afterNoAnswer(known, at, shortest) }]
    if (bad.has(ttn)) return [asBadNumber(known, at)]
    const judged = judge(known, said.get(ttn))
    return judged ? [{ known, after: afterAnswer(known, judged.said, { at, ...judged }, shortest) }] : []
  })
  return applyChanges(app.db, at, changes)
}

/** TTNs that the carrier left out of its answer; those not asked about because of a failure are not among them. */
const withoutWord = ({ unanswered, failure }: Answered): string[] =>
  failure === null || failure.kind === 'no_records' ? unanswered : []

/** As it is it will never be found; an edited TTN starts anew. */
const asBadNumber = (known: TrackedParcel, at: Date): Change => ({
  known,
  after: { ...known, checked_at: at.toISOString(), due_at: null, problem: badNumber(at) },
})

const badNumber = (at: Date): ParcelProblem => ({
  kind: 'bad_number',
  detail: 'Нова пошта не вважає це номером ТТН. Перевірте номер і виправте його в замовленні.',
  since: at.toISOString(),
})
