import { expect, test } from 'vitest'
import { receiptStates, type ReceiptState } from '#/contract/receipt-states.ts'
import { nextCheck, type Checked } from './schedule.ts'

const now = Date.UTC(2026, 2, 9, 8)
const hours = 3_600_000

const inSeconds = (state: ReceiptState, changes: Partial<Checked> = {}, random = 0): number | null => {
  const usual = {
    state,
    before: state,
    abandoned: false,
    checks: 0,
    created_at: now,
    quiet_after: null,
    absent_at: null,
  }
  const next = nextCheck({ ...usual, ...changes }, now, random)
  return next === null ? null : (next - now) / 1000
}

test('looks come soon at first, then slower, and right after the quiet period', () => {
  const quiet_after = now + 635_000
  const looks = [0, 1, 2, 3, 4, 5, 6].map((checks) => inSeconds('unknown', { quiet_after, checks }))
  expect(looks).toEqual([5, 15, 30, 30, 30, 30, 30])
  expect(inSeconds('unknown', { quiet_after: now + 20_000, checks: 4 })).toBe(21)
})

test('what a dead process left is looked for at once: its lease was long enough', () => {
  const quiet_after = now + 600_000
  expect(inSeconds('unknown', { quiet_after, before: 'sending', abandoned: true })).toBe(0)
  expect(inSeconds('cancel_unknown', { before: 'cancelling', abandoned: true })).toBe(0)
})

test('a wait is spread by up to a fifth, and never shortened: what must be over is over', () => {
  const looks = [0, 0.5, 1].map((random) => inSeconds('unknown', { checks: 1 }, random))
  expect(looks).toEqual([15, 16.5, 18])
  expect(inSeconds('unknown', { quiet_after: now }, 1)).toBe(0)
  expect(inSeconds('attention', {}, 1)).toBe(720)
  // A tick of the watch on top of the longest look is still within the minute of a document that is there.
  expect(inSeconds('unknown', { checks: 6 }, 1)).toBeLessThanOrEqual(60 - 15)
})

test('an answered attempt is looked at once, at once, and then as usual', () => {
  expect(inSeconds('unknown', { quiet_after: now })).toBe(0)
  expect(inSeconds('unknown', { quiet_after: now, checks: 1 })).toBe(15)
  expect(inSeconds('unknown', { quiet_after: now - 60_000, checks: 2 })).toBe(30)
})

test('what may still land is not looked for the last time before it can have landed', () => {
  expect(inSeconds('unknown', { quiet_after: now + 1 })).toBe(1.001)
  expect(inSeconds('unknown', { quiet_after: now + 3_999 })).toBe(4.999)
  expect(inSeconds('unknown', { quiet_after: now + 4_001 })).toBe(5)
})

test('a wait is told in whole milliseconds', () => {
  // A fifth of 5 seconds, times 0.0008, is 0.8 of a millisecond.
  expect(inSeconds('unknown', {}, 0.0008)).toBe(5.001)
})

test('a send that could not begin is tried again after 1, 2, 4 … seconds, at least once a minute however long it goes on', () => {
  const tries = [0, 1, 2, 3, 4, 5, 6, 7, 5_000]
  expect(tries.map((checks) => inSeconds('queued', { checks }))).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
})

test('the second half of the proof of absence comes a little more than ten seconds after the first', () => {
  expect(inSeconds('unknown', { quiet_after: now - 1, absent_at: now, checks: 7 })).toBe(11)
  expect(inSeconds('cancel_unknown', { absent_at: now, checks: 1 })).toBe(11)
  // It is overdue: the service was down meanwhile.
  expect(inSeconds('unknown', { quiet_after: now - 1, absent_at: now - 3 * hours })).toBe(1)
})

test('what a person was shown is looked at every ten minutes for two days, then hourly for a month, then once a day', () => {
  const seconds = (age: number) => inSeconds('attention', { created_at: now - age })
  expect([0, 48 * hours - 1].map(seconds)).toEqual([600, 600])
  expect([48 * hours, 30 * 24 * hours - 1].map(seconds)).toEqual([3_600, 3_600])
  expect([30 * 24 * hours, 365 * 24 * hours].map(seconds)).toEqual([86_400, 86_400])
})

test('a removal that came to nothing is not tried again at once', () => {
  expect(inSeconds('created', { before: 'cancel_unknown' })).toBe(30)
  expect(inSeconds('created', { before: 'sending' })).toBe(null)
})

test('what is settled, or is being worked on, is nobody’s to look at', () => {
  const silent = receiptStates.filter((state) => inSeconds(state) === null)
  expect(silent).toEqual(['sending', 'created', 'cancelling', 'fiscalized', 'cancelled', 'failed'])
})
