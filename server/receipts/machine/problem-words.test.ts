import { describe, expect, test } from 'vitest'
import { failureOf } from '#/server/integrations/fiscal/failure-words.ts'
import * as words from './problem-words.ts'

const refusal = failureOf('bad_pin', 'checkbox не прийняв PIN-коду касира')

/** Codes are kept with the receipts and read by the API: none may change unseen. */
const codes = {
  'receipt.bad_pin': [words.refusedProblem(refusal), words.ambiguousProblem(refusal)],
  'receipt.refused': [words.answeredProblem(refusal)],
  'receipt.waits': [words.waitingProblem('зміну не відкрито')],
  'receipt.removal_refused': [words.removalRefused(refusal)],
  'receipt.receipt_error': [words.receiptErrorProblem(null), words.receiptErrorProblem('ДПС не відповіла')],
  'receipt.several': [words.severalProblem('20450000000001', [1, 2])],
  'receipt.foreign': [words.foreignProblem('20450000000001', 120_000, undefined)],
  'receipt.foreign_advance': [words.foreignAdvanceProblem([{ relation_id: '84211', paid: null, made_at: null }])],
  'receipt.unrecognised_status': [words.unrecognisedProblem('NEW')],
  'receipt.silent': [words.silentProblem],
  'receipt.other_credentials': [words.otherCredentialsProblem],
  'receipt.prepayment_failed': [words.prepaymentFailed],
  'receipt.cancelled_outside': [words.cancelledBefore, words.goneByHand],
  'receipt.exhausted': [words.exhausted],
  'receipt.told_exists': [words.existsProblem(refusal)],
  'receipt.told_exists_unseen': [words.unseenProblem(null), words.unseenProblem(words.existsProblem(refusal))],
  'receipt.document_failed': [words.endedProblem(null), words.endedProblem('ДПС не відповіла')],
  'receipt.removal_unproven': [words.removalUnproven],
  'receipt.given_up': [words.adoptedInstead, words.givenUpProblem('Чек створено в кабінеті')],
}

test.each(Object.entries(codes))('%s is said in whole sentences', (code, problems) => {
  for (const problem of problems) {
    expect(problem.code).toBe(code)
    expect(problem.detail).toMatch(/^\p{Lu}.*\.$/u)
    expect(problem.detail).not.toMatch(/undefined|null|\.\.|[!?]\./)
  }
})

describe('what the provider said', () => {
  test('becomes a sentence: a capital letter, one sign at its end', () => {
    const told = (detail: string) => words.refusedProblem(failureOf('refused', detail)).detail.split(' Чек')[0]
    expect(told('накладну не знайдено')).toBe('Накладну не знайдено.')
    expect(told('Накладну не знайдено.')).toBe('Накладну не знайдено.')
    expect(told('Спробуйте ще!')).toBe('Спробуйте ще!')
    expect(told('помилка 4.12 у полі')).toBe('Помилка 4.12 у полі.')
  })

  test('is quoted when it told why a receipt is not fiscal, and not made up when it told nothing', () => {
    for (const problem of [words.receiptErrorProblem, words.endedProblem]) {
      expect(problem('Немає зв’язку з ДПС').detail).toContain(': «Немає зв’язку з ДПС».')
    }
    expect(words.receiptErrorProblem(null).detail).toContain('не фіскалізував чека. Другий')
    expect(words.endedProblem(null).detail).toContain('чек передоплати. Цей')
  })

  test('comes first when the document it speaks of is not seen', () => {
    expect(words.unseenProblem({ code: 'x', detail: 'Чек 17 уже є.' }).detail).toMatch(/^Чек 17 уже є\. Цій касі/)
    expect(words.unseenProblem(null).detail).toMatch(/^Checkbox каже, що такий чек уже є\. Цій касі/)
  })
})

describe('a document that somebody else made', () => {
  const detail = (amount: number | null) =>
    words.foreignProblem('20450000000001', 120_000, { amount, status: 'waiting' }).detail

  test('is told with both sums when they differ', () => {
    expect(detail(119_999)).toMatch(/на 1\s?199,99.+ замість 1\s?200,00/)
  })

  test('is told without sums when they agree or none is told', () => {
    const unsaid = 'За ТТН 20450000000001 у Checkbox є чек, який створив не Касир.'
    expect(detail(120_000)).toContain(unsaid)
    expect(detail(null)).toContain(unsaid)
    expect(words.foreignProblem('20450000000001', 120_000, undefined).detail).toContain(unsaid)
  })

  test('several of a TTN are told by their number', () => {
    expect(words.severalProblem('20450000000001', ['one', 'two', 'three']).detail).toContain('20450000000001: 3.')
  })
})

describe('an advance that somebody else made', () => {
  const advance = { relation_id: '84211', paid: 50_000, made_at: '2026-03-09T22:05:00.000Z' }
  const detail = (...advances: Parameters<typeof words.foreignAdvanceProblem>[0][number][]) =>
    words.foreignAdvanceProblem(advances).detail

  test('is told with its sum and its moment in Kyiv', () => {
    expect(detail(advance)).toMatch(/: «84211» на 500,00.+ від 10\.03\.26, 00:05\. Другої/)
  })

  test('is told without a sum that is zero or not known, and without a moment that is not known', () => {
    expect(detail({ ...advance, paid: 0, made_at: null })).toContain(': «84211». Другої')
    expect(detail({ ...advance, paid: null, made_at: null })).toContain(': «84211». Другої')
    expect(detail({ ...advance, paid: 1, made_at: null })).toContain('«84211» на 0,01')
  })

  test('beside others is one of three that are named: more would fill the screen', () => {
    const four = ['1', '2', '3', '4'].map((relation_id) => ({ relation_id, paid: null, made_at: null }))
    expect(detail(...four)).toContain(': «1»; «2»; «3». Другої')
  })
})
