import type { ReceiptProblem } from '#/contract/receipts.ts'
import { receiptTransitions, type ReceiptState } from '#/contract/receipt-states.ts'
import type { Decide, Decision, FollowUp, ReceiptEvent, ReceiptFacts, ReceiptTimes } from './facts.ts'

/**
 * The receipt machine: what a receipt becomes after an event, and nothing else. No clock, no database, no network: the
 * model, the tests and the service run this very function. `now` is when what the event tells was seen: of a look at the
 * provider, when it began. `null` means that the event has no business with the receipt as it is (it came late, or somebody
 * else was first) and nothing may be written.
 *
 */
export function decide(receipt: ReceiptFacts, event: ReceiptEvent, now: number, times: ReceiptTimes): Decision | null {
  const decision = deciders[receipt.state](receipt, event, now, times)
  if (decision !== null && decision.to !== receipt.state && !receiptTransitions[receipt.state].includes(decision.to))
    throw new Error(`${receipt.state} cannot become ${decision.to}`)
  return decision
}

/** The least time between two look-ups that prove absence, and between two polls that prove a document gone. */
export const absentAgainMs = 10_000
export const goneAgainMs = 60_000
export const mostAttempts = 3

const stay = (receipt: ReceiptFacts, changes: Decision['changes'] = {}, ...follow_up: FollowUp[]): Decision => ({
  to: receipt.state,
  changes,
  follow_up,
})
const go = (to: ReceiptState, changes: Decision['changes'] = {}, ...follow_up: FollowUp[]): Decision => ({
  to,
  changes,
  follow_up,
})

/** Nothing is left of the attempt: what was noted of it is forgotten. */
const settled = { answered: null, absent_at: null, unknown_since: null, gone_since: null }

const whenQueued: Decide = (receipt, event, now, { permit_window_ms }) => {
  switch (event.type) {
    case 'claimed':
      if (receipt.cancel_wanted) return null
      return go('sending', { attempt: receipt.attempt + 1, send_not_after: now + permit_window_ms, quiet_after: null })
    case 'cancel_asked':
      return go('cancelled', { cancel_wanted: true })
    default:
      return null
  }
}

const whenSending: Decide = (receipt, event, now, times) => {
  switch (event.type) {
    case 'cancel_asked':
      return stay(receipt, { cancel_wanted: true })
    case 'lease_expired':
      return toUnknown(now, quietAfter(receipt, times))
    case 'sent_positive':
      return isCurrent(receipt, event) ? toCreated(receipt, event.provider_id) : null
    case 'sent_refused':
      if (!isCurrent(receipt, event)) return null
      return { ...go(receipt.cancel_wanted ? 'cancelled' : 'failed', settled), problem: event.problem }
    case 'sent_answered':
      // An answered request cannot land later, so absence counts at once.
      return isCurrent(receipt, event) ? toUnknown(now, now, event.problem) : null
    case 'sent_ambiguous':
      return isCurrent(receipt, event)
        ? { ...toUnknown(now, quietAfter(receipt, times)), problem: event.problem }
        : null
    case 'not_sent':
      if (!isCurrent(receipt, event)) return null
      return receipt.cancel_wanted
        ? go('cancelled', settled)
        : go('queued', { ...settled, voided: receipt.voided + 1, send_not_after: null }, 'send')
    default:
      return null
  }
}

const isCurrent = (receipt: ReceiptFacts, { attempt }: { attempt: number }): boolean => receipt.attempt === attempt

const quietAfter = ({ send_not_after }: ReceiptFacts, { call_deadline_ms, effect_window_ms }: ReceiptTimes): number =>
  (send_not_after ?? 0) + call_deadline_ms + effect_window_ms

const toUnknown = (now: number, quiet_after: number, answered: ReceiptProblem | null = null): Decision =>
  go('unknown', { ...settled, unknown_since: now, quiet_after, answered }, 'reconcile')

const toCreated = ({ cancel_wanted }: ReceiptFacts, provider_id: string): Decision => ({
  ...go('created', { ...settled, provider_id }, ...(cancel_wanted ? (['cancel'] as const) : [])),
  problem: null,
})

const toFiscalized = (provider_id: string): Decision => ({
  ...go('fiscalized', { ...settled, provider_id }, 'fetch_receipt'),
  problem: null,
})

/**
 * A look that began before the doubt did was about something else: another attempt, or whether the document was made and not
 * whether it is gone. `now` of a look is when it began.
 */
const isOfEarlierDoubt = ({ unknown_since }: ReceiptFacts, { type }: ReceiptEvent, now: number): boolean =>
  (type.startsWith('found_') || type === 'look_up_failed') && unknown_since !== null && now < unknown_since

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
      return { ...go('attention', { provider_id: event.provider_id }), problem: event.problem }
    case 'found_only_cancelled':
      return isQuiet(receipt, now) ? noLongerThere(receipt) : stay(receipt)
    case 'found_nothing':
      return whenNothingFound(receipt, now)
    case 'found_several':
    case 'found_foreign':
    case 'silent_too_long':
      return { ...go('attention'), problem: event.problem }
    case 'look_up_failed':
      // What is not a whole answer proves nothing, and absence must be seen twice in a row.
      return stay(receipt)
    case 'recheck_asked':
      return stay(receipt, {}, 'reconcile')
    default:
      return null
  }
}

/**
 * However late: what is there is there. But an earlier attempt was given up because its document was proven absent, so it
 * has been deleted since; to stand for it would hide what the current attempt may still bring. Such a document is an orphan.
 */
const lateAnswer = (receipt: ReceiptFacts, event: { attempt: number; provider_id: string }): Decision | null =>
  isCurrent(receipt, event) ? toCreated(receipt, event.provider_id) : null

const isQuiet = ({ quiet_after }: ReceiptFacts, now: number): boolean => quiet_after !== null && now >= quiet_after

function whenNothingFound(receipt: ReceiptFacts, now: number): Decision {
  const { answered, cancel_wanted, provider_id, absent_at } = receipt
  if (!isQuiet(receipt, now)) return stay(receipt)
  const known = provider_id !== null
  if (answered !== null && !known)
    return { ...go(cancel_wanted ? 'cancelled' : 'failed', settled), problem: cancel_wanted ? null : answered }
  const isSecond = absent_at !== null && now - absent_at >= absentAgainMs
  if (!isSecond) return stay(receipt, { absent_at: absent_at ?? now })
  if (cancel_wanted || known) return noLongerThere(receipt)
  return receipt.attempt - receipt.voided < mostAttempts
    ? go('queued', { ...settled, send_not_after: null }, 'send')
    : exhausted
}

/** Who did not want it gone is told why it is. */
const noLongerThere = ({ cancel_wanted, answered }: ReceiptFacts): Decision => ({
  ...go('cancelled', settled),
  problem: cancel_wanted ? null : (answered ?? goneByHand),
})

const exhausted: Decision = {
  ...go('failed', settled),
  problem: {
    code: 'receipt.exhausted',
    detail: 'Checkbox тричі не створив чек, і перевірка показала, що його немає. Спробуйте створити чек ще раз.',
  },
}

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
    case 'recheck_asked':
      return go(
        'unknown',
        {
          ...settled,
          answered: receipt.answered,
          unknown_since: now,
          quiet_after: receipt.quiet_after ?? quietAfter(receipt, times),
        },
        'reconcile',
      )
    default:
      return null
  }
}

const whenCreated: Decide = (receipt, event, now) => {
  switch (event.type) {
    case 'cancel_asked':
      return stay(receipt, { cancel_wanted: true }, 'cancel')
    case 'cancel_claimed':
      return receipt.cancel_wanted ? go('cancelling', { removal: receipt.removal + 1, gone_since: null }) : null
    case 'found_fiscal':
      return toFiscalized(event.provider_id)
    case 'found_receipt_error':
      return { ...go('attention'), problem: event.problem }
    case 'found_waiting':
      return stay(receipt, { gone_since: null })
    case 'polled_gone':
      return receipt.gone_since !== null && now - receipt.gone_since >= goneAgainMs
        ? { ...go('cancelled', settled), problem: goneByHand }
        : stay(receipt, { gone_since: receipt.gone_since ?? now })
    default:
      return null
  }
}

const goneByHand: ReceiptProblem = {
  code: 'receipt.cancelled_outside',
  detail: 'Чек скасовано в Checkbox, не в Касирі. Якщо він потрібен, створіть новий.',
}

/**
 * A document that is gone is gone, whoever tells of it. What an earlier one came to is no answer to the current one: a
 * worker that slept would take back the wish of somebody who has asked again since.
 */
const whenCancelling: Decide = (receipt, event, now) => {
  switch (event.type) {
    case 'removed':
      return { ...go('cancelled', settled), problem: null }
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

const toCancelUnknown = (now: number): Decision =>
  go('cancel_unknown', { unknown_since: now, absent_at: null }, 'reconcile')

const whenCancelUnknown: Decide = (receipt, event, now) => {
  if (isOfEarlierDoubt(receipt, event, now)) return null
  switch (event.type) {
    case 'found_nothing':
    case 'found_only_cancelled':
      return receipt.absent_at !== null && now - receipt.absent_at >= absentAgainMs
        ? { ...go('cancelled', settled), problem: null }
        : stay(receipt, { absent_at: receipt.absent_at ?? now })
    case 'found_fiscal':
      return toFiscalized(event.provider_id)
    case 'found_waiting':
      return go('created', settled, 'cancel')
    case 'found_receipt_error':
    case 'silent_too_long':
      return { ...go('attention'), problem: event.problem }
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

const whenFiscalized: Decide = (receipt, event) => (event.type === 'polled_returned' ? stay(receipt) : null)
const whenDead: Decide = () => null

/** What each state makes of an event. */
export const deciders: Record<ReceiptState, Decide> = {
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
