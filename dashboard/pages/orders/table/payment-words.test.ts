import { expect, test } from 'vitest'
import { paymentWords } from './payment-words.ts'

type Paid = Parameters<typeof paymentWords>[0]

/** An order of 1,200.00. */
const told = (parcel: Paid['parcel'], prepayment: { amount: number } | null = null) =>
  paymentWords({ total: 120_000, parcel, receipt: { prepayment } })?.replaceAll('\u00a0', ' ')
const onDelivery = (cod_amount: number) => ({ cod_amount, cod_kind: 'payment_control' as const })
const prepaid = { amount: 30_000 }

test('U2: a sum on delivery that equals the total is not written again, another one is', () => {
  expect(told(onDelivery(120_000))).toBe('післяплата')
  expect(told(onDelivery(90_000))).toBe('післяплата 900,00 ₴')
})

test('U2: a money transfer, no sum on delivery, a prepayment and a parcel that is not known are told apart', () => {
  expect(told({ cod_amount: 120_000, cod_kind: 'money_transfer' })).toBe('переказ')
  expect(told({ cod_amount: null, cod_kind: null })).toBe('без післяплати')
  expect(told(onDelivery(90_000), prepaid)).toBe('післяплата 900,00 ₴ · передоплата 300,00 ₴')
  expect(told(null, prepaid)).toBe('передоплата 300,00 ₴')
  expect(told(null)).toBeUndefined()
})
