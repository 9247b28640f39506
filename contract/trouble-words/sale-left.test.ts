import { expect, test } from 'vitest'
import { saleLeftWords } from './sale-left.ts'

test('the words name the parcel, what the order has now, and both ways out', () => {
  expect(saleLeftWords({ left_ttn: '1', ttn: '2' })).toContain('Посилку 1 отримано')
  expect(saleLeftWords({ left_ttn: '1', ttn: '2' })).toContain('Замовлення тепер має ТТН 2.')
  expect(saleLeftWords({ left_ttn: '1', ttn: null })).toContain('Замовлення тепер без ТТН.')
  expect(saleLeftWords({ left_ttn: '1', ttn: null })).toContain('поверніть ТТН 1 і створіть чек')
})
