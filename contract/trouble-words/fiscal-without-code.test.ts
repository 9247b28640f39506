import { expect, test } from 'vitest'
import { fiscalWithoutCodeWords } from './fiscal-without-code.ts'

const without = { amount: 120_000, is_offline: false, problem: null }

test('says what the provider says of the fiscal receipt, and otherwise only what is known', () => {
  const problem = { code: 'receipt.fiscal_error', detail: 'Податкова відмовила.' }
  expect(fiscalWithoutCodeWords({ ...without, problem })).toBe(problem.detail)
  expect(fiscalWithoutCodeWords(without)).toMatch(/1\s200,00.*номера досі немає/s)
  expect(fiscalWithoutCodeWords({ ...without, is_offline: true })).toContain('не передав його податковій')
})
