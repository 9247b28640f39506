import { AppError, type ErrorCode } from '#/contract/errors.ts'
import { listCarrierKeys, type CarrierKeyHolder } from '#/server/cash-registers/carrier-keys.ts'
import type { CarrierFailure, CarrierFailureKind } from '#/server/integrations/carrier/carrier-client.ts'
import { mindRegister } from './mind-register.ts'
import type { TrackedParcel } from './rules.ts'
import { storeAnswer } from './store-answer.ts'
import type { TrackingApp } from './track-parcels.ts'
import { findTracked } from './tracking-store.ts'

const refusals: Record<CarrierFailureKind, ErrorCode> = {
  key_rejected: 'carrier.key_rejected',
  daily_limit: 'carrier.busy',
  rate_limited: 'carrier.busy',
  unreachable: 'carrier.unreachable',
  timeout: 'carrier.timeout',
  unavailable: 'carrier.unavailable',
  bad_answer: 'carrier.bad_answer',
}

export const trackingErrors: readonly ErrorCode[] = [
  'parcel.no_ttn',
  'parcel.bad_ttn',
  'parcel.no_register',
  ...new Set(Object.values(refusals)),
]

/** A person wants to know now. A register that is left alone is asked all the same: perhaps its key was just mended. */
export async function trackOrder(app: TrackingApp, orderId: string, signal?: AbortSignal): Promise<void> {
  const parcel = await findTracked(app.db, orderId)
  if (!parcel) throw new AppError('parcel.no_ttn')
  const holders = (await listCarrierKeys(app)).filter(
    ({ id }) => parcel.cash_register_id === null || parcel.cash_register_id === id,
  )
  if (holders.length === 0) throw new AppError('parcel.no_register')
  const failure = await askOneAfterAnother(app, holders, parcel, signal)
  if (failure) throw new AppError(refusals[failure.kind], { detail: failure.detail })
}

/** Until a key is the sender's. A failure of one counts only if no other answered. */
async function askOneAfterAnother(
  app: TrackingApp,
  holders: readonly CarrierKeyHolder[],
  parcel: TrackedParcel,
  signal?: AbortSignal,
): Promise<CarrierFailure | null> {
  const failures: CarrierFailure[] = []
  for (const [index, holder] of holders.entries()) {
    const at = app.clock.now()
    const answer = await app.carrier.askStatuses(holder.carrier_key, [parcel.ttn], signal)
    if (answer.bad_numbers.length > 0) {
      await storeAnswer(app, { ...answer, at, about: [parcel] }, () => null)
      throw new AppError('parcel.bad_ttn')
    }
    await mindRegister(app, holder, answer.failure)
    if (answer.failure) {
      failures.push(answer.failure)
      continue
    }
    const isBound = parcel.cash_register_id !== null
    const isMine = answer.parcels.some(({ own }) => own)
    const nobodys = { cash_register_id: null, own: failures.length === 0 ? false : null }
    const isLast = index === holders.length - 1
    if (!isBound && !isMine && !isLast) continue
    await storeAnswer(app, { ...answer, at, about: [parcel] }, () =>
      isBound || isMine ? { cash_register_id: holder.id, own: true } : nobodys,
    )
    return null
  }
  return failures[0] ?? null
}
