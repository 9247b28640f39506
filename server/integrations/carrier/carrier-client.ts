/** What the carrier says of one TTN, in our words: kopiykas, instants with Z. */
export interface ParcelStatus {
  ttn: string
  /** null: the answer has no readable code. A code of the future is kept as it is. */
  status_code: number | null
  /** The carrier's own words, for people; decisions are made on the code. */
  status_text: string
  /** The carrier shows us the sender's phone, as it does to the sender and perhaps to the recipient. */
  own: boolean
  /** 380XXXXXXXXX where it can be read; null: not shown. It distinguishes a sender's key from a recipient's, and is never stored. */
  sender_phone: string | null
  /** null: not shown (as to a stranger); 0: there is nothing to pay. */
  cod_amount: number | null
  /** null with an amount of 0 or null. An ETTN receipt is possible for payment control only. */
  cod_kind: 'payment_control' | 'money_transfer' | null
  paid: boolean
  received_at: string | null
  /** When the waybill was made; null: the answer has no such time. */
  made_at: string | null
  /** The parcel that replaces this one. */
  successor: { ttn: string; kind: 'return' | 'redirect' } | null
}

/**
 * Why an answer is missing. Each kind needs another action of a person: `key_rejected` (the register's key is bad,
 * expired or missing), `rate_limited`, `daily_limit` (no more today), `unreachable`, `timeout`, `unavailable` (5xx, the
 * carrier says so, or the breaker is open after too many failures), `bad_answer` (not the protocol), `no_records` (an
 * answer with nothing in it: of these TTNs the carrier says nothing, and of the key nothing either).
 */
export const carrierFailureKinds = [
  'key_rejected',
  'rate_limited',
  'daily_limit',
  'unreachable',
  'timeout',
  'unavailable',
  'bad_answer',
  'no_records',
] as const
export type CarrierFailureKind = (typeof carrierFailureKinds)[number]

export interface CarrierFailure {
  kind: CarrierFailureKind
  /** For the log and the person: what exactly, without any key. Ukrainian. */
  detail: string
  /** Wait at least so long before the next call; null: the carrier did not say. */
  retry_after_seconds: number | null
}

/**
 * Every TTN that was asked is in exactly one of the three lists. `failure` says why some are unanswered, if that was a
 * failure: a part of the batch may have been answered before it.
 */
export interface StatusAnswer {
  parcels: ParcelStatus[]
  /** No TTNs at all, by their form or because the carrier says so: never worth asking again as they are. */
  bad_numbers: string[]
  unanswered: string[]
  failure: CarrierFailure | null
}

/** The owner of the key. `phones` may be empty: the carrier does not show them for every key. */
export interface KeyOwner {
  name: string
  phones: string[]
}

export type KeyOwnerOutcome = { ok: true; owner: KeyOwner } | { ok: false; failure: CarrierFailure }

/** The most TTNs in one call. */
export const longestBatch = 100

export interface CarrierClient {
  kind: 'real' | 'stub'
  /** At most `longestBatch` different TTNs. Never throws for anything the carrier does. */
  askStatuses(key: string, ttns: readonly string[], signal?: AbortSignal): Promise<StatusAnswer>
  askKeyOwner(key: string, signal?: AbortSignal): Promise<KeyOwnerOutcome>
}
