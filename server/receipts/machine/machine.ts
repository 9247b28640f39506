import { receiptTransitions, type ReceiptState } from '#/contract/receipt-states.ts'
import {
  go,
  quietAfter,
  stay,
  toAttention,
  toCancelled,
  toCancelUnknown,
  toCreated,
  toFailed,
  toFiscalized,
  toQueued,
  toSending,
  toUnknown,
} from './decisions.ts'
import type { Decide, Decision, ReceiptEvent, ReceiptFacts, ReceiptTimes } from './facts.ts'
import { exhausted, goneByHand, unseenProblem } from './problem-words.ts'

/**
 * The receipt machine: what a receipt becomes after an event, and nothing else. No clock, no database, no network: the
 * model, the tests and the service run this very function. `now` is when the evidence of the event was seen: for a
 * lookup at the provider, when it began. `null` means that the event does not concern the receipt as it is (it came
 * late, or another process was first) and nothing may be written.
 *
 * The way of most receipts is queued → sending → created → fiscalized. Three rules hold in every state:
 * - A document that is seen counts at once. A document that is not seen proves nothing until the sent request can no
 *   longer take effect (`quiet_after`), and then only when it is not seen twice.
 * - A permit with which not a byte left the process (`not_sent`, `stopped`) is void: it counts as no try, and no document
 *   of it can appear. Only the worker that holds the permit may say so, and only if it never called.
 * - A receipt whose document was seen once (`provider_id`) is never sent again. A new try is a new receipt.
 */
export function decide(receipt: ReceiptFacts, event: ReceiptEvent, now: number, times: ReceiptTimes): Decision | null {
  const decision = deciders[receipt.state](receipt, event, now, times)
  if (decision !== null && decision.to !== receipt.state && !receiptTransitions[receipt.state].includes(decision.to))
    throw new Error(`${receipt.state} cannot become ${decision.to}`)
  return decision
}

/** The least time between two lookups that prove absence, and between two polls that prove a document gone. */
export const absentAgainMs = 10_000
export const goneAgainMs = 60_000
export const mostAttempts = 3

/** Queued: nothing was sent, as far as this database knows. A worker claims it, a person cancels it or adopts a document. */
const whenQueued: Decide = (receipt, event, now, { permit_window_ms }) => {
  switch (event.type) {
    case 'claimed':
      return receipt.cancel_wanted ? null : toSending(receipt, now + permit_window_ms)
    case 'restored':
      return toUnknown(now, now)
    case 'cancel_asked':
      return go('cancelled', { cancel_wanted: true })
    case 'adopted_waiting':
      return toCreated(receipt, event.provider_id)
    case 'adopted_fiscal':
      return toFiscalized(event.provider_id)
    default:
      return null
  }
}

/** Sending: a worker has the permit and calls once. The answer, or the end of its lease, leads out. */
const whenSending: Decide = (receipt, event, now, times) => {
  if (event.type === 'cancel_asked') return stay(receipt, { cancel_wanted: true })
  if (event.type === 'lease_expired') return toUnknown(now, quietAfter(receipt, times))
  if (!('attempt' in event) || event.attempt !== receipt.attempt) return null
  switch (event.type) {
    case 'sent_positive':
      return answeredWith(receipt, event.provider_id)
    case 'sent_refused':
      return { ...toFailed(receipt, event.problem), problem: event.problem }
    case 'sent_answered':
      // An answered request cannot take effect later, so absence counts at once.
      return toUnknown(now, now, { answered: event.problem })
    case 'sent_exists':
      return { ...toUnknown(now, now, { told_exists: true, answered: event.problem }), problem: event.problem }
    case 'sent_ambiguous':
      return { ...toUnknown(now, quietAfter(receipt, times)), problem: event.problem }
    case 'not_sent':
      return receipt.cancel_wanted ? toCancelled() : toQueued({ voided: receipt.voided + 1 })
    case 'stopped':
      if (receipt.cancel_wanted) return toCancelled()
      return { ...toUnknown(now, now, { voided: receipt.voided + 1 }), problem: event.problem }
  }
}

/** A lookup that began before the doubt was about something else: another attempt, or whether a document exists. */
const isOfEarlierDoubt = ({ unknown_since }: ReceiptFacts, { type }: ReceiptEvent, now: number): boolean =>
  (type.startsWith('found_') || type === 'look_up_failed') && unknown_since !== null && now < unknown_since

/** Unknown: a document may exist. Only a lookup at the provider leads out, or a late answer. */
const whenUnknown: Decide = (receipt, event, now) => {
  if (isOfEarlierDoubt(receipt, event, now)) return null
  switch (event.type) {
    case 'cancel_asked':
      return stay(receipt, { cancel_wanted: true })
    case 'sent_positive':
      return lateAnswer(receipt, event)
    case 'found_waiting':
      return toCreated(receipt, event.provider_id)
    case 'found_fiscal':
      return toFiscalized(event.provider_id)
    case 'found_receipt_error':
      return toAttention(event.problem, { provider_id: event.provider_id })
    case 'found_ended':
      return toFailed(receipt, event.problem)
    case 'found_only_cancelled':
      if (!isQuiet(receipt, now)) return stay(receipt)
      return isSaidToExist(receipt) ? whenNothingFound(receipt, now) : noLongerThere(receipt)
    case 'found_nothing':
      return whenNothingFound(receipt, now)
    case 'found_several':
    case 'found_foreign':
    case 'silent_too_long':
      return toAttention(event.problem)
    case 'look_up_failed':
      // An incomplete answer proves nothing, and absence must be seen twice in a row.
      return stay(receipt)
    case 'recheck_asked':
      return stay(receipt, {}, 'reconcile')
    default:
      return null
  }
}

/** Its own answer came, so nothing of it can take effect later. */
const answeredWith = (receipt: ReceiptFacts, provider_id: string): Decision => {
  const created = toCreated(receipt, provider_id)
  return { ...created, changes: { ...created.changes, quiet_after: null } }
}

/**
 * A document counts however late its answer comes. But an earlier attempt was given up because its document was proven
 * absent, so that document was deleted since: an orphan. To take it would hide what the current attempt may bring.
 */
const lateAnswer = (receipt: ReceiptFacts, event: { attempt: number; provider_id: string }): Decision | null =>
  event.attempt === receipt.attempt ? answeredWith(receipt, event.provider_id) : null

const isQuiet = ({ quiet_after }: ReceiptFacts, now: number): boolean => quiet_after !== null && now >= quiet_after

const isSaidToExist = ({ told_exists, provider_id }: ReceiptFacts): boolean => told_exists && provider_id === null

function whenNothingFound(receipt: ReceiptFacts, now: number): Decision {
  const { answered, cancel_wanted, provider_id, absent_at } = receipt
  if (!isQuiet(receipt, now)) return stay(receipt)
  const known = provider_id !== null
  if (answered !== null && !known && !isSaidToExist(receipt)) return toFailed(receipt, answered)
  const isSecond = absent_at !== null && now - absent_at >= absentAgainMs
  if (!isSecond) return stay(receipt, { absent_at: absent_at ?? now })
  if (known) return noLongerThere(receipt)
  // The provider says that there is one, and we do not see it: to say "there is none" would be a guess about money.
  if (isSaidToExist(receipt)) return toAttention(unseenProblem(answered))
  if (cancel_wanted) return noLongerThere(receipt)
  return receipt.attempt - receipt.voided < mostAttempts ? toQueued() : toFailed(receipt, exhausted)
}

/** Says why it is cancelled, unless a person wanted that. */
const noLongerThere = ({ cancel_wanted, answered, told_exists }: ReceiptFacts): Decision =>
  toCancelled(cancel_wanted ? null : told_exists ? goneByHand : (answered ?? goneByHand))

/**
 * Attention: a person must act. They attach the document they found, ask for another lookup, or give up, which is
 * accepted only when a lookup shows that no document blocks it. What the provider settles meanwhile is settled.
 */
const whenAttention: Decide = (receipt, event, now, times) => {
  switch (event.type) {
    case 'cancel_asked':
      return stay(receipt, { cancel_wanted: true })
    case 'sent_positive':
      return lateAnswer(receipt, event)
    case 'attached_waiting':
      return toCreated(receipt, event.provider_id)
    case 'attached_fiscal':
      return toFiscalized(event.provider_id)
    case 'found_waiting':
      return isKnown(receipt, event) ? toCreated(receipt, event.provider_id) : null
    case 'found_fiscal':
      return isKnown(receipt, event) ? toFiscalized(event.provider_id) : null
    case 'found_ended':
      return toFailed(receipt, event.problem)
    case 'given_up':
      // What was sent lately may still appear. The caller has just looked: nothing that is seen can be given up.
      if (mayLand(receipt, now) || (receipt.quiet_after ?? receipt.provider_id) === null) return null
      return toFailed(receipt, event.problem)
    case 'recheck_asked': {
      const quiet_after = receipt.quiet_after ?? quietAfter(receipt, times)
      const { answered, told_exists } = receipt
      return toUnknown(now, quiet_after, { answered, told_exists })
    }
    default:
      return null
  }
}

const isKnown = (receipt: ReceiptFacts, event: { provider_id: string }): boolean =>
  receipt.provider_id === event.provider_id

/**
 * Created: the document waits for payment. The provider's answer leads out (fiscal, failed, gone), or a person who
 * cancels. A document found by a lookup may be one that another program or person made meanwhile: until ours can no
 * longer take effect, nothing is over.
 */
const whenCreated: Decide = (receipt, event, now) => {
  switch (event.type) {
    case 'cancel_asked':
      return stay(receipt, { cancel_wanted: true }, 'cancel')
    case 'cancel_claimed':
      return receipt.cancel_wanted && !mayLand(receipt, now)
        ? go('cancelling', { removal: receipt.removal + 1, gone_since: null })
        : null
    case 'found_fiscal':
      return toFiscalized(event.provider_id)
    case 'found_receipt_error':
    case 'not_removable':
      return toAttention(event.problem)
    case 'found_ended':
      return toFailed(receipt, event.problem)
    case 'found_waiting':
      return stay(receipt, { gone_since: null })
    case 'polled_gone':
      return receipt.gone_since !== null && now - receipt.gone_since >= goneAgainMs && !mayLand(receipt, now)
        ? toCancelled(goneByHand)
        : stay(receipt, { gone_since: receipt.gone_since ?? now })
    default:
      return null
  }
}

const mayLand = ({ quiet_after }: ReceiptFacts, now: number): boolean => quiet_after !== null && now < quiet_after

/**
 * Cancelling: a worker has the permit to remove the document and calls once. A document that is gone is gone, whatever
 * shows it. The answer to an earlier removal is no answer to the current one: a delayed worker would take back the
 * cancellation that a person has asked for again since.
 */
const whenCancelling: Decide = (receipt, event, now) => {
  switch (event.type) {
    case 'removed':
      return toCancelled()
    case 'found_fiscal':
      return toFiscalized(event.provider_id)
    case 'remove_refused':
      return event.removal === receipt.removal
        ? { ...go('created', { cancel_wanted: false }), problem: event.problem }
        : null
    case 'remove_ambiguous':
      return event.removal === receipt.removal ? toCancelUnknown(now) : null
    case 'lease_expired':
      return toCancelUnknown(now)
    default:
      return null
  }
}

/** Cancel unknown: a lookup must show whether it was removed. */
const whenCancelUnknown: Decide = (receipt, event, now) => {
  if (isOfEarlierDoubt(receipt, event, now)) return null
  switch (event.type) {
    case 'found_nothing':
    case 'found_only_cancelled':
      return receipt.absent_at !== null && now - receipt.absent_at >= absentAgainMs
        ? toCancelled()
        : stay(receipt, { absent_at: receipt.absent_at ?? now })
    case 'found_ended':
      return toCancelled()
    case 'found_fiscal':
      return toFiscalized(event.provider_id)
    case 'found_waiting':
      return toCreated(receipt, event.provider_id)
    case 'found_receipt_error':
    case 'silent_too_long':
      return toAttention(event.problem)
    case 'look_up_failed':
      return stay(receipt)
    case 'recheck_asked':
      return stay(receipt, {}, 'reconcile')
    case 'cancel_asked':
      return stay(receipt, { cancel_wanted: true })
    default:
      return null
  }
}

/** Fiscalized: for good. A return at the till is only noted. */
const whenFiscalized: Decide = (receipt, event) => (event.type === 'polled_returned' ? stay(receipt) : null)
/** Cancelled and failed: no document exists and none can still appear. */
const whenDead: Decide = () => null

const deciders: Record<ReceiptState, Decide> = {
  queued: whenQueued,
  sending: whenSending,
  unknown: whenUnknown,
  attention: whenAttention,
  created: whenCreated,
  cancelling: whenCancelling,
  cancel_unknown: whenCancelUnknown,
  fiscalized: whenFiscalized,
  cancelled: whenDead,
  failed: whenDead,
}
