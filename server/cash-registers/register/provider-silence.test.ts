import { expect, test } from 'vitest'
import { badPin, failureOf, permitExpired } from '#/server/integrations/fiscal/failure-words.ts'
import { toldSilence, whatWasHeard } from './provider-silence.ts'

test.each([
  ['answer', null],
  ['answer', badPin],
  ['answer', failureOf('refused', '')],
  ['answer', failureOf('rate_limited', '')],
  ['silence', failureOf('unreachable', '')],
  ['silence', failureOf('timeout', '')],
  ['silence', failureOf('unavailable', '')],
  ['silence', failureOf('bad_answer', '')],
  ['nothing', permitExpired],
])('%s was heard in %j', (heard, failure) => {
  expect(whatWasHeard(failure)).toBe(heard)
})

test('one or two lost answers are not worth telling, the third in a row is', () => {
  const silence = (failures: number) => ({ detail: 'тиша', since: '2026-03-09T12:00:00.000Z', failures })
  expect([1, 2, 3, 4].map((failures) => toldSilence(silence(failures)))).toEqual([null, null, silence(3), silence(4)])
})
