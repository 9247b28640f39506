import { expect, test } from 'vitest'
import { isPaused } from './note-key-answers.ts'

const now = new Date('2026-03-09T12:00:00.000Z')
const inSeconds = (seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString()

test.each([
  ['nothing was written', null, 'timeout', false],
  ['it is over', 0, 'timeout', false],
  ['it lasts', 1, 'timeout', true],
  ['the carrier asked for an hour', 3_600, 'rate_limited', true],
  ['it is longer than any of its kind', 3_601, 'rate_limited', false],
  ['the day’s limit is used up', 6 * 3_600, 'daily_limit', true],
  ['it is longer than that of a day’s limit', 6 * 3_600 + 1, 'daily_limit', false],
  ['its reason is unknown', 3_600, 'something_else', true],
])('a key is paused when %s: the last word says whether', (_when, seconds, kind, expected) => {
  const paused_until = seconds === null ? null : inSeconds(seconds)
  expect(isPaused({ paused_until, problem: { kind } }, now)).toBe(expected)
})
