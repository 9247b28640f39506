import { expect, test } from 'vitest'
import { countDown, isLate } from './weak.ts'

test('a week is late, a day is not', () => {
  expect([isLate(7), isLate(1)]).toEqual([true, false])
})

test('two steps lead down from two', () => {
  expect(countDown(2)).toBe(2)
})
