import { describe, expect, test } from 'vitest'
import type { Goods } from '#/contract/orders.ts'
import { differences, headDifferences, toContent } from './rules.ts'

const line: Goods = { code: 'A', name: 'Чохол', price: 60_000, quantity: 2000, discount: 0 }
const content = {
  recipient_name: 'Олена Шевченко',
  recipient_phone: '380671112233',
  ttn: '20450000000001',
  notes: 'Подзвонити',
  goods: [line],
  total: 120_000,
}

describe('a difference', () => {
  test('is told field by field, before and after', () => {
    expect(differences(content, content)).toEqual({})
    const other = { ...content, recipient_phone: '380500000000', ttn: null, notes: '', total: 1 }
    expect(differences(content, other)).toEqual({
      recipient: {
        before: { name: 'Олена Шевченко', phone: '380671112233' },
        after: { name: 'Олена Шевченко', phone: '380500000000' },
      },
      ttn: { before: '20450000000001', after: null },
      notes: { before: 'Подзвонити', after: '' },
      total: { before: 120_000, after: 1 },
    })
  })

  test.each<[string, Goods[]]>([
    ['another code', [{ ...line, code: 'B' }]],
    ['another name', [{ ...line, name: 'Скло' }]],
    ['another price', [{ ...line, price: 1 }]],
    ['another quantity', [{ ...line, quantity: 1000 }]],
    ['a discount', [{ ...line, discount: 1 }]],
    ['a line more', [line, line]],
    ['no line', []],
  ])('of the goods is seen when there is %s', (_what, goods) => {
    expect(differences(content, { ...content, goods })).toEqual({ goods: { before: [line], after: goods } })
  })

  test('of one line among several is seen, whichever it is', () => {
    const two = { ...content, goods: [line, { ...line, code: 'B' }] }
    for (const changed of [0, 1]) {
      const goods = two.goods.map((one, index) => (index === changed ? { ...one, price: 1 } : one))
      expect(differences(two, { ...two, goods })).toEqual({ goods: { before: two.goods, after: goods } })
    }
  })

  test('is no edit when only the order of the fields in a line differs', () => {
    const { code, ...rest } = line
    expect(differences(content, { ...content, goods: [{ ...rest, code }] })).toEqual({})
  })
})

test('an order is kept with its recipient beside the rest', () => {
  const { recipient_name: name, recipient_phone: phone, ...rest } = content
  expect(toContent({ ...rest, recipient: { name, phone } })).toEqual(content)
})

test('what only the CRM writes is compared by meaning: one instant has two spellings', () => {
  const ours = { number: '84211', ordered_at: '2026-03-09T07:05:00.000Z', status: 'new' }
  expect(headDifferences(ours, { ...ours, ordered_at: '2026-03-09T07:05:00Z' })).toEqual({})
  expect(headDifferences(ours, { number: '1', ordered_at: '2026-03-10T07:05:00.000Z', status: 'done' })).toEqual({
    number: { before: '84211', after: '1' },
    ordered_at: { before: '2026-03-09T07:05:00.000Z', after: '2026-03-10T07:05:00.000Z' },
    crm_status: { before: 'new', after: 'done' },
  })
})
