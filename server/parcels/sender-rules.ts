import { unknownCode } from '#/contract/carrier-statuses.ts'
import type { CarrierFailure, ParcelStatus } from '#/server/integrations/carrier/carrier-client.ts'

/**
 * What one key shows of the sender of a parcel. `owner`: a phone of the key's owner. `shown`: another phone, or the phones of the owner
 * are not known. The carrier shows the sender to the sender's key, and perhaps to the recipient's.
 */
export type Sender = 'owner' | 'shown' | 'not_shown'

export function senderOf({ own, sender_phone }: ParcelStatus, phones: readonly string[] | null): Sender {
  if (!own) return 'not_shown'
  return sender_phone !== null && phones?.includes(sender_phone) ? 'owner' : 'shown'
}

/** A register whose key is shown the sender of a parcel. */
export interface ShownTo {
  id: string
  name: string
  is_owner: boolean
}

/**
 * Whose parcel it is: the register's whose key is shown the sender. Phones only decide between several such keys, so without one of the
 * owner's every key must have answered. null: no key is, or it is in doubt.
 */
export function registerOf(shownTo: readonly ShownTo[], everyKey: boolean): string | null {
  const owner = shownTo.find(({ is_owner }) => is_owner)
  if (owner !== undefined) return owner.id
  const [only, other] = shownTo
  return everyKey && only !== undefined && other === undefined ? only.id : null
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
