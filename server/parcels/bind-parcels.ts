import type { CarrierKeyHolder } from '#/server/cash-registers/secrets/carrier-keys.ts'
import { learnOwnerPhones } from '#/server/cash-registers/secrets/learn-owner-phones.ts'
import { askInBatches } from './ask-in-batches.ts'
import { noteKeyAnswers } from './note-key-answers.ts'
import { askedTtn } from './redirect-rules.ts'
import { searchSender } from './search-sender.ts'
import { storeAnswer } from './store-answer.ts'
import type { TrackedParcel } from './tracked-parcel.ts'
import type { TrackingApp, TrackingReport } from './tracking-round.ts'

/**
 * Finds the sender of parcels: all are asked with the default register's key, those it did not send with the next
 * one's, and so on. Parcels of no register are asked again later and later; while some key could not be used
 * (`everybody` is false), nothing is decided about the sender.
 */
export async function bindParcels(
  app: TrackingApp,
  { holders, everybody }: { holders: readonly CarrierKeyHolder[]; everybody: boolean },
  parcels: readonly TrackedParcel[],
  report: TrackingReport,
  signal?: AbortSignal,
): Promise<void> {
  let unsettled = parcels
  // The question about their own parcels may have shown that some keys get no answer now.
  const usable = holders.filter(({ name }) => !report.troubled.includes(name))
  const search = searchSender()
  for (const [index, holder] of usable.entries()) {
    if (unsettled.length === 0 || signal?.aborted) return
    const phones = holder.phones ?? (await learnOwnerPhones(app, holder, signal))
    const turn = { is_over: index === usable.length - 1, is_sure: everybody && report.troubled.length === 0 }
    let showsOthers = false
    const outcome = await askInBatches(app, holder.carrier_key, unsettled, signal, async (answer) => {
      if (search.note({ ...holder, phones }, answer)) showsOthers = true
      report.answered += answer.parcels.length
      report.changed += await storeAnswer(app, answer, (parcel) => search.judge(askedTtn(parcel), turn))
    })
    unsettled = unsettled.filter((parcel) => !search.isSettled(askedTtn(parcel)))
    if (await noteKeyAnswers(app, holder, outcome, { are_bound: false, signal })) report.troubled.push(holder.name)
    // The owner may have a new phone since it was stored; it counts from the next question on.
    if (showsOthers && holder.phones !== null) await learnOwnerPhones(app, holder, signal)
  }
}
