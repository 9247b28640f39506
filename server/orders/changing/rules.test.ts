import { describe, expect, test } from 'vitest'
import type { Goods } from '#/contract/orders.ts'
import { isTtnTyped, whyNotChange, whyNotHide, withChanges } from './rules.ts'

const line: Goods = { code: 'A', name: 'Чохол', price: 60_000, quantity: 2000, discount: 0 }
const content = {
  recipient_name: 'Олена Шевченко',
  recipient_phone: '380671112233',
  ttn: '20450000000001',
  notes: 'Подзвонити',
  goods: [line],
  total: 120_000,
}

describe('an order may be changed or hidden', () => {
  const order = { deleted_at: null, has_receipt: false, advance_only: false, version: 3 }
  test.each([
    ['while nothing is in the way', {}, 3, null],
    ['without naming a version', {}, null, null],
    ['not when somebody changed it meanwhile', {}, 2, 'order.version_conflict'],
    ['not when it has a receipt, whatever the version', { has_receipt: true }, 2, 'order.has_receipt'],
    [
      'not when it is hidden, whatever else',
      { deleted_at: '2026-03-09T11:59:00.000Z', has_receipt: true },
      2,
      'order.not_found',
    ],
  ])('%s', (_when, changes, version, expected) => {
    expect(whyNotChange({ ...order, ...changes }, version, ['ttn'])).toBe(expected)
  })

  test('beside a fiscal advance alone: all but the goods and the sum, which the advance states', () => {
    const advanced = { ...order, has_receipt: true, advance_only: true }
    expect(whyNotChange(advanced, 3, ['recipient', 'ttn', 'notes'])).toBeNull()
    expect(whyNotChange(advanced, 3, ['ttn', 'goods'])).toBe('order.has_advance')
    expect(whyNotChange(advanced, 3, ['total'])).toBe('order.has_advance')
    expect(whyNotChange(advanced, 2, ['total'])).toBe('order.version_conflict')
    expect(whyNotChange(order, 3, ['goods', 'total'])).toBeNull()
  })

  test('it is hidden only where no receipt lives', () => {
    expect(whyNotHide(order)).toBeNull()
    expect(whyNotHide({ ...order, has_receipt: true })).toBe('order.has_receipt')
    expect(whyNotHide({ deleted_at: '2026-03-09T11:59:00.000Z', has_receipt: true })).toBe('order.not_found')
  })
})

describe('an edit', () => {
  test('changes what it names and leaves the rest', () => {
    expect(withChanges(content, {})).toEqual(content)
    expect(withChanges(content, { recipient: { name: 'Оля', phone: '380500000000' }, notes: '' })).toEqual({
      ...content,
      recipient_name: 'Оля',
      recipient_phone: '380500000000',
      notes: '',
    })
    expect(withChanges(content, { goods: [], total: 1 })).toEqual({ ...content, goods: [], total: 1 })
  })

  test('may take the TTN away', () => {
    expect(withChanges(content, { ttn: null }).ttn).toBeNull()
    expect(withChanges(content, { ttn: '20450000000002' }).ttn).toBe('20450000000002')
  })
})

test.each([
  [null, {}, false],
  ['1', { notes: 'моє' }, false],
  [null, { ttn: null }, false],
  [null, { ttn: '2' }, true],
  ['1', { ttn: '1' }, true],
  ['1', { ttn: null }, true],
])('over the TTN %s an edit of %j decides on it: %s', (before, request, expected) => {
  expect(isTtnTyped(before, request)).toBe(expected)
})
