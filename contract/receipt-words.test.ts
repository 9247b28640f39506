import { describe, expect, test } from 'vitest'
import { isPaidFor, prepaymentStays, receiptSentence, receiptWord, type ReceiptStep } from './receipt-words.ts'

const sentence = (event: string, step: Partial<ReceiptStep> = {}): string =>
  receiptSentence({ event, kind: 'ettn', from_state: 'sending', to_state: 'failed', details: {}, ...step })

describe('a receipt on a screen', () => {
  test('waits for the payment only until the parcel is paid for', () => {
    expect(receiptWord({ state: 'created', returned_at: null })).toBe('Очікує оплати')
    expect(receiptWord({ state: 'created', returned_at: null, is_paid: false })).toBe('Очікує оплати')
    expect(receiptWord({ state: 'created', returned_at: null, is_paid: true })).toBe('Очікує фіскалізації')
  })

  test('in any other state is called by its state, though the parcel is paid for', () => {
    expect(receiptWord({ state: 'queued', returned_at: null, is_paid: true })).toBe('У черзі')
    expect(receiptWord({ state: 'fiscalized', returned_at: null, is_paid: true })).toBe('Фіскалізовано')
  })

  test.each([
    ['nothing is known of it', null, false],
    ['it waits at the branch, unpaid', { paid: false, group: 'waiting' }, false],
    ['the carrier has not been asked about it', { paid: false, group: null }, false],
    ['it was paid in the app on its way', { paid: true, group: 'moving' }, true],
    ['it was handed over: it is not handed over unpaid', { paid: false, group: 'received' }, true],
  ])('is of a parcel that is paid for or not: %s', (_what, parcel, isPaid) => {
    expect(isPaidFor(parcel)).toBe(isPaid)
  })

  test('that was cancelled behind a fiscal prepayment is explained under the code that programs wait for', () => {
    expect(prepaymentStays.code).toBe('receipt.prepayment_fiscalized')
  })
})

describe('a step that ended in a cancelled receipt says so, and no other one does', () => {
  test.each([
    ['cancel_asked', 'cancelled', 'Чек скасовано до надсилання', 'unknown', 'чек буде скасовано, щойно'],
    ['sent_refused', 'cancelled', 'його скасовано', 'failed', 'відмовився'],
    ['not_sent', 'cancelled', 'Чек скасовано', 'queued', 'Спробуємо ще раз'],
    ['stopped', 'cancelled', 'Чек скасовано', 'attention', 'Чека не надіслано'],
    ['found_nothing', 'cancelled', 'його скасовано', 'queued', 'надсилаємо ще раз'],
  ])('%s', (event, ended, isTold, went_on, isToldElse) => {
    const [cancelled, open] = [sentence(event, { to_state: ended }), sentence(event, { to_state: went_on })]
    expect(cancelled).toContain(isTold)
    expect(cancelled).not.toContain(isToldElse)
    expect(open).toContain(isToldElse)
    expect(open).not.toContain(isTold)
  })
})

describe('a look at the provider', () => {
  test('that found no document tells what follows: another look, another sending, or nothing', () => {
    expect(sentence('found_nothing', { from_state: 'unknown', to_state: 'unknown' })).toMatch(
      /немає, перевіримо ще раз$/,
    )
    expect(sentence('found_nothing', { from_state: 'unknown', to_state: 'queued' })).toMatch(
      /немає, надсилаємо ще раз$/,
    )
    expect(sentence('found_nothing', { from_state: 'unknown', to_state: 'failed' })).toMatch(/немає$/)
  })

  test.each(['found_only_cancelled', 'polled_gone'])(
    'that shows the document gone is believed only when the receipt leaves its state: %s',
    (event) => {
      const again = 'перевіримо ще раз'
      expect(sentence(event, { from_state: 'created', to_state: 'created' })).toContain(again)
      expect(sentence(event, { from_state: 'created', to_state: 'cancelled' })).not.toContain(again)
      expect(sentence(event, { from_state: 'created', to_state: 'cancelled' })).toContain('скасовано')
    },
  )

  test('that finds the document of an uncertain cancellation cancels again, and elsewhere says that it is there, paid for or not', () => {
    expect(sentence('found_waiting', { from_state: 'cancel_unknown', to_state: 'created' })).toContain(
      'скасуємо ще раз',
    )
    expect(sentence('found_waiting', { from_state: 'unknown', to_state: 'created' })).toContain('ще не фіскальний')
  })
})

test('work that broke off is told as what it was: a cancellation, or a sending', () => {
  expect(sentence('lease_expired', { from_state: 'cancelling', to_state: 'cancel_unknown' })).toContain('Скасування')
  expect(sentence('lease_expired', { to_state: 'unknown' })).toContain('Надсилання')
})

describe('the reason of a step', () => {
  test('stands behind it', () => {
    expect(sentence('sent_refused', { details: { problem: { detail: 'Накладну не знайдено.' } } })).toBe(
      'Checkbox відмовився створити чек. Накладну не знайдено.',
    )
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a bare text', 'Накладну не знайдено.'],
    ['an object without words', { code: 'receipt.refused' }],
    ['an object whose words are no text', { detail: 422 }],
    ['an object with no words in it', { detail: '' }],
  ])('is left out when %s was kept of it', (_what, problem) => {
    expect(sentence('sent_refused', { details: { problem } })).toBe('Checkbox відмовився створити чек')
  })
})

test('an event of a later version is told by its code, so that no step is missing from the history', () => {
  expect(sentence('sent_by_pigeon')).toBe('sent_by_pigeon')
})
