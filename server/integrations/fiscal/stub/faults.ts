import type { SendOutcome } from '../ettn-client.ts'
import { failureOf, toUnanswered } from '../failure-words.ts'

/**
 * What goes wrong on request. A TTN asks for it: 209999, the place in this list in two digits (from 01), any six digits. The
 * shop of the demo has no such numbers. README.md tells people what each does.
 */
export const stubFaults = [
  'refused',
  'answered',
  'answer_lost',
  'no_answer',
  'not_sent',
  'rate_limited',
  'misconfigured',
  'late',
  'doubled',
  'slow',
  'receipt_error',
  'list_fails',
  'remove_lost',
  'remove_refused',
] as const
export type StubFault = (typeof stubFaults)[number]

export const faultyTtn = (fault: StubFault, tail = 0): string =>
  `209999${String(stubFaults.indexOf(fault) + 1).padStart(2, '0')}${String(tail).padStart(6, '0')}`

export function faultOf(ttn: string | null): StubFault | null {
  const [, place = '0'] = /^209999(\d\d)\d{6}$/.exec(ttn ?? '') ?? []
  return stubFaults[Number(place) - 1] ?? null
}

/** Well within the time a request may still take effect (`receipts/machine.ts`), and longer than the first lookups. */
export const lateMs = 120_000
/** These two end by themselves, so that a demo register is not spoilt for good. */
export const receiptErrorMs = 10 * 60_000
export const listFailsMs = 5 * 60_000

interface FaultyCreate {
  /** How many documents are made, whatever the answer. */
  documents: number
  afterMs: number
  outcome: SendOutcome
}

const lost = (failure = toUnanswered('timeout'), retry_after_seconds: number | null = null): SendOutcome => ({
  kind: 'ambiguous',
  failure,
  retry_after_seconds,
  misconfigured: false,
  already_exists: false,
})
const nothing = (outcome: SendOutcome): FaultyCreate => ({ documents: 0, afterMs: 0, outcome })

const faultyCreates: Partial<Record<StubFault, FaultyCreate>> = {
  refused: nothing({
    kind: 'refused',
    failure: failureOf('refused', 'Тестова каса не прийняла запиту, бо так просить ТТН 20999901…'),
    code: 'validation.custom',
  }),
  answered: nothing({
    kind: 'answered',
    failure: failureOf('refused', 'Накладну не знайдено: так тестовій касі велить ТТН 20999902…'),
    code: null,
  }),
  answer_lost: { documents: 1, afterMs: 0, outcome: lost(toUnanswered('reset')) },
  no_answer: nothing(lost()),
  not_sent: nothing({ kind: 'not_sent', failure: toUnanswered('refused') }),
  rate_limited: nothing(lost(failureOf('rate_limited', 'Checkbox просить робити запити рідше'), 30)),
  misconfigured: nothing({
    kind: 'ambiguous',
    failure: failureOf('bad_answer', 'відповідь Checkbox: сторінка HTML'),
    retry_after_seconds: null,
    misconfigured: true,
    already_exists: false,
  }),
  late: { documents: 1, afterMs: lateMs, outcome: lost() },
  doubled: { documents: 2, afterMs: 0, outcome: lost(toUnanswered('reset')) },
  slow: { documents: 1, afterMs: 0, outcome: lost() },
}

/** null: nothing goes wrong when it is created. */
export const faultyCreate = (fault: StubFault | null): FaultyCreate | null =>
  fault === null ? null : (faultyCreates[fault] ?? null)
