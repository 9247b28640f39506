import { receiptStates } from '#/contract/receipt-states.ts'
import type { ReceiptEvent, ReceiptEventType, ReceiptFacts } from '#/server/receipts/machine/facts.ts'
import { earlierAnswer, now, said as problem, second, type Case } from './transition-line.ts'

const flags = [false, true] as const
const absences = { never: null, 'just now': now - 10 * second + 1, '10 s ago': now - 10 * second } as const
const losses = { never: null, 'just now': now - 60 * second + 1, '60 s ago': now - 60 * second } as const
/** Not counted yet; a moment too early; over this very moment. */
const quiets = [null, now + 1, now] as const
/** The doubt began this moment, or a moment after the lookup. */
const doubts = [now, now + 1] as const
const permits = [
  { attempt: 1, voided: 0 },
  { attempt: 3, voided: 0 },
  { attempt: 3, voided: 1 },
  { attempt: 5, voided: 2 },
] as const

const provider_id = 'found'

/** Every event there is: a new one does not compile until it stands here. */
const events: { [Type in ReceiptEventType]: (number: number) => Extract<ReceiptEvent, { type: Type }> } = {
  claimed: () => ({ type: 'claimed' }),
  cancel_asked: () => ({ type: 'cancel_asked' }),
  sent_positive: (attempt) => ({ type: 'sent_positive', attempt, provider_id }),
  sent_refused: (attempt) => ({ type: 'sent_refused', attempt, problem }),
  sent_answered: (attempt) => ({ type: 'sent_answered', attempt, problem }),
  sent_ambiguous: (attempt) => ({ type: 'sent_ambiguous', attempt, problem }),
  sent_exists: (attempt) => ({ type: 'sent_exists', attempt, problem }),
  not_sent: (attempt) => ({ type: 'not_sent', attempt }),
  stopped: (attempt) => ({ type: 'stopped', attempt, problem }),
  lease_expired: () => ({ type: 'lease_expired' }),
  restored: () => ({ type: 'restored' }),
  found_waiting: () => ({ type: 'found_waiting', provider_id }),
  found_fiscal: () => ({ type: 'found_fiscal', provider_id }),
  found_receipt_error: () => ({ type: 'found_receipt_error', provider_id, problem }),
  found_ended: () => ({ type: 'found_ended', problem }),
  found_only_cancelled: () => ({ type: 'found_only_cancelled' }),
  found_nothing: () => ({ type: 'found_nothing' }),
  found_several: () => ({ type: 'found_several', problem }),
  found_foreign: () => ({ type: 'found_foreign', problem }),
  look_up_failed: () => ({ type: 'look_up_failed' }),
  silent_too_long: () => ({ type: 'silent_too_long', problem }),
  recheck_asked: () => ({ type: 'recheck_asked' }),
  attached_waiting: () => ({ type: 'attached_waiting', provider_id }),
  attached_fiscal: () => ({ type: 'attached_fiscal', provider_id }),
  adopted_waiting: () => ({ type: 'adopted_waiting', provider_id }),
  adopted_fiscal: () => ({ type: 'adopted_fiscal', provider_id }),
  given_up: () => ({ type: 'given_up', problem }),
  polled_gone: () => ({ type: 'polled_gone' }),
  cancel_claimed: () => ({ type: 'cancel_claimed' }),
  removed: () => ({ type: 'removed' }),
  remove_refused: (removal) => ({ type: 'remove_refused', removal, problem }),
  remove_ambiguous: (removal) => ({ type: 'remove_ambiguous', removal }),
  not_removable: () => ({ type: 'not_removable', problem }),
  polled_returned: () => ({ type: 'polled_returned' }),
}

/** Of the current attempt or deletion, and of the one before where that makes a difference. */
const eventsOf = ({ attempt, removal }: ReceiptFacts): ReceiptEvent[] =>
  Object.values(events).flatMap((event) => {
    const current = event(attempt)
    if ('attempt' in current) return [current, event(attempt - 1)]
    return 'removal' in current ? [event(removal), event(removal - 1)] : [current]
  })

const isCurrent = ({ attempt, removal }: ReceiptFacts, event: ReceiptEvent): boolean =>
  ('attempt' in event && event.attempt === attempt) || ('removal' in event && event.removal === removal)

export const allCases = (): Case[] =>
  allFacts().flatMap((facts) =>
    eventsOf(facts).map((event) => ({
      facts,
      event,
      wanted: facts.cancel_wanted,
      known: facts.provider_id !== null,
      current: isCurrent(facts, event),
      quiet: facts.quiet_after === now,
      flying: facts.quiet_after === now + 1,
      answered: facts.answered !== null,
      exists: facts.told_exists,
      absent: wordFor(absences, facts.absent_at),
      gone: wordFor(losses, facts.gone_since),
      tries: facts.attempt - facts.voided,
      stale: facts.unknown_since === now + 1,
    })),
  )

function wordFor<Word extends string>(words: Record<Word, number | null>, time: number | null): Word {
  for (const word in words) if (words[word] === time) return word
  throw new Error(`no word for ${time}`)
}

/** Everything that can be noted of a receipt, also what never comes together: no guard may rely on luck. */
function allFacts(): ReceiptFacts[] {
  let all: ReceiptFacts[] = receiptStates.map((state) => ({
    state,
    attempt: 0,
    voided: 0,
    removal: 0,
    cancel_wanted: false,
    provider_id: null,
    send_not_after: now - 7 * second,
    quiet_after: null,
    answered: null,
    told_exists: false,
    absent_at: null,
    unknown_since: null,
    gone_since: null,
  }))
  const vary = (changes: readonly Partial<ReceiptFacts>[]) => {
    all = all.flatMap((facts) => changes.map((change) => ({ ...facts, ...change })))
  }
  vary(permits)
  vary(flags.map((cancel_wanted) => ({ cancel_wanted })))
  vary([{ provider_id: null }, { provider_id }])
  vary(quiets.map((quiet_after) => ({ quiet_after })))
  vary([{ answered: null }, { answered: earlierAnswer }])
  vary(flags.map((told_exists) => ({ told_exists })))
  vary(Object.values(absences).map((absent_at) => ({ absent_at })))
  vary(doubts.map((unknown_since) => ({ unknown_since })))
  vary(Object.values(losses).map((gone_since) => ({ gone_since })))
  return all
}
