import { describe, expect, test } from 'vitest'
import { receiptStates } from '#/contract/receipt-states.ts'
import { quietKinds, troublesOf, type MoneyOfOrder, type ReceiptOfOrder } from './receipt-troubles.ts'

const now = Date.parse('2026-03-09T12:00:00.000Z')
const moment = { now, paid_unfiscal_ms: 3_600_000 }

const receipt: ReceiptOfOrder = {
  kind: 'ettn',
  state: 'fiscalized',
  is_test: false,
  is_retired: false,
  is_returned: false,
  is_of_other_ttn: false,
  amount: 120_000,
  fiscal_amount: 120_000,
  accepted_control: null,
  accepted_fiscal: null,
  is_copy_undelivered: false,
  advance: null,
}
const received: MoneyOfOrder = {
  is_demo: false,
  is_hidden: false,
  is_not_needed: false,
  status_code: 9,
  cod_amount: 120_000,
  paid: true,
  taken_at: now - 7_200_000,
  receipts: [receipt],
}
const made = (changes: Partial<ReceiptOfOrder>): ReceiptOfOrder => ({ ...receipt, ...changes })
const troubles = (order: Partial<MoneyOfOrder>, ...receipts: Partial<ReceiptOfOrder>[]) =>
  troublesOf({ ...received, ...order, receipts: receipts.map(made) }, moment)

test('a received parcel with a fiscal receipt of the same sum troubles nobody', () => {
  expect(troubles({}, {})).toEqual([])
})

test('an undelivered copy is told quietly', () => {
  expect(quietKinds).toEqual(['copies_undelivered'])
})

describe('money that was taken without a receipt is a trouble', () => {
  test.each<[string, Partial<MoneyOfOrder>]>([
    ['the parcel is received and said to be paid', {}],
    ['the parcel is received', { paid: false }],
    ['the parcel is paid on its way', { status_code: 5 }],
    ['one kopiyka was to be paid', { cod_amount: 1 }],
  ])('when %s', (_when, order) => {
    expect(troubles(order)).toEqual(['received_without_receipt'])
  })

  test.each<[string, Partial<MoneyOfOrder>]>([
    ['nothing was to be paid', { cod_amount: 0 }],
    ['it is not known that anything was to be paid', { cod_amount: null }],
    ['the parcel is on its way, unpaid', { status_code: 5, paid: false }],
    ['the order is hidden', { is_hidden: true }],
    ['a person said that no receipt is needed', { is_not_needed: true }],
  ])('but not when %s', (_when, order) => {
    expect(troubles(order)).toEqual([])
  })

  test.each<[string, Partial<ReceiptOfOrder>]>([
    ['was cancelled', { state: 'cancelled' }],
    ['is a test receipt', { is_test: true }],
    ['is of a test register that is real by now', { is_retired: true }],
    ['is the prepayment alone', { kind: 'prepayment' }],
  ])('and a receipt that %s does not stand for it', (_what, changes) => {
    expect(troubles({}, changes)).toContain('received_without_receipt')
  })

  test('while in a demo a test receipt does stand for it', () => {
    expect(troubles({ is_demo: true }, { is_test: true })).toEqual([])
  })
})

describe('a paid parcel whose receipt is not fiscal is a trouble', () => {
  test('in every state of a living receipt but the fiscal one', () => {
    const living = receiptStates.filter((state) => state !== 'cancelled' && state !== 'failed')
    const found = living.filter((state) => troubles({}, { state, fiscal_amount: null }).includes('paid_not_fiscal'))
    expect(found).toEqual(living.filter((state) => state !== 'fiscalized'))
  })

  test.each<[string, number | null, string[]]>([
    ['exactly as long ago as is allowed', now - 3_600_000, ['paid_not_fiscal']],
    ['a moment less', now - 3_599_999, []],
    ['at a time that is not known', null, ['paid_not_fiscal']],
  ])('once it was paid %s', (_when, taken_at, expected) => {
    expect(troubles({ taken_at }, { state: 'created' })).toEqual(expected)
  })

  test('but not before the parcel is paid', () => {
    expect(troubles({ status_code: 5, paid: false }, { state: 'created' })).toEqual([])
  })

  test('even when another receipt of the order is fiscal', () => {
    expect(troubles({}, {}, { state: 'created' })).toEqual(['paid_not_fiscal'])
  })
})

describe('sums that differ are a trouble', () => {
  test.each<[string, Partial<MoneyOfOrder>, Partial<ReceiptOfOrder>]>([
    ['the carrier takes another sum', { cod_amount: 119_999 }, {}],
    [
      'the carrier takes another sum before the receipt is fiscal',
      { cod_amount: 1, taken_at: now },
      { state: 'created' },
    ],
    ['the fiscal receipt has another sum', {}, { fiscal_amount: 120_001 }],
    ['the carrier takes a third sum after one was accepted', { cod_amount: 2 }, { accepted_control: 1 }],
    ['the fiscal receipt has a third sum after one was accepted', {}, { fiscal_amount: 2, accepted_fiscal: 1 }],
    ['only the sum of the carrier was accepted', { cod_amount: 1 }, { accepted_control: 1, fiscal_amount: 2 }],
  ])('when %s', (_when, order, changes) => {
    expect(troubles(order, changes)).toEqual(['sums_differ'])
  })

  test.each<[string, Partial<MoneyOfOrder>, Partial<ReceiptOfOrder>]>([
    ['a person accepted the sum of the carrier', { cod_amount: 1 }, { accepted_control: 1 }],
    ['a person accepted the fiscal sum', {}, { fiscal_amount: 1, accepted_fiscal: 1 }],
    ['the receipt was returned', { cod_amount: 1 }, { is_returned: true }],
    ['the carrier told no sum', { cod_amount: null }, {}],
    ['the carrier tells no sum any more after another one was accepted', { cod_amount: null }, { accepted_control: 1 }],
    ['the fiscal sum is not known yet', {}, { fiscal_amount: null }],
    ['the receipt is not fiscal yet', { taken_at: now }, { state: 'created', fiscal_amount: 1 }],
    ['the parcel was refused', { status_code: 103, cod_amount: 1, paid: false }, {}],
    ['the waybill was deleted', { status_code: 2, cod_amount: 1, paid: false }, {}],
    ['the receipt is a prepayment', { cod_amount: 0 }, { kind: 'prepayment' }],
  ])('but not when %s', (_when, order, changes) => {
    expect(troubles(order, changes)).not.toContain('sums_differ')
  })
})

const refused = { status_code: 103, paid: false }
const deleted = { status_code: 2, paid: false }

describe('a sale that came to nothing is a trouble', () => {
  test.each<[string, Partial<MoneyOfOrder>, Partial<ReceiptOfOrder>, string[]]>([
    ['the parcel of a fiscal receipt was refused', refused, {}, ['return_due']],
    ['the parcel of a fiscal advance was refused', refused, { kind: 'prepayment' }, ['return_due']],
    ['a receipt waits for a waybill that was deleted', deleted, { state: 'created' }, ['parcel_deleted']],
  ])('when %s', (_when, order, changes, expected) => {
    expect(troubles(order, changes)).toEqual(expected)
  })

  test.each<[string, Partial<MoneyOfOrder>, Partial<ReceiptOfOrder>]>([
    ['the receipt was returned', refused, { is_returned: true }],
    ['a person said why no return is needed', { ...refused, is_not_needed: true }, {}],
    ['the receipt of a refused parcel is not fiscal', refused, { state: 'created' }],
    ['the receipt of the deleted waybill was cancelled', deleted, { state: 'cancelled' }],
    ['the receipt is a test', deleted, { state: 'created', is_test: true }],
  ])('but not when %s', (_when, order, changes) => {
    expect(troubles(order, changes)).toEqual([])
  })
})

describe('a receipt that came to nothing is a trouble', () => {
  const unpaid = { status_code: 5, paid: false }

  test('when it failed, or was cancelled because its prepayment had failed', () => {
    expect(troubles(unpaid, { state: 'failed' })).toEqual(['failed'])
    expect(troubles(unpaid, { state: 'cancelled', advance: 'failed' })).toEqual(['failed'])
  })

  test.each<[string, Partial<MoneyOfOrder>, Partial<ReceiptOfOrder>[]]>([
    ['a person cancelled it', {}, [{ state: 'cancelled' }]],
    ['the prepayment of the cancelled rest is fiscal', {}, [{ state: 'cancelled', advance: 'fiscalized' }]],
    ['the rest of a failed prepayment is alive', {}, [{ state: 'queued', advance: 'failed' }]],
    ['a later one was made', {}, [{ state: 'failed' }, { state: 'created' }]],
    ['only a prepayment failed', {}, [{ kind: 'prepayment', state: 'failed' }]],
    ['it was of a retired test register', {}, [{ state: 'failed', is_retired: true }]],
    ['the order is hidden', { is_hidden: true }, [{ state: 'failed' }]],
    ['no receipt is needed', { is_not_needed: true }, [{ state: 'failed' }]],
    ['the parcel was refused', { status_code: 102 }, [{ state: 'failed' }]],
    ['the order has no receipt at all', {}, []],
  ])('but not when %s', (_when, order, receipts) => {
    expect(troubles({ ...unpaid, ...order }, ...receipts)).toEqual([])
  })

  test('also when the one before it lives, since the last one counts', () => {
    expect(troubles(unpaid, { state: 'created' }, { state: 'failed' })).toEqual(['failed'])
  })
})

describe('a copy the buyer did not get is a trouble', () => {
  test('of any fiscal receipt of the order', () => {
    expect(troubles({}, { is_copy_undelivered: true }, {})).toEqual(['copies_undelivered'])
    expect(troubles({}, {}, { kind: 'prepayment', is_copy_undelivered: true })).toEqual(['copies_undelivered'])
  })

  test.each<[string, Partial<ReceiptOfOrder>]>([
    ['of a receipt that is not fiscal', { state: 'created' }],
    ['of a returned receipt', { is_returned: true }],
    ['of a test receipt', { is_test: true }],
    ['of which nothing is known', { is_copy_undelivered: null }],
  ])('but not %s', (_what, changes) => {
    expect(troubles({ is_demo: true, status_code: 7, paid: false }, { is_copy_undelivered: true, ...changes })).toEqual(
      [],
    )
  })
})
