import { expect, test } from 'vitest'
import type { CashRegister } from './cash-registers.ts'
import type { Order } from './orders.ts'
import { advanceOf, isHeld, toCandidate, whyUnable } from './receipt-candidate.ts'
import { whyNotReceipt } from './receipt-refusals.ts'
import type { RegisterProblem } from './register-health.ts'

const register = (problems: RegisterProblem[] = [], active = true): CashRegister => ({
  id: 'register',
  name: 'Основна',
  is_default: true,
  is_test: false,
  active,
  license_key_set: true,
  pin_set: true,
  carrier_key_set: true,
  license_key_hint: null,
  carrier_key_hint: null,
  health: { state: 'ok', checked_at: null, problems, fiscal: null, carrier: null },
  payment_label: '',
  tax_codes: [],
})

const order: Order = {
  id: 'order',
  crm_id: '1',
  number: '84211',
  ordered_at: '2026-03-09T07:05:00.000Z',
  tab: 'no_receipt',
  recipient: { name: 'Олена Шевченко', phone: '380671112233' },
  ttn: '20450000000001',
  notes: '',
  goods: [{ code: 'A', name: 'Чохол', price: 120_000, quantity: 1000, discount: 0 }],
  total: 120_000,
  edited_at: null,
  crm_changed: false,
  crm_cancelled: false,
  revision: 1,
  version: 1,
  parcel: {
    status_code: 5,
    status_text: null,
    group: 'moving',
    own: true,
    cod_amount: 120_000,
    cod_kind: 'payment_control',
    paid: false,
    checked_at: null,
    received_at: null,
    final: false,
    redirected_to: null,
    successor: null,
    problem: null,
  },
  cash_register: { id: 'register', name: 'Основна' },
  receipt: null,
  receipt_not_needed: null,
}

const receipt: NonNullable<Order['receipt']> = {
  id: 'receipt',
  state: 'failed',
  amount: 120_000,
  prepayment: null,
  is_test: false,
  cancel_requested: false,
  fiscal_code: null,
  fiscalized_at: null,
  returned_at: null,
  receipt_url: null,
  problem: null,
}

const why = (changes: Partial<Order>, registers = [register()]) =>
  whyNotReceipt(toCandidate({ ...order, ...changes }, registers))?.code ?? null

test('an order on a screen is refused for the reasons the server would give', () => {
  expect(why({})).toBeNull()
  expect(why({ ttn: null })).toBe('receipt.no_ttn')
  expect(why({ parcel: null })).toBe('receipt.not_bound')
  expect(why({}, [])).toBe('receipt.not_bound')
  expect(why({ cash_register: null })).toBe('receipt.not_bound')
  expect(why({ receipt_not_needed: { reason: 'Обмін', at: '2026-03-09T07:05:00.000Z', by: null } })).toBe(
    'receipt.not_needed',
  )
  expect(why({}, [register([], false)])).toBe('receipt.register_unusable')
})

test('registers that are not known yet are not held against an order', () => {
  const whyYet = (changes: Partial<Order>) => whyNotReceipt(toCandidate({ ...order, ...changes }, undefined))?.code
  expect(whyYet({})).toBeUndefined()
  expect(toCandidate(order, undefined).register).toEqual({ is_test: false, why_not: null })
  expect(whyYet({ cash_register: null })).toBe('receipt.not_bound')
})

test('a receipt that failed frees the order, unless its prepayment lives', () => {
  const prepayment = { amount: 100, payment: 'cash', fiscal_code: null, returned_at: null, receipt_url: null } as const
  expect(why({ receipt })).toBeNull()
  expect(why({ receipt: { ...receipt, state: 'unknown' } })).toBe('receipt.exists')
  expect(isHeld({ receipt: { ...receipt, prepayment: { ...prepayment, state: 'fiscalized' } } })).toBe(true)
  expect(isHeld({ receipt: { ...receipt, prepayment: { ...prepayment, state: 'cancelled' } } })).toBe(false)
})

test('the rest of a fiscal prepayment can be made again when it came to nothing, for the sum that is left', () => {
  const prepayment = {
    amount: 20_000,
    payment: 'cash',
    fiscal_code: null,
    returned_at: null,
    receipt_url: null,
    state: 'fiscalized',
  } as const
  const dead = { receipt: { ...receipt, prepayment } }
  expect(advanceOf(dead)).toBe(20_000)
  expect(toCandidate({ ...order, ...dead }, [register()]).has_receipt).toBe(false)
  expect(advanceOf({ receipt: { ...receipt, state: 'created', prepayment } })).toBe(0)
  expect(advanceOf({ receipt: { ...receipt, prepayment: { ...prepayment, state: 'created' } } })).toBe(0)
  expect(advanceOf({ receipt })).toBe(0)
  expect(advanceOf({ receipt: null })).toBe(0)
})

test('what is wrong with following parcels does not keep a register from making receipts', () => {
  const problem = (code: RegisterProblem['code'], severity: RegisterProblem['severity']) =>
    whyUnable(register([{ code, severity, detail: 'Щось не так.' }]))
  for (const code of ['carrier_key_rejected', 'carrier_not_reached', 'carrier_paused'] as const)
    expect(problem(code, 'error')).toBeNull()
  expect(problem('signature_ends_soon', 'warning')).toBeNull()
  expect(problem('bad_pin', 'error')).toBe('Щось не так.')
})

test('of several things that are wrong with a register the first one is told', () => {
  const broken = register([
    { code: 'signature_ends_soon', severity: 'warning', detail: 'Підпис закінчується.' },
    { code: 'bad_pin', severity: 'error', detail: 'PIN-код неправильний.' },
    { code: 'bad_license_key', severity: 'error', detail: 'Ключ неправильний.' },
  ])
  expect(whyUnable(broken)).toBe('PIN-код неправильний.')
})

test('what was returned holds nothing: a returned receipt frees the order, a returned advance has no rest', () => {
  const returned_at = '2026-03-09T08:00:00.000Z'
  const advance = {
    amount: 20_000,
    payment: 'cash',
    fiscal_code: null,
    receipt_url: null,
    state: 'fiscalized',
  } as const
  expect(isHeld({ receipt: { ...receipt, state: 'fiscalized', returned_at } })).toBe(false)
  const [living, returned] = [
    { ...advance, returned_at: null },
    { ...advance, returned_at },
  ]
  expect(advanceOf({ receipt: { ...receipt, prepayment: returned } })).toBe(0)
  expect(isHeld({ receipt: { ...receipt, prepayment: returned } })).toBe(false)
  const restReturned = {
    receipt: { ...receipt, state: 'fiscalized', returned_at, prepayment: living },
  } as const
  expect([advanceOf(restReturned), isHeld(restReturned)]).toEqual([20_000, true])
})
