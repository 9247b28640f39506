import { describe, expect, test } from 'vitest'
import { attachmentOf, type FoundDocument } from './rules.ts'

describe('a document a person found', () => {
  const receipt = {
    id: '01900000-0000-7000-8000-000000000001',
    kind: 'ettn',
    ttn: '20450000000001',
    amount: 120_000,
    register_fiscal_number: '4000000001',
  } as const
  const document: FoundDocument = {
    id: 'document',
    ttn: '20450000000001',
    amount: 120_000,
    register_fiscal_number: '4000000001',
    status: 'waiting',
  }

  test.each([
    ['waiting', { event: 'attached_waiting' }],
    ['fiscalized', { event: 'attached_fiscal' }],
    ['returned', { event: 'attached_fiscal' }],
    ['cancelled', 'receipt.document_ended'],
    ['receipt_error', { event: 'attached_waiting' }],
    ['unrecognised', 'receipt.document_ended'],
  ] as const)('that is %s: %j', (status, expected) => {
    expect(attachmentOf(receipt, { ...document, status })).toEqual(expected)
  })

  test.each([
    ['another TTN', { ttn: '20450000000002' }],
    ['no TTN', { ttn: null }],
    ['another sum', { amount: 119_999 }],
    ['no sum', { amount: null }],
    ['another register', { register_fiscal_number: '4000000002' }],
  ])('with %s is not of this receipt', (_what, changes) => {
    expect(attachmentOf(receipt, { ...document, ...changes })).toBe('receipt.document_differs')
  })

  test('whose register one of the two does not know is judged by the rest', () => {
    expect(attachmentOf(receipt, { ...document, register_fiscal_number: null })).toEqual({ event: 'attached_waiting' })
    expect(attachmentOf({ ...receipt, register_fiscal_number: null }, document)).toEqual({ event: 'attached_waiting' })
  })

  test('as a prepayment is known by the id we gave it, not by a TTN', () => {
    const prepayment = { ...receipt, kind: 'prepayment' } as const
    const own = { ...document, id: receipt.id, ttn: null }
    expect(attachmentOf(prepayment, own)).toEqual({ event: 'attached_waiting' })
    expect(attachmentOf(prepayment, document)).toBe('receipt.document_differs')
  })

  test('with another sum is taken only when a person says why, and an advance never is', () => {
    const prepaid = { ...document, amount: 70_000 }
    expect(attachmentOf(receipt, prepaid, false)).toBe('receipt.document_differs')
    expect(attachmentOf(receipt, prepaid, true)).toEqual({ event: 'attached_waiting' })
    expect(attachmentOf(receipt, { ...prepaid, status: 'fiscalized' }, true)).toEqual({ event: 'attached_fiscal' })
    const prepayment = { ...receipt, kind: 'prepayment' } as const
    const advance = { ...prepaid, id: receipt.id, ttn: null }
    expect(attachmentOf(prepayment, advance, true)).toBe('receipt.document_differs')
  })

  test.each([
    ['another TTN', { ttn: '20450000000002' }, 'receipt.document_differs'],
    ['another register', { register_fiscal_number: '4000000002' }, 'receipt.document_differs'],
    ['no life in it', { status: 'cancelled' }, 'receipt.document_ended'],
  ] as const)('with %s is not taken, whatever a person says of the sum', (_what, changes, refusal) => {
    expect(attachmentOf(receipt, { ...document, amount: 70_000, ...changes }, true)).toBe(refusal)
  })
})
