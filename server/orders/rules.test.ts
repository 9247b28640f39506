import { describe, expect, test } from 'vitest'
import type { Goods } from '#/contract/orders.ts'
import {
  differences,
  headDifferences,
  paidTooLongAgo,
  planSync,
  syncedTo,
  toContent,
  whyNotChange,
  withChanges,
} from './rules.ts'

const line: Goods = { code: 'A', name: 'Чохол', price: 60_000, quantity: 2000, discount: 0 }
const content = {
  recipient_name: 'Олена Шевченко',
  recipient_phone: '380671112233',
  ttn: '20450000000001',
  notes: 'Подзвонити',
  goods: [line],
  total: 120_000,
}
const now = new Date('2026-03-09T12:00:00.000Z')
const minutesAgo = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString()

describe('an order may be changed or hidden', () => {
  const order = { deleted_at: null, has_receipt: false, version: 3 }
  test.each([
    ['while nothing is in the way', {}, 3, null],
    ['without naming a version', {}, null, null],
    ['not when somebody changed it meanwhile', {}, 2, 'order.version_conflict'],
    ['not when it has a receipt, whatever the version', { has_receipt: true }, 2, 'order.has_receipt'],
    ['not when it is hidden, whatever else', { deleted_at: minutesAgo(1), has_receipt: true }, 2, 'order.not_found'],
  ])('%s', (_when, changes, version, expected) => {
    expect(whyNotChange({ ...order, ...changes }, version)).toBe(expected)
  })
})

test('a parcel is paid too long ago once the time of the settings has passed', () => {
  const config = { receipt_times: { paid_unfiscal_ms: 60_000 } }
  // Only what the rule reads of the settings.
  const app: Parameters<typeof paidTooLongAgo>[0] = JSON.parse(JSON.stringify({ config }))
  expect(paidTooLongAgo({ ...app, clock: { now: () => now } }).toISOString()).toBe(minutesAgo(1))
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

describe('a run over the CRM asks for', () => {
  const known = { synced_to: minutesAgo(10), retried_at: minutesAgo(59) }
  const usual = { updated_from: minutesAgo(15), brings_unreadable: false }
  const everything = { updated_from: null, brings_unreadable: true }
  const old = [{ updated_at: minutesAgo(60) }, { updated_at: minutesAgo(30) }]
  const oldToo = { updated_from: minutesAgo(65), brings_unreadable: true }

  test.each<[string, Parameters<typeof planSync>[0], Parameters<typeof planSync>[1], boolean, unknown]>([
    ['everything the first time', undefined, [], false, everything],
    ['everything while no run was whole', { synced_to: null, retried_at: null }, [], false, everything],
    ['what changed since the last whole run, and five minutes before', known, [], false, usual],
    ['no more when everything could be read, even if a person wants it', known, [], true, usual],
    ['the unreadable not before the hour is over', known, old, false, usual],
    ['the unreadable when a person wants it', known, old, true, oldToo],
    [
      'the unreadable not a millisecond before',
      { ...known, retried_at: minutesAgo(60 - 1 / 60_000) },
      old,
      false,
      usual,
    ],
    ['a single unreadable one too', known, [{ updated_at: minutesAgo(60) }], true, oldToo],
    ['the unreadable when the hour is over', { ...known, retried_at: minutesAgo(60) }, old, false, oldToo],
    ['the unreadable when that was never tried', { ...known, retried_at: null }, old, false, oldToo],
    ['everything when the CRM did not date an unreadable one', known, [...old, { updated_at: null }], true, everything],
  ])('%s', (_what, before, unreadable, retry, expected) => {
    expect(planSync(before, unreadable, { now, retry })).toEqual(expected)
  })
})

describe('a whole run has brought everything up to', () => {
  test.each<[string, string | null, (string | null)[], string | null]>([
    ['nothing, when the CRM told no time at all', null, [], null],
    ['nothing, when it dated none of its orders', null, [null], null],
    ['the newest change the CRM told', minutesAgo(30), [minutesAgo(20), minutesAgo(5), minutesAgo(10)], minutesAgo(5)],
    ['where it was, when nothing newer came', minutesAgo(30), [minutesAgo(40), null], minutesAgo(30)],
    ['its own beginning, exactly', minutesAgo(30), [minutesAgo(0)], minutesAgo(0)],
    ['no later than its beginning', minutesAgo(30), [minutesAgo(-1)], minutesAgo(30)],
    ['its beginning, when all that was told lies ahead of our clock', null, [minutesAgo(-1)], minutesAgo(0)],
  ])('%s', (_what, known, told, expected) => {
    expect(syncedTo(known, told, now)).toBe(expected)
  })
})
