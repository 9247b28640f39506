import { isActive, type CarrierKeyHolder, type CarrierKeys } from '#/server/cash-registers/secrets/carrier-keys.ts'
import { learnOwnerPhones } from '#/server/cash-registers/secrets/learn-owner-phones.ts'
import { askInBatches } from './ask-in-batches.ts'
import { areAlive, noteKeyAnswers } from './note-key-answers.ts'
import { askedTtn } from './redirect-rules.ts'
import { searchSender } from './search-sender.ts'
import { storeAnswer } from './store-answer.ts'
import type { TrackedParcel } from './tracked-parcel.ts'
import type { TrackingApp, TrackingReport } from './tracking-round.ts'

/**
 * Finds the sender of parcels: all are asked with the default register's key, those not proven to be its owner's with the next
 * one's, and so on, those of switched-off registers last. While the key of an active register could not be used, only a phone of the
 * owner proves the sender; while any could not, no parcel counts as a stranger's. A stranger's is asked again later and later.
 */
export async function bindParcels(
  app: TrackingApp,
  { holders, every_active, everybody }: CarrierKeys,
  parcels: readonly TrackedParcel[],
  report: TrackingReport,
  signal?: AbortSignal,
): Promise<void> {
  let unsettled = parcels
  // The question about their own parcels may have shown that some keys get no answer now.
  const usable = withoutTwins(holders.filter(({ name }) => !report.troubled.includes(name)))
  const isAlone = everybody && withoutTwins(holders).length === 1
  const search = searchSender()
  const hasTrouble = (some: readonly CarrierKeyHolder[]) => some.some(({ name }) => report.troubled.includes(name))
  for (const [index, holder] of usable.entries()) {
    if (unsettled.length === 0 || signal?.aborted) return
    const phones = holder.phones ?? (isAlone ? null : await learnOwnerPhones(app, holder, signal))
    const is_over = index === usable.length - 1
    let showsOthers = false
    const outcome = await askInBatches(app, holder.carrier_key, unsettled, signal, async (answer) => {
      if (search.note({ ...holder, phones }, answer)) showsOthers = true
      report.answered += answer.parcels.length
      const asked = {
        every_active: every_active && !hasTrouble(holders.filter(isActive)),
        everybody: everybody && !hasTrouble(holders),
      }
      const blind = is_over ? search.blindAbout(usable, answer.parcels) : []
      const turn = { ...(await provenBy(app, asked, blind, signal)), is_over, at: answer.at }
      report.changed += await storeAnswer(app, answer, (parcel) => search.judge(askedTtn(parcel), turn))
    })
    unsettled = unsettled.filter((parcel) => !search.isSettled(askedTtn(parcel)))
    if (await noteKeyAnswers(app, holder, outcome, { are_bound: false, signal })) report.troubled.push(holder.name)
    // The owner may have a new phone since it was stored; it counts from the next question on.
    if (showsOthers && !isAlone && holder.phones !== null) await learnOwnerPhones(app, holder, signal)
  }
}

/** Which keys have answered, once those that were shown no sender are known to work. */
export async function provenBy(
  app: TrackingApp,
  { every_active, everybody }: Omit<CarrierKeys, 'holders'>,
  blind: readonly CarrierKeyHolder[],
  signal?: AbortSignal,
): Promise<Omit<CarrierKeys, 'holders'>> {
  const isSure = every_active && (await areAlive(app, blind.filter(isActive), signal))
  const isCertain =
    isSure &&
    everybody &&
    (await areAlive(
      app,
      blind.filter((holder) => !isActive(holder)),
      signal,
    ))
  return { every_active: isSure, everybody: isCertain }
}

/** Two registers may have the same key; the first one speaks for it. */
export const withoutTwins = (holders: readonly CarrierKeyHolder[]): CarrierKeyHolder[] =>
  [...new Map(holders.toReversed().map((holder) => [holder.carrier_key, holder])).values()].toReversed()
