import type { ReceiptProblem } from '#/contract/receipts.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'

/** What the machine knows of a receipt, what may happen to it, and what it may answer. Times are milliseconds. */

export interface ReceiptFacts {
  state: ReceiptState
  /** Permits given so far; it only grows, so a late answer is recognised by it. */
  attempt: number
  /** Of those: proven never to have been sent. */
  voided: number
  /** Permits to delete given so far; a late answer to a deletion is recognised by it. */
  removal: number
  cancel_wanted: boolean
  /** Once known it stays: a receipt whose document was seen never sends a create again. */
  provider_id: string | null
  /** No byte of the current attempt may leave later. */
  send_not_after: number | null
  /** Absence proves something only after this moment: what was sent may take effect until then. */
  quiet_after: number | null
  /** The provider refused the attempt in a way that only a lookup can explain. */
  answered: ReceiptProblem | null
  /** The provider said that such a document exists: then not seeing it does not prove that there is none. */
  told_exists: boolean
  /** The first of the lookups in a row that found nothing and counted. */
  absent_at: number | null
  unknown_since: number | null
  /** Polls that found the document gone or cancelled: since when. */
  gone_since: number | null
}

export interface ReceiptTimes {
  call_deadline_ms: number
  permit_window_ms: number
  effect_window_ms: number
  attention_ms: number
}

export type ReceiptEvent =
  | { type: 'claimed' }
  | { type: 'restored' }
  | { type: 'cancel_asked' }
  | { type: 'sent_positive'; attempt: number; provider_id: string }
  | { type: 'sent_refused'; attempt: number; problem: ReceiptProblem }
  | { type: 'sent_answered'; attempt: number; problem: ReceiptProblem }
  | { type: 'sent_ambiguous'; attempt: number; problem: ReceiptProblem }
  | { type: 'sent_exists'; attempt: number; problem: ReceiptProblem }
  | { type: 'not_sent'; attempt: number }
  | { type: 'stopped'; attempt: number; problem: ReceiptProblem }
  | { type: 'lease_expired' }
  | { type: 'found_waiting'; provider_id: string }
  | { type: 'found_fiscal'; provider_id: string }
  | { type: 'found_receipt_error'; provider_id: string; problem: ReceiptProblem }
  | { type: 'found_ended'; problem: ReceiptProblem }
  | { type: 'found_only_cancelled' }
  | { type: 'found_nothing' }
  | { type: 'found_several'; problem: ReceiptProblem }
  | { type: 'found_foreign'; problem: ReceiptProblem }
  | { type: 'look_up_failed' }
  | { type: 'silent_too_long'; problem: ReceiptProblem }
  | { type: 'recheck_asked' }
  | { type: 'attached_waiting'; provider_id: string }
  | { type: 'attached_fiscal'; provider_id: string }
  | { type: 'adopted_waiting'; provider_id: string }
  | { type: 'adopted_fiscal'; provider_id: string }
  | { type: 'given_up'; problem: ReceiptProblem }
  | { type: 'polled_gone' }
  | { type: 'cancel_claimed' }
  | { type: 'removed' }
  | { type: 'remove_refused'; removal: number; problem: ReceiptProblem }
  | { type: 'remove_ambiguous'; removal: number }
  | { type: 'not_removable'; problem: ReceiptProblem }
  | { type: 'polled_returned' }

export type ReceiptEventType = ReceiptEvent['type']

/** What else the same transaction must start. */
export type FollowUp = 'send' | 'reconcile' | 'cancel' | 'fetch_receipt'

export interface Decision {
  to: ReceiptState
  changes: Partial<Omit<ReceiptFacts, 'state'>>
  problem?: ReceiptProblem | null
  follow_up: readonly FollowUp[]
}

export type Decide = (receipt: ReceiptFacts, event: ReceiptEvent, now: number, times: ReceiptTimes) => Decision | null
