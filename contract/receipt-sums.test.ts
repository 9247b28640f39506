import { expect, test } from 'vitest'
import { receiptSums } from './receipt-sums.ts'

const cover = { code: 'A', name: 'Чохол', price: 450_00, quantity: 2000, discount: 0 }
const glass = { code: 'B', name: 'Скло', price: 333_33, quantity: 1000, discount: 33_33 }

test('the goods of a receipt are all its lines together, each with its own discount', () => {
  expect(receiptSums({ goods: [cover, glass], total: 1_200_00 })).toEqual({
    goods: 1_200_00,
    discount: 0,
    control: 1_200_00,
  })
})

test('what the goods are worth above the total is the discount of the order, and the buyer pays the total', () => {
  expect(receiptSums({ goods: [cover, glass], total: 1_150_00 })).toEqual({
    goods: 1_200_00,
    discount: 50_00,
    control: 1_150_00,
  })
})

test('goods that do not reach the total leave a discount below zero, by which the receipt is refused', () => {
  expect(receiptSums({ goods: [cover], total: 900_01 }).discount).toBe(-1)
})

test('what was paid in advance is not paid on delivery again, and is no discount', () => {
  expect(receiptSums({ goods: [cover, glass], total: 1_200_00 }, 200_00)).toEqual({
    goods: 1_200_00,
    discount: 0,
    control: 1_000_00,
  })
})

test('without goods there is nothing to sell', () => {
  expect(receiptSums({ goods: [], total: 0 })).toEqual({ goods: 0, discount: 0, control: 0 })
})
