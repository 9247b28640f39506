import { expect, test } from 'vitest'
import { emptied, isLate } from './weak.ts'

test('a week is late, a day is not', () => {
  expect([isLate(7), isLate(1)]).toEqual([true, false])
})

test('a queue of two is emptied', () => {
  expect(emptied(['a', 'b'])).toEqual([])
})
