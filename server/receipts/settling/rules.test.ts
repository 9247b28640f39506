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
    ['receipt_error', 'receipt.document_ended'],
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
})
