import { AppError, type ErrorCode } from '#/contract/errors.ts'
import {
  isActive,
  listCarrierKeys,
  type CarrierKeyHolder,
  type CarrierKeys,
} from '#/server/cash-registers/secrets/carrier-keys.ts'
import { learnOwnerPhones } from '#/server/cash-registers/secrets/learn-owner-phones.ts'
import type { CarrierFailure, CarrierFailureKind } from '#/server/integrations/carrier/carrier-client.ts'
import { provenBy, withoutTwins } from './bind-parcels.ts'
import { judgeOwn } from './judge-own.ts'
import { noteKeyAnswers } from './note-key-answers.ts'
import { askedTtn } from './redirect-rules.ts'
import { searchSender } from './search-sender.ts'
import { countAnswers } from './sender-rules.ts'
import { storeAnswer } from './store-answer.ts'
import type { TrackedParcel } from './tracked-parcel.ts'
import type { TrackingApp } from './tracking-round.ts'
import { findTracked } from './tracking-store.ts'

const refusals: Record<CarrierFailureKind, ErrorCode> = {
  key_rejected: 'carrier.key_rejected',
  daily_limit: 'carrier.busy',
  rate_limited: 'carrier.busy',
  unreachable: 'carrier.unreachable',
  timeout: 'carrier.timeout',
  unavailable: 'carrier.unavailable',
  bad_answer: 'carrier.bad_answer',
  no_records: 'carrier.bad_answer',
}

export const trackingErrors: readonly ErrorCode[] = [
  'parcel.no_ttn',
  'parcel.bad_ttn',
  'parcel.no_register',
  ...new Set(Object.values(refusals)),
]

/**
 * A person wants to know now. A paused register is asked all the same: perhaps its key was just corrected. A redirected
 * parcel is followed to its end, each TTN asked about once.
 */
export async function trackOrder(app: TrackingApp, orderId: string, signal?: AbortSignal): Promise<void> {
  const asked = new Set<string>()
  for (;;) {
    const parcel = await findTracked(app.db, orderId)
    if (!parcel) throw new AppError('parcel.no_ttn')
    const isFirst = asked.size === 0
    if (asked.has(askedTtn(parcel)) || (!isFirst && parcel.asked_ttn === null)) return
    asked.add(askedTtn(parcel))
    const keys = await listCarrierKeys(app)
    const { cash_register_id: boundTo } = parcel
    const holders = boundTo === null ? withoutTwins(keys.holders) : keys.holders.filter(({ id }) => id === boundTo)
    if (holders.length === 0) throw new AppError('parcel.no_register')
    const failure = await askOneAfterAnother(app, { ...keys, holders }, parcel, signal)
    // A failure with a successor comes again at the next round: the parcel itself was asked about.
    if (failure && isFirst) throw new AppError(refusals[failure.kind], { detail: failure.detail })
  }
}

/** Until a key is the sender's. A failure of one counts only if no other answered. */
async function askOneAfterAnother(
  app: TrackingApp,
  { holders, ...keys }: CarrierKeys,
  parcel: TrackedParcel,
  signal?: AbortSignal,
): Promise<CarrierFailure | null> {
  const failures: CarrierFailure[] = []
  const failed: CarrierKeyHolder[] = []
  const search = searchSender()
  const are_bound = parcel.cash_register_id !== null
  for (const [index, holder] of holders.entries()) {
    const knowsPhones = are_bound || holders.length === 1 || holder.phones !== null
    const phones = knowsPhones ? holder.phones : await learnOwnerPhones(app, holder, signal)
    const at = app.clock.now()
    const said = await app.carrier.askStatuses(holder.carrier_key, [askedTtn(parcel)], signal)
    const answer = { ...said, at, about: [parcel] }
    search.note({ ...holder, phones }, answer)
    if (said.failure) failures.push(said.failure)
    if (said.failure) failed.push(holder)
    const is_over = index === holders.length - 1
    const asked = {
      every_active: keys.every_active && !failed.some(isActive),
      everybody: keys.everybody && failed.length === 0,
    }
    const blind = is_over && !are_bound ? search.blindAbout(holders, said.parcels) : []
    const turn = { ...(await provenBy(app, asked, blind, signal)), is_over, at }
    await storeAnswer(app, answer, are_bound ? judgeOwn(holder, at) : () => search.judge(askedTtn(parcel), turn))
    if (said.bad_numbers.length > 0 && parcel.asked_ttn === null) throw new AppError('parcel.bad_ttn')
    const answers = { asked: 1, ...countAnswers(said.parcels), failure: said.failure }
    await noteKeyAnswers(app, holder, answers, { are_bound, signal })
    if (search.isSettled(askedTtn(parcel))) return null
  }
  return failures.length === holders.length ? (failures[0] ?? null) : null
}
