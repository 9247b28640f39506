import type { FiscalFailure, RegisterCredentials } from './fiscal-client.ts'

/**
 * What a receipt needs of the provider. Its create has no id of ours and no idempotency key, and its list no filter by TTN:
 * so every outcome says what it proves, and nothing is retried in here that may have had an effect.
 */
export interface EttnClient {
  kind: 'real' | 'stub'
  /** One call, or none: `send_before` is checked on the monotonic clock right before the first byte. */
  create(credentials: RegisterCredentials, request: SendRequest): Promise<SendOutcome>
  /** `relation_id` of the prepayment chain the document belongs to, null for a plain one. */
  remove(credentials: RegisterCredentials, document: RemoveRequest): Promise<RemoveOutcome>
  find(credentials: RegisterCredentials, id: string, signal?: AbortSignal): Promise<FindOutcome<EttnDocument>>
  /** Every document made since then, all pages of it, or a failure: a list that was cut short is no list. */
  list(credentials: RegisterCredentials, since: Date, signal?: AbortSignal): Promise<ListOutcome>
  /** The fiscal receipt behind a document, or of a prepayment (by the id we gave it). */
  findReceipt(credentials: RegisterCredentials, id: string, signal?: AbortSignal): Promise<FindOutcome<FiscalReceipt>>
  /** A prepayment needs an open shift; an ETTN does not. Opens one if there is none, and waits until it is open. */
  openShift(credentials: RegisterCredentials, signal?: AbortSignal): Promise<ShiftOutcome>
}

export const documentKinds = ['ettn', 'ettn_rest', 'prepayment'] as const
/** `ettn`: a whole order. `ettn_rest`: what is left after a prepayment. `prepayment`: the advance itself, fiscalized at once. */
export type DocumentKind = (typeof documentKinds)[number]

export interface SendRequest {
  kind: DocumentKind
  /** The frozen body, byte for byte the same at every attempt. */
  body: string
  /** `performance.now()` after which no byte may leave. */
  send_before: number
  timeoutMs: number
  signal?: AbortSignal
}

export const documentStatuses = [
  'waiting',
  'fiscalized',
  'receipt_error',
  'cancelled',
  'returned',
  'unrecognised',
] as const

export interface EttnDocument {
  id: string
  ttn: string | null
  amount: number | null
  /** Which register made it, as far as the provider says: its fiscal number. */
  register_fiscal_number: string | null
  status: (typeof documentStatuses)[number]
  /** The provider's own word; an unknown one is kept and shown. */
  raw_status: string
  created_at: string | null
  receipt_id: string | null
  return_receipt_id: string | null
  /** Why fiscalizing failed, in the provider's words. */
  error: string | null
}

export interface FiscalReceipt {
  id: string
  status: 'pending' | 'done' | 'error'
  fiscal_code: string | null
  fiscalized_at: string | null
  /** The page for the buyer. */
  receipt_url: string | null
  amount: number | null
  error: string | null
}

/**
 * `positive`: it is there. `refused`: surely not stored (422, codes known to store nothing, bad credentials). `answered`: a
 * business refusal that proves only that nothing is under way any more. `ambiguous`: nobody can tell. `not_sent`: not one byte
 * left. `misconfigured` marks what only a person can mend (HTML, 404 on the path, 405, 415).
 */
export type SendOutcome =
  | { kind: 'positive'; document: EttnDocument }
  | { kind: 'refused'; failure: FiscalFailure; code: string | null }
  | { kind: 'answered'; failure: FiscalFailure; code: string | null }
  | { kind: 'ambiguous'; failure: FiscalFailure; retry_after_seconds: number | null; misconfigured: boolean }
  | { kind: 'not_sent'; failure: FiscalFailure }

export interface RemoveRequest {
  kind: DocumentKind
  id: string
  relation_id: string | null
  send_before: number
  timeoutMs: number
  signal?: AbortSignal
}

/** `gone`: removed now, or not there any more (404, 410). */
export type RemoveOutcome =
  | { kind: 'gone' }
  | { kind: 'refused'; failure: FiscalFailure }
  | { kind: 'ambiguous'; failure: FiscalFailure; retry_after_seconds: number | null }
  | { kind: 'not_sent'; failure: FiscalFailure }

/** `absent` only when the provider said so of this very id. */
export type FindOutcome<Found> =
  | { kind: 'found'; found: Found }
  | { kind: 'absent' }
  | { kind: 'failed'; failure: FiscalFailure; retry_after_seconds: number | null }

export type ListOutcome =
  | { kind: 'whole'; documents: EttnDocument[] }
  | { kind: 'failed'; failure: FiscalFailure; retry_after_seconds: number | null }

export type ShiftOutcome = { kind: 'open' } | { kind: 'failed'; failure: FiscalFailure; may_retry: boolean }
