import { expect, test } from 'vitest'
import { aheadOf, isApart, stopsSending } from './clock-rules.ts'

test.each([
  [60_000, false, false],
  [60_001, true, false],
  [-60_001, true, false],
  [3_600_000, true, false],
  [3_600_001, true, true],
  [-3_600_001, true, true],
])('%i ms: shown %s, stops sending %s', (ahead_ms, isShown, stops) => {
  expect([isApart(ahead_ms), stopsSending(ahead_ms)]).toEqual([isShown, stops])
})

const at = (seconds: number): Date => new Date(1_000_000 + seconds * 1000)

test.each([
  ['within the question', 5, 0, 10, 0],
  ['earlier than the question', -30, 0, 10, 30_000],
  ['later than the answer', 40, 0, 10, -30_000],
])('their time is %s', (_what, theirs, asked, answered, ahead) => {
  expect(aheadOf(at(theirs), at(asked), at(answered))).toBe(ahead)
})
