import { unknownCode } from '#/contract/carrier-statuses.ts'
import type { CarrierFailure, ParcelStatus, StatusAnswer } from './carrier-client.ts'
import { namesBadNumber } from './classify-error.ts'
import type { Problem, Reading } from './read-answer.ts'
import { fromRecord } from './wire.ts'

type Ask = (ttns: readonly string[]) => Promise<Reading>

/**
 * One TTN of a hundred that the carrier chokes on takes 2·7 calls to find, two of them about twice as many. What is not
 * reached within this many stays unanswered until the next round, which begins with fewer.
 */
const mostCalls = 40

/**
 * A batch that is refused because of some TTN in it is asked again in halves, so that one bad number does not hide the
 * other 99. What has been answered stays answered, whatever comes after.
 */
export async function askInParts(ttns: readonly string[], askOnce: Ask): Promise<StatusAnswer> {
  const [parcels, bad] = [new Map<string, ParcelStatus>(), new Set<string>()]
  let failure: CarrierFailure | null = null
  let unexplained: CarrierFailure | null = null
  let calls = 0
  let isOver = false

  const ask: Ask = async (part) => {
    if (calls >= mostCalls) failure ??= unexplained
    if (isOver || calls >= mostCalls) return { records: [], warnings: [], problem: null }
    calls += 1
    const reading = await askOnce(part)
    const asked = new Set(part)
    for (const parcel of reading.records.map(fromRecord))
      if (parcel !== null && asked.has(parcel.ttn) && !parcels.has(parcel.ttn)) parcels.set(parcel.ttn, parcel)
    for (const ttn of part)
      if (!parcels.has(ttn) && reading.warnings.some((warning) => namesBadNumber(warning, ttn))) bad.add(ttn)
    return reading
  }

  const giveUp = (why: CarrierFailure): void => {
    failure = why
    isOver = true
  }

  const settle = async (part: readonly string[], { problem }: Reading, depth: number): Promise<void> => {
    const open = part.filter((ttn) => !parcels.has(ttn) && !bad.has(ttn))
    const [only] = open
    if (problem === null || only === undefined) return
    if (open.length < part.length) {
      // Some were answered or named as bad: the rest may be well without them.
      if (isOfTheBatch(problem)) return settle(open, await ask(open), depth)
    } else if (open.length > 1 && isOfTheBatch(problem)) return settleHalves(open, problem, depth)
    if (problem.about === 'number' && open.length === 1) bad.add(only)
    else if (problem.about === 'absence' && open.length === 1) parcels.set(only, unknownParcel(only))
    // A bad answer to one TTN says nothing about the others; an overloaded carrier or a rejected key does.
    else if (problem.fewer_may_help) failure ??= problem.failure
    else giveUp(problem.failure)
  }

  const settleHalves = async (part: readonly string[], why: Problem, depth: number): Promise<void> => {
    if (isUnexplained(why)) unexplained = why.failure
    const middle = Math.ceil(part.length / 2)
    const halves = [part.slice(0, middle), part.slice(middle)]
    const readings: [readonly string[], Reading][] = []
    for (const half of halves) readings.push([half, await ask(half)])
    const allFail = readings.every(([, { problem }]) => isUnexplained(problem))
    // Two TTNs may choke it, one in each half; but if their halves fail too, it is not a matter of TTNs.
    if (isUnexplained(why) && allFail && depth > 0 && parcels.size + bad.size === 0) return giveUp(why.failure)
    for (const [half, reading] of readings) await settle(half, reading, depth + 1)
  }

  await settle(ttns, await ask(ttns), 0)
  const unanswered = ttns.filter((ttn) => !parcels.has(ttn) && !bad.has(ttn))
  return {
    parcels: ttns.flatMap((ttn) => parcels.get(ttn) ?? []),
    bad_numbers: ttns.filter((ttn) => bad.has(ttn)),
    unanswered,
    failure: unanswered.length > 0 ? failure : null,
  }
}

const isOfTheBatch = ({ about, fewer_may_help }: Problem): boolean =>
  about === 'number' || about === 'absence' || fewer_may_help

const isUnexplained = (problem: Problem | null): boolean => problem?.about === 'call' && problem.fewer_may_help

/** The carrier has no such parcel, which it says of some numbers in so many words and of others by an error. */
const unknownParcel = (ttn: string): ParcelStatus => ({
  ttn,
  status_code: unknownCode,
  status_text: 'Номер не знайдено',
  own: false,
  sender_phone: null,
  cod_amount: null,
  cod_kind: null,
  paid: false,
  received_at: null,
  made_at: null,
  successor: null,
})
