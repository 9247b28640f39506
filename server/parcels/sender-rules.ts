import { unknownCode } from '#/contract/carrier-statuses.ts'
import type { CarrierFailure, ParcelStatus } from '#/server/integrations/carrier/carrier-client.ts'

/**
 * Whose parcel it is, seen with one key. The carrier may show the sender's phone to the recipient too, so the phone has
 * to be one of the owner's. `unproven`: it is shown, but the phones of the owner are not known (null, or the carrier
 * names none); then nothing is bound, because a receipt of the wrong register costs more than a late one.
 */
export type Sender = 'owner' | 'somebody_else' | 'unproven' | 'not_shown'

export function senderOf({ own, sender_phone }: ParcelStatus, phones: readonly string[] | null): Sender {
  if (!own) return 'not_shown'
  if (phones === null || phones.length === 0) return 'unproven'
  return sender_phone !== null && phones.includes(sender_phone) ? 'owner' : 'somebody_else'
}

/** What came back to all questions with one key. */
export interface KeyAnswers {
  /** How many TTNs were asked about. */
  asked: number
  /** Parcels that exist: an unknown number (3), or no record at all, says nothing of the key. */
  real: number
  /** Of those: how many the carrier shows to the sender. */
  own: number
  failure: CarrierFailure | null
}

export const countAnswers = (parcels: readonly ParcelStatus[]): Pick<KeyAnswers, 'real' | 'own'> => {
  const real = parcels.filter(({ status_code }) => status_code !== null && status_code !== unknownCode)
  return { real: real.length, own: real.filter(({ own }) => own).length }
}

/** The failure that is the key's or the carrier's own; null: the TTNs may be the cause, and the others are asked about. */
export function failureOfKey({ real, failure }: Pick<KeyAnswers, 'real' | 'failure'>): CarrierFailure | null {
  if (failure === null || failure.kind === 'no_records') return null
  // A carrier that fails on one TTN and answers about others has no trouble with the key.
  return failure.kind === 'bad_answer' && real > 0 ? null : failure
}

/**
 * The answers do not show whether the key or a TTN is the cause, so the carrier has to be asked about the key itself:
 * parcels known to be of this key are all masked, or the only one that was asked about brought nonsense.
 */
export function isSuspect({ asked, real, own, failure }: KeyAnswers, are_bound: boolean): boolean {
  if (failure === null) return are_bound && real > 0 && own === 0
  return failure.kind === 'bad_answer' && asked === 1
}
