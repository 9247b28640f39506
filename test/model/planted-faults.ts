import { decide } from '#/server/receipts/machine/machine.ts'
import type { Decide, ReceiptEvent, ReceiptEventType, ReceiptFacts } from '#/server/receipts/machine/facts.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import type { Rules } from './world.ts'

/**
 * Mistakes that others made, or nearly we: each must be found, or the model sees nothing. `breaks` is the first rule to
 * fall and `steps` the length of a shortest way to it.
 */
export interface PlantedFault {
  name: string
  rules: Partial<Rules>
  breaks: string
  steps: number
}

/** The machine, but for one event in one state. */
const but =
  (state: ReceiptState, type: ReceiptEventType, instead: Decide): Decide =>
  (facts, event, now, times) =>
    (facts.state === state && event.type === type ? instead : decide)(facts, event, now, times)

const becomes =
  (to: ReceiptState): Decide =>
  (_facts, event) => ({
    to,
    changes: event.type === 'cancel_asked' ? { cancel_wanted: true } : {},
    follow_up: [],
  })

/** As if the row said something else. */
const asIf =
  (lie: (facts: ReceiptFacts, now: number) => Partial<ReceiptFacts>): Decide =>
  (facts, event, now, times) =>
    decide({ ...facts, ...lie(facts, now) }, event, now, times)

/** As if something else had happened. */
const asThough =
  (event: ReceiptEvent): Decide =>
  (facts, _event, now, times) =>
    decide(facts, event, now, times)

/** What never ends is only known once everything was seen. */
const small = { rows: 1, attempts: 1 } as const

const removed = asThough({ type: 'removed' })
const wantsNothing = asIf(() => ({ cancel_wanted: false }))

export const plantedFaults: PlantedFault[] = [
  {
    name: 'a time-out is sent again',
    rules: { decide: but('sending', 'sent_ambiguous', becomes('queued')) },
    breaks: 'S2',
    steps: 4,
  },
  {
    name: 'absence counts before the quiet period is over',
    rules: {
      decide: but(
        'unknown',
        'found_nothing',
        asIf((_facts, now) => ({ quiet_after: now })),
      ),
    },
    breaks: 'S2',
    steps: 4,
  },
  {
    name: 'a crash while sending counts as never sent',
    rules: { decide: but('sending', 'lease_expired', becomes('queued')) },
    breaks: 'S2',
    steps: 2,
  },
  {
    name: 'a 5xx counts as a refusal',
    rules: { decide: but('sending', 'sent_ambiguous', becomes('failed')) },
    breaks: 'S2',
    steps: 4,
  },
  {
    name: 'a create that left counts as stopped before sending',
    rules: {
      decide: (facts, event, ...rest) =>
        decide(facts, event.type === 'sent_ambiguous' ? { ...event, type: 'stopped' } : event, ...rest),
    },
    breaks: 'S2',
    steps: 5,
  },
  { name: 'sent before the permit is committed', rules: { sends_before_its_permit: true }, breaks: 'S6', steps: 1 },
  {
    name: 'a cancel while sending is believed at once',
    rules: { decide: but('sending', 'cancel_asked', becomes('cancelled')) },
    breaks: 'S2',
    steps: 2,
  },
  {
    name: 'a cancel while unknown is believed at once',
    rules: { decide: but('unknown', 'cancel_asked', becomes('cancelled')) },
    breaks: 'S2',
    steps: 3,
  },
  {
    name: 'no answer for too long counts as failed',
    rules: { decide: but('unknown', 'silent_too_long', becomes('failed')) },
    breaks: 'S2',
    steps: 3,
  },
  {
    name: 'a look-up that failed counts as absence',
    rules: { decide: but('unknown', 'look_up_failed', asThough({ type: 'found_nothing' })) },
    breaks: 'S2',
    steps: 5,
  },
  {
    name: 'a deletion without an answer counts as done',
    rules: { decide: but('cancelling', 'remove_ambiguous', removed) },
    breaks: 'S2',
    steps: 10,
  },
  {
    name: 'a deletion refused because the document is fiscal counts as done',
    rules: { decide: but('cancelling', 'found_fiscal', removed) },
    breaks: 'S2',
    steps: 11,
  },
  {
    name: 'sent again although a cancel was wanted',
    rules: {
      decide: (facts, ...rest) => (['unknown', 'queued'].includes(facts.state) ? wantsNothing : decide)(facts, ...rest),
    },
    breaks: 'S7',
    steps: 7,
  },
  {
    name: 'a second receipt beside a live one',
    rules: { second_row_beside_a_live_one: true },
    breaks: 'S5',
    steps: 1,
  },
  {
    name: 'sent again after a known document was deleted by hand',
    rules: {
      decide: but(
        'unknown',
        'found_nothing',
        asIf(() => ({ provider_id: null })),
      ),
    },
    breaks: 'S16',
    steps: 12,
  },
  {
    name: 'what was never sent is queued again although a cancel was wanted',
    rules: { decide: but('sending', 'not_sent', wantsNothing), ...small },
    breaks: 'L1',
    steps: 4,
  },
  {
    name: 'the answer of an earlier attempt counts for the current one',
    rules: {
      decide: (facts, event, ...rest) =>
        decide(
          facts,
          event.type === 'sent_positive' && facts.state !== 'sending' ? { ...event, attempt: facts.attempt } : event,
          ...rest,
        ),
    },
    breaks: 'S2',
    steps: 14,
  },
  {
    name: 'a look that began before the doubt did counts for it',
    rules: { decide: asIf(() => ({ unknown_since: null })), looks: 1, rows: 1, voids: 0 },
    breaks: 'S2',
    steps: 16,
  },
  {
    name: 'what an earlier deletion came to counts for the current one',
    rules: {
      decide: (facts, event, ...rest) =>
        decide(facts, 'removal' in event ? { ...event, removal: facts.removal } : event, ...rest),
      ...small,
      removals: 2,
    },
    breaks: 'S17',
    steps: 13,
  },
  {
    name: 'a reading counts from when it is told, not from when it was made',
    rules: { look_is_dated_when_told: true, looks: 2, rows: 1, attempts: 1, voids: 0 },
    breaks: 'S2',
    steps: 9,
  },
]
