import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { howOften } from '#/test/support/how-often.ts'
import { startCheckbox } from '#/test/support/real-checkbox.ts'
import {
  fromBilling,
  fromCashier,
  fromRegister,
  fromShift,
  fromSignature,
  fromTaxes,
  isTestRegister,
  organizationOf,
} from './read-register.ts'

const me = { full_name: 'Касир' }

describe('what cannot be read is unknown, and spoils nothing else', () => {
  test('nothing but an id is still a register, and nothing but a name a cashier', () => {
    expect(fromRegister({ id: 'r1', something: 'new' })).toEqual({
      id: 'r1',
      title: null,
      fiscal_number: null,
      address: null,
      is_test: null,
      has_shift: null,
      ettn_acquiring_id: undefined,
    })
    expect(fromCashier(me)).toEqual({
      id: null,
      full_name: 'Касир',
      is_test: null,
      signature_type: null,
      certificate_end: null,
      blocked: false,
      permissions: { ettn: true },
      organization: { subscription_exp: null, title: null, edrpou: null, tax_number: null },
    })
  })

  test.each([null, [], 7, 'text', {}, { message: 'no' }, { id: '', fiscal_number: ' \u0000 ' }, { full_name: {} }])(
    'neither a register nor a cashier: %j',
    (json) => {
      expect(fromRegister(json)).toBeNull()
      expect(fromCashier(json)).toBeNull()
    },
  )

  test('wrong types and null', () => {
    const given = { id: 7, title: {}, address: null, is_test: 'yes', has_shift: 1, ettn_acquiring_id: [] }
    expect(fromRegister(given)).toMatchObject({ id: '7', title: null, address: null, is_test: null, has_shift: null })
    expect(
      fromCashier({ ...me, certificate_end: true, permissions: null, organization: 'x', blocked: {} }),
    ).toMatchObject({
      certificate_end: null,
      permissions: { ettn: true },
      organization: { subscription_exp: null },
      blocked: false,
    })
    expect(fromSignature('ok')).toEqual({ type: null, shift_open_possibility: null })
    expect(fromBilling({ status: 5, date_to_block: 'soon' })).toEqual({ status: '5', date_to_block: null })
    expect(fromTaxes({ code: 1 })).toEqual([])
  })
})

test.each([
  ['2026-05-05T12:00:00.123456+03:00', '2026-05-05T09:00:00.123Z'],
  ['2026-05-05T12:00:00+00:00', '2026-05-05T12:00:00.000Z'],
  ['2026-05-05T12:00:00Z', '2026-05-05T12:00:00.000Z'],
  ['2026-05-05T12:00:00.123456', '2026-05-05T09:00:00.123Z'],
  ['2026-05-05', '2026-05-04T21:00:00.000Z'],
  ['2026-02-31T00:00:00Z', null],
  ['', null],
])('the signature until %j is until %j', (given, read) => {
  expect(fromCashier({ ...me, certificate_end: given })?.certificate_end).toBe(read)
})

test.each([
  ['2026-01-01T00:00:00', true],
  ['за несплату', true],
  [true, true],
  ['', false],
  ['false', false],
  [false, false],
  [null, false],
])('a cashier whose block is %j is blocked: %j', (given, read) => {
  expect(fromCashier({ ...me, blocked: given })?.blocked).toBe(read)
})

test.each([
  [{ ettn_acquiring_id: '7c8f8a52' }, true],
  [{ ettn_acquiring_id: null }, false],
  [{ ettn_acquiring_id: '' }, false],
  [{}, undefined],
])('%j: a delivery service is connected: %j', (given, read) => {
  expect(fromRegister({ id: 'r1', ...given })?.ettn_acquiring_id).toBe(read)
})

test.each([
  [null, null, false],
  [null, true, true],
  [undefined, null, null],
  [undefined, false, false],
  [{ status: 'OPENED' }, false, true],
  [{ status: 'OPENED', cash_register: { id: 'r1' } }, null, true],
  [{ status: 'OPENED', cash_register: { id: 'another' } }, false, false],
  [{ status: 'CLOSED', cash_register: { id: 'r1' } }, null, null],
  ['junk', null, null],
])('the cashier’s shift %j, with the register saying %j: open is %j', (shift, has_shift, open) => {
  const register = fromRegister({ id: 'r1', has_shift })
  expect(register && fromShift(shift, register)).toEqual({ has_shift: open, shift_opened_at: null })
})

test('a shift tells since when it is open, but only the one at this register', () => {
  const register = fromRegister({ id: 'r1', has_shift: true })
  const shift = { status: 'OPENED', opened_at: '2026-03-08T07:00:00.123456+00:00', cash_register: { id: 'r1' } }
  expect(register && fromShift(shift, register)).toEqual({
    has_shift: true,
    shift_opened_at: '2026-03-08T07:00:00.123Z',
  })
  const elsewhere = { ...shift, cash_register: { id: 'another' } }
  expect(register && fromShift(elsewhere, register)).toEqual({ has_shift: true, shift_opened_at: null })
})

test('a tax keeps its code as text and may lack the rest; one without a code is left out', () => {
  expect(
    fromTaxes([
      { code: 8, label: 'Без ПДВ', rate: 0 },
      { code: 'А', rate: '20.0' },
      { code: 1, label: null, rate: 'many' },
      { label: 'nothing' },
      null,
    ]),
  ).toEqual([
    { code: '8', label: 'Без ПДВ', rate: 0 },
    { code: 'А', label: 'А', rate: 20 },
    { code: '1', label: '1', rate: null },
  ])
  expect(fromTaxes(Array.from({ length: 5000 }, (_, code) => ({ code })))).toHaveLength(100)
})

test('texts are one bounded line, without what PostgreSQL or a page cannot take', () => {
  const register = fromRegister({ id: 'r1', title: ` a\u0000b\ud800\u202e\r\n c `, address: '😀'.repeat(1000) })
  expect(register?.title).toBe('a b\u{fffd} c')
  expect(register?.address).toBe('😀'.repeat(500))
})

test('any sign of a test register will do, none is none', () => {
  const isTest = (key: string, given: object, cashier: object = {}) => {
    const [register, person] = [fromRegister({ id: 'r1', ...given }), fromCashier({ ...me, ...cashier })]
    return register && person && isTestRegister(key, register, person)
  }
  expect(isTest('live', {})).toBe(false)
  expect(isTest('live', { is_test: true })).toBe(true)
  expect(isTest('test18', { is_test: false })).toBe(true)
  expect(isTest('live', { fiscal_number: 'TEST-1' })).toBe(true)
  expect(isTest('live', {}, { is_test: true })).toBe(true)
  expect(isTest('live', {}, { signature_type: 'TEST' })).toBe(true)
})

const operations = [
  'register_info',
  'sign_in',
  'cashier_me',
  'check_signature',
  'list_taxes',
  'billing_status',
  'cashier_shift',
]

/** JSON of any shape, and objects with the names we look for but anything in them. */
const named = fc.dictionary(
  fc.constantFrom(
    ...['id', 'code', 'message', 'title', 'is_test', 'full_name', 'certificate_end', 'blocked', 'permissions'],
    ...['organization', 'status', 'date_to_block', 'cash_register', 'access_token', 'fiscal_number', '__proto__'],
  ),
  fc.jsonValue(),
)

test('whatever JSON is answered to whatever call, a check ends with a value', async () => {
  let now = Date.now()
  const { check, faults, told } = await startCheckbox({ clock: { now: () => new Date(now) } })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...operations),
      fc.oneof(fc.jsonValue(), named, fc.array(named)),
      fc.constantFrom(200, 201, 400, 401, 403, 404, 422, 429, 500),
      async (operation, value, status) => {
        // Past the waits of the breaker and the age of the token, so that every run asks anew.
        now += 120_000
        const body = Buffer.from(JSON.stringify(value))
        faults.arm({ operation, fault: { kind: 'status', status, body }, times: 'always' })
        const outcome = await check()
        faults.disarm()
        expect(typeof outcome.ok).toBe('boolean')
        expect(JSON.stringify(outcome)).not.toContain('\\u0000')
        expect(told(outcome)).toEqual([])
      },
    ),
    { numRuns: howOften({ usually: 100, long: 1_000 }) },
  )
})

describe('whose register it is', () => {
  const cashier = (organization: unknown) => {
    const read = fromCashier({ full_name: 'Касир', organization })
    return read && organizationOf(read)
  }

  test.each([
    [
      { title: 'ФОП Їжак', edrpou: '3012345678' },
      { name: 'ФОП Їжак', tax_number: '3012345678' },
    ],
    [
      { title: 'ТОВ', edrpou: null, tax_number: '38324133' },
      { name: 'ТОВ', tax_number: '38324133' },
    ],
    [
      { title: 'ТОВ', edrpou: 'не вказано', tax_number: '38324133' },
      { name: 'ТОВ', tax_number: '38324133' },
    ],
    [{ title: 'ФОП Їжак', edrpou: '12345' }, null],
    [{ title: null, edrpou: '3012345678' }, null],
    ['x', null],
  ])('%j: %j', (organization, expected) => {
    expect(cashier(organization)).toEqual(expected)
  })
})
