import { expect, test } from 'vitest'
import { countLeft, countUnder, secondsToExpire, secondsToSettle, unusedKids } from './rules.ts'
import type { SecretState } from './survey-secrets.ts'

const secret = (kid: string | null, problem: string | null = null): SecretState => ({
  place: { table: 'cash_registers', field: 'pin', row: '1' },
  kid,
  problem,
})
const states = [secret('new'), secret('old'), secret('old', 'wrong key'), secret('older'), secret(null, 'unreadable')]

test('a secret counts under the key it names, whether it opens or not', () => {
  expect(countUnder(states, 'old')).toBe(2)
  expect(countUnder(states, 'unused')).toBe(0)
})

test('a rotation has left what opens and is not under the new key', () => {
  expect(countLeft(states, 'new')).toBe(2)
  expect(countLeft([...states, secret('oldest')], 'new')).toBe(3)
})

test('a key may go when it only reads and no secret names it', () => {
  expect(unusedKids(['writing', 'old', 'unused', 'older'], states)).toEqual(['unused'])
  expect(unusedKids(['writing', 'unused', 'old', 'idle'], states)).toEqual(['unused', 'idle'])
  // The key that writes stays, even before it has written anything.
  expect(unusedKids(['writing'], [])).toEqual([])
})

const changed = new Date('2026-03-09T12:00:00.000Z')
const after = (seconds: number): Date => new Date(changed.getTime() + seconds * 1000)

test.each([
  ['a key that wrote secrets', secondsToSettle, 120],
  ['a key that signed tokens', secondsToExpire, 900],
] as const)('%s is kept for a while after the change, to the second', (_what, secondsLeft, life) => {
  expect(secondsLeft(changed, changed)).toBe(life)
  expect(secondsLeft(changed, after(0.4))).toBe(life)
  expect(secondsLeft(changed, after(life - 1))).toBe(1)
  expect(secondsLeft(changed, after(life - 0.001))).toBe(1)
  expect(secondsLeft(changed, after(life))).toBe(0)
  expect(secondsLeft(changed, after(life + 60))).toBe(0)
  // The file is dated a day ahead of our clock: the key is kept the longer, not dropped.
  expect(secondsLeft(changed, after(-86_400))).toBe(life + 86_400)
})
