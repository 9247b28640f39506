import { expect, test } from 'vitest'
import { pluralize } from './plurals.ts'

const receipts = { one: 'чек', few: 'чеки', many: 'чеків', other: 'чека' }

test.each([
  [0, '0 чеків'],
  [1, '1 чек'],
  [2, '2 чеки'],
  [4, '4 чеки'],
  [5, '5 чеків'],
  [11, '11 чеків'],
  [12, '12 чеків'],
  [14, '14 чеків'],
  [20, '20 чеків'],
  [21, '21 чек'],
  [22, '22 чеки'],
  [25, '25 чеків'],
  [100, '100 чеків'],
  [101, '101 чек'],
  [111, '111 чеків'],
  [1_234, '1 234 чеки'],
  [1.5, '1,5 чека'],
  [0.1, '0,1 чека'],
])('%d is said in Ukrainian as «%s»', (count, words) => {
  expect(pluralize(count, receipts).replaceAll('\u00a0', ' ')).toBe(words)
})

test('the number and its word are never parted at the end of a line', () => {
  expect(pluralize(5, receipts)).toBe('5\u00a0чеків')
})
