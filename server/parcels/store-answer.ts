import type { ParcelProblem } from '#/contract/orders.ts'
import type { App } from '#/server/context.ts'
import type { ParcelStatus } from '#/server/integrations/carrier/carrier-client.ts'
import type { Answered } from './ask-in-batches.ts'
import { afterAnswer, type TrackedParcel } from './rules.ts'
import { applyChanges, type Change } from './tracking-store.ts'

/** Whose parcel it is, as far as this answer tells; null: it is not to be stored yet. */
export type Judge = (
  parcel: TrackedParcel,
  said: ParcelStatus,
) => { cash_register_id: string | null; own: boolean | null } | null

/** Stores what an answer says of the parcels it is about, and tells the screens. Returns how many orders changed. */
export async function storeAnswer(
  app: Pick<App, 'db' | 'config'>,
  { about, parcels, bad_numbers, at }: Answered,
  judge: Judge,
): Promise<number> {
  const said = new Map(parcels.map((parcel) => [parcel.ttn, parcel]))
  const bad = new Set(bad_numbers)
  const changes = about.flatMap((known): Change[] => {
    if (bad.has(known.ttn)) return [asBadNumber(known, at)]
    const status = said.get(known.ttn)
    const judged = status && judge(known, status)
    if (!judged) return []
    const after = afterAnswer(known, status, { at, ...judged }, app.config.worker_intervals.track)
    return [{ known, after }]
  })
  return applyChanges(app.db, at, changes)
}

/** As it stands it will never be found; an edited TTN starts anew. */
const asBadNumber = (known: TrackedParcel, at: Date): Change => ({
  known,
  after: { ...known, checked_at: at.toISOString(), due_at: null, problem: badNumber(at) },
})

const badNumber = (at: Date): ParcelProblem => ({
  kind: 'bad_number',
  detail: 'Нова пошта не вважає це номером ТТН. Перевірте номер і виправте його в замовленні.',
  since: at.toISOString(),
})
