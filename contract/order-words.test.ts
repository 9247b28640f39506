import { describe, expect, test } from 'vitest'
import { historySentence } from './order-words.ts'

const spaced = (text: string): string => text.replaceAll('\u00a0', ' ')

describe('what changed of an order is named', () => {
  test('field by field, in one order, whichever was written down first', () => {
    const changes = { total: { from: 1_200_00, to: 1_150_00 }, ttn: { from: null, to: '20450000000001' } }
    expect(historySentence('order.edited', { changes })).toBe('Змінено ТТН, суму')
    expect(historySentence('order.updated_from_crm', { changes })).toBe('CRM змінила ТТН, суму')
  })

  test.each([[{}], [null], [undefined], ['ttn']])('and nothing is named of changes that are %o', (changes) => {
    expect(historySentence('order.edited', { changes })).toBe('Збережено без змін')
  })
})

describe('a step of a parcel is told', () => {
  const told = (details: Parameters<typeof historySentence>[1]): string =>
    spaced(historySentence('parcel.stepped', details))

  test('in the words of the carrier, and as unknown when it gave none', () => {
    expect(told({ moved: true, status_text: 'Прибув у відділення' })).toBe('Нова пошта: «Прибув у відділення»')
    expect(told({ moved: true, status_text: null })).toBe('Нова пошта: стан невідомий')
  })

  test('without the state of the parcel when that is as it was', () => {
    expect(told({ paid: true, status_text: 'Прибув у відділення' })).toBe('Посилку оплачено')
  })

  test('with the sum to be paid before and after, also when it begins or ends with nothing to pay', () => {
    expect(told({ cod_before: 1_200_00, cod_amount: 1_150_50 })).toBe(
      'Післяплату змінено: було 1 200,00 ₴, стало 1 150,50 ₴',
    )
    expect(told({ cod_before: null, cod_amount: 1_200_00 })).toContain('було 0,00 ₴, стало 1 200,00 ₴')
    for (const cod_amount of [null, undefined])
      expect(told({ cod_before: 1_200_00, cod_amount })).toContain('було 1 200,00 ₴, стало 0,00 ₴')
  })

  test.each([
    ['return', 'Повернення їде за ТТН 20450000000099'],
    ['redirect', 'Переадресовано, нова ТТН 20450000000099'],
    [null, 'Посилка їде далі за ТТН 20450000000099'],
  ])('with the TTN it goes on under (%s)', (successor_kind, sentence) => {
    expect(told({ successor_ttn: '20450000000099', successor_kind })).toBe(sentence)
  })

  test('whole, in the order a person would tell it', () => {
    const step = {
      cash_register: 'Основна',
      cod_before: 100,
      cod_amount: 200,
      moved: true,
      paid: true,
      status_text: 'Отримано',
      successor_ttn: '20450000000099',
      successor_kind: 'return',
    }
    expect(told(step)).toBe(
      'Нова пошта: «Отримано». Посилку оплачено. Післяплату змінено: було 1,00 ₴, стало 2,00 ₴. Посилка належить касі «Основна». Повернення їде за ТТН 20450000000099',
    )
  })
})

describe('a step of a receipt is told', () => {
  test('as the receipt itself tells it: of which receipt, what followed and why', () => {
    expect(
      historySentence('receipt.stepped', {
        event: 'found_nothing',
        kind: 'prepayment',
        from_state: 'unknown',
        to_state: 'queued',
        problem: { detail: 'Документа немає.' },
      }),
    ).toBe('Передоплата. Перевірка: чека в Checkbox немає, надсилаємо ще раз. Документа немає.')
  })

  test('as one that stays where it was, when it does', () => {
    const step = { event: 'found_nothing', kind: 'ettn', from_state: 'unknown', to_state: 'unknown' }
    expect(historySentence('receipt.stepped', step)).toContain('перевіримо ще раз')
  })
})

test.each([
  ['order.receipt_not_needed', 'Чек не потрібен'],
  ['receipt.sums_accepted', 'суми розійшлися'],
])('%s is told with the reason the person gave', (action, words) => {
  expect(historySentence(action, { reason: 'Оплачено готівкою в магазині' })).toContain(words)
  expect(historySentence(action, { reason: 'Оплачено готівкою в магазині' })).toMatch(
    /: «Оплачено готівкою в магазині»$/,
  )
  expect(historySentence(action, {})).toMatch(/: «»$/)
})

test('an action of a later version is told by its code, so that no step is missing from the history', () => {
  expect(historySentence('order.repacked', {})).toBe('order.repacked')
})
