import { expect, test } from 'vitest'
import { toCash } from './cash-rounding.ts'

test.each([
  [100_00, 100_00, 'is paid as it is'],
  [100_24, 100_00, 'is paid without the 24 kopiykas'],
  [100_25, 100_50, 'is paid up to the half hryvnia, from 25 kopiykas on'],
  [100_50, 100_50, 'is paid as it is'],
  [100_74, 100_50, 'is paid down to the half hryvnia'],
  [100_75, 101_00, 'is paid up to the whole hryvnia'],
  [24, 0, 'is not paid at all'],
  [25, 50, 'is paid with the smallest coin'],
])('an advance of %i kopiykas in cash, paid with %i, %s', (amount, paid) => {
  expect(toCash(amount)).toBe(paid)
})
