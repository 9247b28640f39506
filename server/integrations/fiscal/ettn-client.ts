import type { Permit } from '#/server/platform/permit.ts'
import type { FiscalFailure, RegisterCredentials } from './fiscal-client.ts'

/**
 * What a receipt needs of the provider. Its create has no id of ours and no idempotency key, and its list no filter by TTN:
 * so every outcome says what it proves, and nothing is retried in here that may have had an effect.
 */
export interface EttnClient {
  kind: 'real' | 'stub'
  /** How far our clock is ahead of the provider's, by its last answer: negative when behind, 0 before the first answer. */
  aheadMs(): number
  /** One call, or none: whether the permit lasts is asked right before the first byte. */
  create(credentials: RegisterCredentials, request: SendRequest): Promise<SendOutcome>
  /** `relation_id` of the prepayment chain the document belongs to, null for a plain one. */
  remove(credentials: RegisterCredentials, document: RemoveRequest): Promise<RemoveOutcome>
  find(credentials: RegisterCredentials, id: string, signal?: AbortSignal): Promise<FindOutcome<EttnDocument>>
  /** Every document of the window, all pages of it, or a failure: a list that was cut short is no list. */
  list(credentials: RegisterCredentials, window: ListWindow, signal?: AbortSignal): Promise<ListOutcome>
  /** The fiscal receipt behind a document, or of a prepayment (by the id we gave it). */
  findReceipt(credentials: RegisterCredentials, id: string, signal?: AbortSignal): Promise<FindOutcome<FiscalReceipt>>
  /** What became of an advance: only its chain shows that the money was given back. */
  findChain(
    credentials: RegisterCredentials,
    relation_id: string,
    signal?: AbortSignal,
  ): Promise<FindOutcome<PrepaymentChain>>
  /** Every chain in whose relation id the number stands, all pages of them, or a failure. There may be others among them. */
  searchChains(credentials: RegisterCredentials, search: ChainSearch, signal?: AbortSignal): Promise<ChainsOutcome>
  /** Sends the buyer a copy of a fiscal receipt. Never repeated in here: the buyer would get two. */
  sendCopy(
    credentials: RegisterCredentials,
    receipt_id: string,
    to: CopyAddress,
    signal?: AbortSignal,
  ): Promise<CopyOutcome>
  /** Makes a document fiscal without waiting for the carrier: a real receipt, so only a person triggers it. Never repeated. */
  fiscalize(credentials: RegisterCredentials, id: string, signal?: AbortSignal): Promise<FiscalizeOutcome>
  /** A prepayment needs an open shift; an ETTN does not. Opens one if there is none, until the day ends, and waits until it is open. */
  openShift(credentials: RegisterCredentials, signal?: AbortSignal): Promise<ShiftOutcome>
}

export const documentKinds = ['ettn', 'ettn_rest', 'prepayment'] as const
/** `ettn`: a whole order. `ettn_rest`: what is left after a prepayment. `prepayment`: the advance itself, fiscalized at once. */
export type DocumentKind = (typeof documentKinds)[number]

/** A call with an effect: its permit, how long the answer may take, and the signal of the caller. */
export interface Permitted {
  permit: Permit
  timeoutMs: number
  signal?: AbortSignal
}

export interface SendRequest extends Permitted {
  kind: DocumentKind
  /** The frozen body, byte for byte the same at every attempt. */
  body: string
}

/**
 * By the time of making, both ends included. The zone of the provider's dates is not published, so the window is a day
 * wider at both ends, and up to a day more than requested may come. Without `status`: in every status.
 */
export interface ListWindow {
  since: Date
  until?: Date
  status?: 'returned'
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
  /** The register that made it, as far as the provider says: its fiscal number. */
  register_fiscal_number: string | null
  /** Of the prepayment chain whose rest it is; null for a whole order. */
  relation_id: string | null
  status: (typeof documentStatuses)[number]
  /** The provider's own word; an unknown one is kept and shown. */
  raw_status: string
  created_at: string | null
  receipt_id: string | null
  return_receipt_id: string | null
  /** Fiscal, but the copy for the buyer was not delivered. */
  is_copy_undelivered: boolean
  /** Why fiscalizing failed, in the provider's words. */
  error: string | null
}

export const receiptStatuses = ['pending', 'done', 'error', 'cancelled'] as const

export interface FiscalReceipt {
  id: string
  /** `pending`: neither fiscal nor ended, so it is read again; also a cancellation under way, and any new word. */
  status: (typeof receiptStatuses)[number]
  fiscal_code: string | null
  fiscalized_at: string | null
  /** When it was made, where the provider says so. */
  created_at?: string | null
  /** The page for the buyer. */
  receipt_url: string | null
  /** The page of the tax service. */
  tax_url: string | null
  /** What was paid. Of an advance in cash it may be rounded. */
  amount: number | null
  /** The shift whose Z-report counts it; null: missing. */
  shift_id: string | null
  /** The payment label under which a Z-report counts it; null: missing, or it has several payments. */
  payment_label: string | null
  /** Made while the tax service could not be reached. It is valid, and is sent there later. null: missing. */
  is_created_offline: boolean | null
  is_sent_dps: boolean | null
  error: string | null
}

/** An advance and what followed it. Sums are kopiykas by convention: the description does not name their unit. */
export interface PrepaymentChain {
  relation_id: string
  /** `cancelled`: all the money was given back; `partial_cancelled`: some of it. */
  status: 'partial_paid' | 'full_paid' | 'cancelled' | 'partial_cancelled' | 'unrecognised'
  made_at: string | null
  paid: number | null
  prepayment_receipt_ids: string[]
}

/** `since`: made then or later. Their search is not described further: it may give more than requested. */
export interface ChainSearch {
  number: string
  since: Date
}

/** The call proves nothing: it may have had its effect or not. */
export interface Failed {
  kind: 'failed'
  failure: FiscalFailure
  retry_after_seconds: number | null
}

/** A clear no in the provider's words. */
export interface Refused {
  kind: 'refused'
  failure: FiscalFailure
}

export type ChainsOutcome = { kind: 'whole'; chains: PrepaymentChain[] } | Failed

/** `asked`: the document shows whether it worked. */
export type FiscalizeOutcome = { kind: 'asked' } | Refused | Failed

export type CopyAddress = { email: string } | { phone: string }

export type CopyOutcome = { kind: 'sent' } | Refused | Failed

/**
 * `positive`: it is there. `refused`: surely not stored (422, codes known to store nothing, bad credentials).
 * `answered`: a business refusal that proves only that nothing is under way any more. `ambiguous`: not known.
 * `not_sent`: not one byte left. `misconfigured` marks what only a person can mend (HTML, 404 on the path, 405, 415).
 * `already_exists` marks the provider's word that there is such a document already: then "there is none" must never be
 * concluded from a lookup that misses it.
 */
export type SendOutcome =
  | { kind: 'positive'; document: EttnDocument }
  | { kind: 'refused'; failure: FiscalFailure; code: string | null }
  | { kind: 'answered'; failure: FiscalFailure; code: string | null }
  | {
      kind: 'ambiguous'
      failure: FiscalFailure
      retry_after_seconds: number | null
      misconfigured: boolean
      already_exists: boolean
    }
  | { kind: 'not_sent'; failure: FiscalFailure }

export interface RemoveRequest extends Permitted {
  kind: DocumentKind
  id: string
  relation_id: string | null
}

/** `gone`: removed now, or not there any more (404, 410). */
export type RemoveOutcome =
  | { kind: 'gone' }
  | Refused
  | { kind: 'ambiguous'; failure: FiscalFailure; retry_after_seconds: number | null }
  | { kind: 'not_sent'; failure: FiscalFailure }

/** `absent` only when the provider said so of this very id. */
export type FindOutcome<Found> = { kind: 'found'; found: Found } | { kind: 'absent' } | Failed

/** `unreadable_ttns`: there is an entry of this TTN that does not name its document, so its absence is not proven. */
export type ListOutcome = { kind: 'whole'; documents: EttnDocument[]; unreadable_ttns?: readonly string[] } | Failed

/**
 * `by_itself`: we opened it, and Checkbox closes it before the day ends. `by_hand`: we opened it, but Checkbox refused
 * a closing time, so a person must close it. `not_ours`: it was open already, and its opener decides how it ends.
 */
export type ShiftOutcome =
  | { kind: 'open'; closes: 'by_itself' | 'by_hand' | 'not_ours' }
  | { kind: 'failed'; failure: FiscalFailure; may_retry: boolean }
