import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AddCashRegisterRequest, EditCashRegisterRequest } from '#/contract/cash-registers.ts'
import type { ErrorCode } from '#/contract/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import {
  emptyForm,
  findRegisterMistakes,
  isToConfirm,
  parseTaxCodes,
  toAddRequest,
  toEditRequest,
} from './register-form.ts'
import { lastGiven } from './secret-history.ts'

test('codes of taxes are numbers or letters, as they are typed', () => {
  expect(parseTaxCodes(' 8, 7 ')).toEqual([8, 7])
  expect(parseTaxCodes('А; 8')).toEqual(['А', '8'])
  expect(parseTaxCodes('')).toEqual([])
})

test('a secret that is left alone is not sent, and what did not change neither', () => {
  const before = { ...emptyForm, name: 'Каса', tax_codes: '8' }
  expect(toEditRequest(before, { ...before, name: ' Каса ', pin: ' ' })).toEqual({})
  expect(toEditRequest(before, { ...before, pin: '0042', tax_codes: '', active: false })).toEqual({
    pin: '0042',
    tax_codes: [],
    active: false,
  })
})

test('a confirmation is of the credentials that were refused, not of others typed in since', () => {
  const refusal = (code: ErrorCode) => new ApiError({ code, detail: '', status: 409 })
  const tried = { ...emptyForm, pin: '0042' }
  expect(isToConfirm(refusal('register.other_cashier'), tried, { ...tried, name: 'Каса' })).toBe(true)
  expect(isToConfirm(refusal('register.other_cashier'), tried, { ...tried, pin: '0043' })).toBe(false)
  expect(isToConfirm(refusal('register.has_unsettled_receipts'), tried, tried)).toBe(false)
  expect(isToConfirm(null, undefined, tried)).toBe(false)
})

test('what the page finds no mistake in, the contract takes', () => {
  const text = fc.oneof(
    fc.constantFrom('', '0042', 'abc-1', 'А, Б, В', '8', '9999999', 'x'.repeat(150), 'x'.repeat(201)),
    fc.string({ maxLength: 210 }),
  )
  const typed = fc.record({
    name: text,
    license_key: text,
    pin: text,
    carrier_key: text,
    payment_label: text,
    tax_codes: text,
    is_default: fc.boolean(),
    active: fc.boolean(),
  })
  fc.assert(
    fc.property(typed, (form) => {
      const mayAdd = Object.keys(findRegisterMistakes(form, true)).length === 0
      const mayEdit = Object.keys(findRegisterMistakes(form, false)).length === 0
      const changes = toEditRequest(emptyForm, form)
      const added = !mayAdd || AddCashRegisterRequest.safeParse(toAddRequest(form)).success
      const edited = !mayEdit || Object.keys(changes).length === 0 || EditCashRegisterRequest.safeParse(changes).success
      expect({ added, edited }, JSON.stringify(form)).toEqual({ added: true, edited: true })
    }),
    { numRuns: 1_000 },
  )
})

test('the log tells who gave a secret last, and when', () => {
  const entry = (action: 'register.added' | 'register.edited', login: string, details: Record<string, unknown>) => ({
    id: '0199f3a2-7c1e-7b11-9d50-3f1b2a4c5d6e',
    at: '2026-02-12T10:00:00.000Z',
    actor: { id: '0199f3a2-7c1e-7b11-9d50-3f1b2a4c5d6e', login },
    action,
    subject: { type: 'cash_register' as const, id: '0199f3a2-7c1e-7b11-9d50-3f1b2a4c5d6e' },
    details,
    address: null,
  })
  const log = [
    entry('register.edited', 'third', { changes: {}, secrets: [] }),
    entry('register.edited', 'second', { changes: {}, secrets: ['pin'] }),
    entry('register.added', 'first', { name: 'Каса', active: true }),
  ]
  expect(lastGiven(log, 'pin')?.login).toBe('second')
  expect(lastGiven(log, 'carrier_key')?.login).toBe('first')
  expect(lastGiven([], 'pin')).toBeNull()
})
