import { describe, expect, test } from 'vitest'
import {
  differingWords,
  failedWords,
  lackingWords,
  undeliveredWords,
  unfiscalWords,
  type Lacking,
} from './receipt-trouble-words.ts'

const spaced = (text: string): string => text.replaceAll('\u00a0', ' ')

describe('money that was taken without a receipt is told', () => {
  const lacking = (changes: Partial<Lacking> = {}): string =>
    spaced(lackingWords({ amount: 1_234_50, received: true, has_advance: false, has_test_receipt: false, ...changes }))

  test('with its sum, and with whether the parcel was handed over or only paid for', () => {
    expect(lacking()).toMatch(/^Посилку отримано \(1 234,50 ₴\)/)
    expect(lacking({ received: false })).toMatch(/^Посилку оплачено \(1 234,50 ₴\)/)
  })

  test('with what there is instead of the receipt: an advance, a test receipt or nothing', () => {
    expect(lacking({ has_advance: true })).toContain('фіскальна лише передоплата')
    expect(lacking({ has_test_receipt: true })).toContain('лише тестовий')
    expect(lacking()).toContain('а чека за неї немає')
  })

  test('as the rest of a fiscal advance, even when a test receipt was made beside it', () => {
    expect(lacking({ has_advance: true, has_test_receipt: true })).toContain('Створіть чек на залишок')
  })
})

test('a paid parcel whose receipt is not fiscal is told with the sum and the state, and not as one that waits for a payment', () => {
  expect(spaced(unfiscalWords(600_00, 'created'))).toContain(
    'чек на 600,00 ₴ став фіскальним, Checkbox досі не підтвердив (очікує фіскалізації)',
  )
  expect(unfiscalWords(600_00, 'unknown')).toContain('(перевіряємо в Checkbox)')
})

describe('sums that differ are told', () => {
  test.each([
    ['the carrier takes another one', 500_00, null, 'а контроль оплати в Новій пошті тепер 500,00 ₴. З’ясуйте'],
    ['the fiscal receipt has another one', null, 601_00, 'а фіскальний чек у Checkbox на 601,00 ₴. З’ясуйте'],
    [
      'both differ',
      500_00,
      601_00,
      'а контроль оплати в Новій пошті тепер 500,00 ₴, фіскальний чек у Checkbox на 601,00 ₴. З’ясуйте',
    ],
    ['the carrier takes nothing any more', 0, null, 'тепер 0,00 ₴. З’ясуйте'],
  ])('beside the sum of our receipt: %s', (_what, control, fiscal, told) => {
    const words = spaced(differingWords({ amount: 600_00, control, fiscal }))
    expect(words).toMatch(/^Чек на 600,00 ₴, а /)
    expect(words).toContain(told)
  })
})

test('a failed receipt is told with the reason of the provider, and with what to do when it gave none', () => {
  expect(failedWords('Каса не оплачена. Оплатіть її.')).toBe('Каса не оплачена. Оплатіть її.')
  expect(failedWords(null)).toContain('Створіть чек ще раз')
})

test('a copy that did not come is told with the sum of its receipt', () => {
  expect(spaced(undeliveredWords(600_00))).toContain('на 600,00 ₴')
})
