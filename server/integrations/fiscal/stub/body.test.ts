import { expect, test } from 'vitest'
import { newId } from '#/server/platform/random.ts'
import type { DocumentKind } from '../ettn-client.ts'
import { readStubBody } from './body.ts'

const ttn = '20450000000001'
const aLine = (changes: object = {}) => ({
  good: { code: 'SKU-101', name: 'Чохол для телефону', price: 85_000 },
  quantity: 1000,
  is_return: false,
  ...changes,
})
const payment = (value: number) => ({ type: 'ETTN', label: 'NovaPay', value, ettn: ttn })
const ettn = (value: number, changes: object = {}) =>
  JSON.stringify({
    provider: 'novapost',
    receipt_body: { goods: [aLine()], payments: [payment(value)], rounding: false, ...changes },
  })
const discount = (type: string, mode: string, value: number) => ({ discounts: [{ type, mode, value }] })

test.each([
  ['part of a piece', 85_000 + 39_865, { goods: [aLine(), aLine({ quantity: 469 })] }],
  ['a discount', 80_100, discount('DISCOUNT', 'VALUE', 4900)],
  ['an extra charge', 85_100, discount('EXTRA_CHARGE', 'VALUE', 100)],
  ['a discount of ten in a hundred', 76_500, discount('DISCOUNT', 'PERCENT', 10)],
  ['a discount of one line', 84_000, { goods: [aLine(discount('DISCOUNT', 'VALUE', 1000))] }],
  // Each line is rounded by itself: two halves of a kopiyka are two kopiykas.
  ['halves', 2, { goods: [1, 2].map(() => aLine({ good: { code: 'a', name: 'а', price: 1 }, quantity: 500 })) }],
])('goods with %s must make the sum of the payment to the kopiyka', (_, sum, changes) => {
  expect(readStubBody('ettn', ettn(sum, changes)).draft).toEqual({
    id: null,
    ttn,
    relation_id: null,
    amount: sum,
    total: sum,
  })
  for (const wrong of [sum - 1, sum + 1])
    expect(readStubBody('ettn', ettn(wrong, changes)).outcome).toMatchObject({
      kind: 'answered',
      failure: { kind: 'refused', detail: expect.stringMatching(/^Сума товарів .+ відрізняється від суми оплати/) },
    })
})

test('a wrong sum is told together with the right one', () => {
  expect(readStubBody('ettn', ettn(85_001)).outcome).toMatchObject({
    failure: { detail: expect.stringMatching(/850,00.+850,01/) },
  })
})

const rest = { receiptRelationId: 'ORDER-0000012345' }
const prepayment = {
  id: newId(),
  custom_relation_id: 'ORDER-0000012345',
  goods: [aLine()],
  payments: [{ type: 'CASHLESS', value: 1 }],
}

test.each<[string, DocumentKind, string]>([
  ['no JSON', 'ettn', '{'],
  ['nothing', 'ettn', 'null'],
  ['no goods', 'ettn', ettn(85_000, { goods: [] })],
  ['a price of zero', 'ettn', ettn(1, { goods: [aLine({ good: { code: 'a', name: 'а', price: 0 } })] })],
  ['goods that are returned', 'ettn', ettn(85_000, { goods: [aLine({ is_return: true })] })],
  ['rounding left to its default', 'ettn', ettn(85_000, { rounding: undefined })],
  ['two payments', 'ettn', ettn(85_000, { payments: [payment(42_500), payment(42_500)] })],
  ['no TTN', 'ettn', ettn(85_000, { payments: [{ type: 'ETTN', value: 85_000 }] })],
  [
    'two relations',
    'ettn_rest',
    JSON.stringify({
      ...rest,
      receipt_body: { relationId: 'ORDER-0000012346', payments: [payment(1)], rounding: false },
    }),
  ],
  ['a short relation', 'prepayment', JSON.stringify({ ...prepayment, custom_relation_id: '12345' })],
  ['an id that is no UUID', 'prepayment', JSON.stringify({ ...prepayment, id: 'ours' })],
])('a body with %s is surely refused', (_, kind, body) => {
  expect(readStubBody(kind, body).outcome).toMatchObject({
    kind: 'refused',
    code: 'validation.custom',
    failure: { kind: 'refused', detail: expect.stringMatching(/^Тестова каса не прийняла запиту/) },
  })
})
