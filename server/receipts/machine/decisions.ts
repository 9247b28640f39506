import type { ReceiptProblem } from '#/contract/receipts.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import type { Decision, FollowUp, ReceiptFacts, ReceiptTimes } from './facts.ts'

/** The answers of the machine, by name. */

export const stay = (receipt: ReceiptFacts, changes: Decision['changes'] = {}, ...follow_up: FollowUp[]): Decision => ({
  to: receipt.state,
  changes,
  follow_up,
})

export const go = (to: ReceiptState, changes: Decision['changes'] = {}, ...follow_up: FollowUp[]): Decision => ({
  to,
  changes,
  follow_up,
})

/** Nothing of the attempt remains: what was noted of it is cleared. */
const settled = { answered: null, told_exists: false, absent_at: null, unknown_since: null, gone_since: null }

export const toQueued = (changes: Decision['changes'] = {}): Decision =>
  go('queued', { ...settled, send_not_after: null, ...changes }, 'send')

export const toSending = ({ attempt }: ReceiptFacts, send_not_after: number): Decision =>
  go('sending', { attempt: attempt + 1, send_not_after, quiet_after: null })

export const toUnknown = (now: number, quiet_after: number, noted: Decision['changes'] = {}): Decision =>
  go('unknown', { ...settled, unknown_since: now, quiet_after, ...noted }, 'reconcile')

export const toCreated = ({ cancel_wanted }: ReceiptFacts, provider_id: string): Decision => ({
  ...go('created', { ...settled, provider_id }, ...(cancel_wanted ? (['cancel'] as const) : [])),
  problem: null,
})

export const toFiscalized = (provider_id: string): Decision => ({
  ...go('fiscalized', { ...settled, provider_id }, 'fetch_receipt'),
  problem: null,
})

export const toAttention = (problem: ReceiptProblem, changes: Decision['changes'] = {}): Decision => ({
  ...go('attention', changes),
  problem,
})

export const toCancelled = (problem: ReceiptProblem | null = null): Decision => ({
  ...go('cancelled', settled),
  problem,
})

/** A person who wanted it cancelled gets that; otherwise the receipt says why there is none. */
export const toFailed = ({ cancel_wanted }: ReceiptFacts, problem: ReceiptProblem): Decision =>
  cancel_wanted ? toCancelled() : { ...go('failed', settled), problem }

export const toCancelUnknown = (now: number): Decision =>
  go('cancel_unknown', { unknown_since: now, absent_at: null }, 'reconcile')

/** What was sent within its permit may take effect until then. */
export const quietAfter = (
  { send_not_after }: ReceiptFacts,
  { call_deadline_ms, effect_window_ms }: ReceiptTimes,
): number => (send_not_after ?? 0) + call_deadline_ms + effect_window_ms
