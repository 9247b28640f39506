import type { ReceiptState } from '#/contract/receipt-states.ts'
import type { ReceiptFacts } from './facts.ts'
import { absentAgainMs } from './machine.ts'

/**
 * A found document ends the lookups early, so the first ones come soon. The later ones repeat: with a tick of the watch
 * each takes less than the minute in which a document must be found once nothing prevents it.
 */
const firstLookupsMs = [5_000, 15_000]
const laterLookupsMs = 30_000
/** The first lookup that may prove absence. */
const afterQuietMs = 1_000
const slowMs = 10 * 60_000
/** A person who has not looked for two days will not look within minutes, and after a month not within the hour. */
const slowForMs = 48 * 3_600_000
const hourlyForMs = 30 * 24 * 3_600_000
const hourMs = 3_600_000
/** Each lookup of a receipt that waits for a person leaves two lines in its history: later one a day is enough. */
const slowestMs = 24 * hourMs
/** A failed removal is not tried again at once: its cause is still there. */
const removeAgainMs = 30_000

const longestJitter = 0.2

export interface Checked extends Pick<ReceiptFacts, 'state' | 'quiet_after' | 'absent_at'> {
  before: ReceiptState
  /** Its worker died, at least a lease ago: what it sent has had its time. */
  abandoned: boolean
  checks: number
  created_at: number
}

/**
 * When a receipt is to be looked up again. `checks`: how many lookups it had in this state. While a receipt waits for a
 * person, lookups continue at longer intervals. `random`: from 0 to 1. After an outage all registers of a shop would
 * call in the same moment, again and again: each wait is longer by up to a fifth, never shorter, so whatever had to
 * pass has passed. Receipts of one register still share a lookup: the watch finds all that are due at its tick.
 */
export function nextCheck(receipt: Checked, now: number, random: number): number | null {
  const at = dueAt(receipt, now)
  return at === null ? null : Math.round(at + (at - now) * longestJitter * random)
}

function dueAt(receipt: Checked, now: number): number | null {
  switch (receipt.state) {
    case 'unknown':
    case 'cancel_unknown':
      return nextLookup(receipt, now)
    case 'attention':
      return now + attentionMs(now - receipt.created_at)
    case 'queued':
      return now + backoffMs(receipt.checks)
    case 'created':
      return receipt.before === 'cancel_unknown' ? now + removeAgainMs : null
    case 'sending':
    case 'cancelling':
    case 'fiscalized':
    case 'cancelled':
    case 'failed':
      return null
  }
}

function nextLookup(
  { abandoned, checks, quiet_after, absent_at }: Pick<Checked, 'abandoned' | 'checks' | 'quiet_after' | 'absent_at'>,
  now: number,
): number {
  if (abandoned) return now
  // One half of the proof is there; the other half must come a while later.
  if (absent_at !== null) return Math.max(now, absent_at + absentAgainMs) + 1_000
  const usual = now + (firstLookupsMs[checks] ?? laterLookupsMs)
  if (quiet_after === null) return usual
  if (now < quiet_after) return Math.min(usual, quiet_after + afterQuietMs)
  // The provider answered: one lookup shows the rest.
  return checks === 0 ? now : usual
}

const attentionMs = (age: number): number => {
  if (age < slowForMs) return slowMs
  return age < hourlyForMs ? hourMs : slowestMs
}

const backoffMs = (tries: number): number => Math.min(60_000, 1_000 * 2 ** tries)
