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

test('an answered attempt is looked at once, at once', () => {
  expect(inSeconds('unknown', { quiet_after: now })).toBe(0)
})

test('the second half of the proof of absence comes a little more than ten seconds after the first', () => {
  expect(inSeconds('unknown', { quiet_after: now - 1, absent_at: now, checks: 7 })).toBe(11)
  expect(inSeconds('cancel_unknown', { absent_at: now, checks: 1 })).toBe(11)
})

test('what a person was shown is looked at every ten minutes for two days, then hourly', () => {
  expect(inSeconds('attention', { created_at: now - 47 * hours })).toBe(600)
  expect(inSeconds('attention', { created_at: now - 48 * hours })).toBe(3_600)
})

test('a removal that came to nothing is not tried again at once', () => {
  expect(inSeconds('created', { before: 'cancel_unknown' })).toBe(30)
  expect(inSeconds('created', { before: 'sending' })).toBe(null)
})

test('what is settled, or is being worked on, is nobody’s to look at', () => {
  const silent = receiptStates.filter((state) => inSeconds(state) === null)
  expect(silent).toEqual(['sending', 'created', 'cancelling', 'fiscalized', 'cancelled', 'failed'])
})
