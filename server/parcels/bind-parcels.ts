import type { CarrierKeyHolder } from '#/server/cash-registers/carrier-keys.ts'
import { askInBatches } from './ask-in-batches.ts'
import { mindRegister } from './mind-register.ts'
import type { TrackedParcel } from './rules.ts'
import { storeAnswer } from './store-answer.ts'
import type { TrackingApp, TrackingReport } from './track-parcels.ts'

/**
 * Finds whose parcels these are: all are asked with the default register's key, those it did not send with the next
 * one's, and so on. Nobody's are not asked again for a while, longer each time; while some key could not be asked
 * (`everybody` is false), nothing is said of whose they are.
 */
export async function bindParcels(
  app: TrackingApp,
  { holders, everybody }: { holders: readonly CarrierKeyHolder[]; everybody: boolean },
  parcels: readonly TrackedParcel[],
  report: TrackingReport,
  signal?: AbortSignal,
): Promise<void> {
  let left = parcels
  // Asking about their own parcels may have shown some not to be answered now.
  const usable = holders.filter(({ name }) => !report.troubled.includes(name))
  for (const [index, holder] of usable.entries()) {
    if (left.length === 0 || signal?.aborted) return
    const isLast = index === usable.length - 1
    const nobodys = { cash_register_id: null, own: everybody && report.troubled.length === 0 ? false : null }
    const settled = new Set<string>()
    const { failure } = await askInBatches(app, holder.carrier_key, left, signal, async (answer) => {
      for (const { ttn, own } of answer.parcels) if (own) settled.add(ttn)
      for (const ttn of answer.bad_numbers) settled.add(ttn)
      report.answered += answer.parcels.length
      report.changed += await storeAnswer(app, answer, (_parcel, said) =>
        said.own ? { cash_register_id: holder.id, own: true } : isLast ? nobodys : null,
      )
    })
    left = left.filter(({ ttn }) => !settled.has(ttn))
    if (failure !== null) report.troubled.push(holder.name)
    await mindRegister(app, holder, failure)
  }
}
