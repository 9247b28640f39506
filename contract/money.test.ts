import { expect, test } from 'vitest'
import { formatMoney, lineSum } from './money.ts'

test.each([
  ['two pieces', { price: 450_00, quantity: 2000, discount: 0 }, 900_00],
  [
    'its discount is taken off the whole line, not off each piece',
    { price: 450_00, quantity: 2000, discount: 50_00 },
    850_00,
  ],
  ['half a kopiyka is rounded up', { price: 3_33, quantity: 1500, discount: 0 }, 5_00],
  ['less than half a kopiyka is dropped', { price: 3_33, quantity: 1498, discount: 0 }, 4_99],
  ['it is rounded before the discount', { price: 3_33, quantity: 1500, discount: 1 }, 4_99],
  ['the smallest part of the cheapest piece is worth nothing', { price: 1, quantity: 1, discount: 0 }, 0],
])('a line of goods is price by quantity less its discount: %s', (_what, line, sum) => {
  expect(lineSum(line)).toBe(sum)
})

test('money is written in hryvnias with both digits of the kopiykas, and never parted at the end of a line', () => {
  expect(formatMoney(1_234_50)).toBe('1\u00a0234,50\u00a0₴')
  expect(formatMoney(1)).toBe('0,01\u00a0₴')
  expect(formatMoney(0)).toBe('0,00\u00a0₴')
})
