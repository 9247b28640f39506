import { describe, expect, test } from 'vitest'
import { errors, sentenceOf, type ErrorCode } from './errors.ts'
import { whyNotReceipt, type Candidate } from './receipt-refusals.ts'

/** May get a receipt; each case spoils one thing. */
const good: Candidate = {
  order: {
    deleted: false,
    ttn: '20450000000001',
    goods: [{ code: 'A', name: 'Чохол', price: 60_000, quantity: 2000, discount: 0 }],
    total: 120_000,
  },
  parcel: { own: true, status_code: 5, cod_amount: 120_000, cod_kind: 'payment_control', redirected_to: null },
  register: { is_test: false, why_not: null },
  has_receipt: false,
  ttn_taken_by: null,
  document: null,
  not_needed: null,
}
const parcel = {
  own: true,
  status_code: 5,
  cod_amount: 120_000,
  cod_kind: 'payment_control',
  redirected_to: null,
} as const
const line = { code: 'A', name: 'Чохол', price: 60_000, quantity: 2000, discount: 0 }

const spoiled: [ErrorCode, number, string, Candidate, number?][] = [
  ['order.not_found', 404, 'приховано', { ...good, order: { ...good.order, deleted: true } }],
  ['receipt.exists', 409, 'скасовано', { ...good, has_receipt: true }],
  ['receipt.exists', 409, 'скасовано', { ...good, has_receipt: true, changed: true }],
  ['order.changed', 412, 'Перегляньте замовлення ще раз', { ...good, changed: true, not_needed: 'Уже не треба' }],
  ['receipt.not_needed', 409, 'зніміть позначку', { ...good, not_needed: 'Оплачено готівкою в магазині' }],
  ['receipt.no_ttn', 422, 'Введіть ТТН', { ...good, order: { ...good.order, ttn: null } }],
  ['receipt.ttn_taken', 409, '84211', { ...good, ttn_taken_by: '84211' }],
  ['receipt.not_bound', 409, 'Спитайте Нову пошту', { ...good, parcel: null }],
  ['receipt.not_bound', 409, 'зачекайте', { ...good, parcel: { ...parcel, own: null } }],
  ['receipt.not_bound', 409, 'зачекайте', { ...good, register: null }],
  ['receipt.not_ours', 422, 'Перевірте ТТН', { ...good, parcel: { ...parcel, own: false } }],
  ...[102, 103, 105, 108].map((status_code): [ErrorCode, number, string, Candidate] => [
    'receipt.parcel_refused',
    422,
    'Чек не потрібен',
    { ...good, parcel: { ...parcel, status_code } },
  ]),
  ['receipt.parcel_deleted', 422, 'Введіть нову ТТН', { ...good, parcel: { ...parcel, status_code: 2 } }],
  [
    'receipt.parcel_redirected',
    422,
    '20450000000077',
    { ...good, parcel: { ...parcel, redirected_to: '20450000000077' } },
  ],
  ['receipt.parcel_redirected', 422, 'ще не назвала', { ...good, parcel: { ...parcel, status_code: 104 } }],
  [
    'receipt.money_transfer',
    422,
    'Переоформте накладну',
    { ...good, parcel: { ...parcel, cod_kind: 'money_transfer' } },
  ],
  ['receipt.sum_unknown', 409, 'не показує суми', { ...good, parcel: { ...parcel, cod_amount: null, cod_kind: null } }],
  ['receipt.no_payment_control', 422, 'Додайте контроль оплати', { ...good, parcel: { ...parcel, cod_kind: null } }],
  ['receipt.no_payment_control', 422, 'Додайте контроль оплати', { ...good, parcel: { ...parcel, cod_amount: 0 } }],
  [
    'receipt.register_unusable',
    409,
    'Продовжте підпис.',
    { ...good, register: { is_test: false, why_not: 'Продовжте підпис.' } },
  ],
  [
    'receipt.register_unusable',
    409,
    'не може створювати чеки. Строк підпису минув. Продовжте його.',
    { ...good, register: { is_test: false, why_not: 'Строк підпису минув. Продовжте його.' } },
  ],
  ['receipt.register_unchecked', 409, 'Перевірте з’єднання', { ...good, register: { is_test: null, why_not: null } }],
  ['receipt.no_goods', 422, 'Додайте', { ...good, order: { ...good.order, goods: [] } }],
  ['receipt.zero_price', 422, 'ціну 0,01', { ...good, order: { ...good.order, goods: [line, { ...line, price: 0 }] } }],
  [
    'receipt.zero_price',
    422,
    'ціну 0,01',
    {
      ...good,
      order: { ...good.order, goods: [line, { ...line, price: -100, quantity: -line.quantity, discount: 0 }] },
    },
  ],
  [
    'receipt.zero_price',
    422,
    'Приберіть',
    { ...good, order: { ...good.order, goods: [line, { ...line, discount: 120_000 }] } },
  ],
  ['receipt.prepayment_too_large', 422, 'меншою за суму', good, 120_000],
  ['receipt.prepayment_too_large', 422, 'більшою за нуль', good, -1],
  ['receipt.prepayment_too_large', 422, 'меншою за суму', { ...good, order: { ...good.order, total: 1 } }, 1],
  [
    'receipt.goods_below_total',
    422,
    'Товарів на 1\u00a0200,00\u00a0₴, а сума замовлення 1\u00a0200,01\u00a0₴',
    { ...good, order: { ...good.order, total: 120_001 } },
  ],
  [
    'receipt.sum_mismatch',
    422,
    'До сплати 1\u00a0200,00\u00a0₴, а контроль оплати в накладній 1\u00a0199,99\u00a0₴: різниця 0,01\u00a0₴. Якщо різницю вже сплачено, створіть передоплату; якщо ні, виправте суму замовлення або накладну.',
    { ...good, parcel: { ...parcel, cod_amount: 119_999 } },
  ],
  [
    'receipt.sum_mismatch',
    422,
    'До сплати 900,00\u00a0₴, а контроль оплати в накладній 1\u00a0200,00\u00a0₴: різниця 300,00\u00a0₴. Виправте суму замовлення або накладну.',
    good,
    30_000,
  ],
  [
    'receipt.sum_mismatch',
    422,
    'різниця 100,00\u00a0₴. Виправте суму замовлення або накладну.',
    { ...good, parcel: { ...parcel, cod_amount: 130_000 } },
  ],
  [
    'receipt.sum_mismatch',
    422,
    'До сплати 1\u00a0100,00\u00a0₴, а контроль оплати в накладній 1\u00a0000,00\u00a0₴: різниця 100,00\u00a0₴. Виправте суму замовлення або накладну.',
    { ...good, parcel: { ...parcel, cod_amount: 100_000 } },
    10_000,
  ],
  [
    'receipt.sum_mismatch',
    422,
    'До сплати 0,00\u00a0₴, а контроль оплати в накладній 1\u00a0200,00\u00a0₴',
    { ...good, order: { ...good.order, total: 0 } },
  ],
]

describe('an order gets no receipt', () => {
  test.each(spoiled)('for %s (%i): «%s»', (code, status, remedy, candidate, prepaid = 0) => {
    const refusal = whyNotReceipt(candidate, prepaid)
    expect(refusal?.code).toBe(code)
    expect(errors[code].status).toBe(status)
    expect(sentenceOf(code, refusal?.params)).toContain(remedy)
    expect(sentenceOf(code, refusal?.params)).not.toMatch(/\{\w+\}/)
  })
})

describe('an order gets no receipt beside a document that is already at the provider', () => {
  const document = {
    provider_id: '0b2f',
    ttn: '20450000000001',
    amount: 120_000,
    status: 'created',
    made_at: '2026-03-09T07:05:00.000Z',
    cash_register_id: 'register',
    cash_register: 'Основна',
  }

  test('and is told its sum and register, so that a person can recognise it', () => {
    const refusal = whyNotReceipt({ ...good, document })
    expect(refusal).toEqual({
      code: 'receipt.document_exists',
      params: { ...document, sum: ' на 1\u00a0200,00\u00a0₴' },
    })
    expect(sentenceOf('receipt.document_exists', refusal?.params)).toContain(
      'За ТТН 20450000000001 у Checkbox уже є чек на 1\u00a0200,00\u00a0₴ (каса «Основна»)',
    )
  })

  test('also when neither its sum nor its time is known: neither is made up', () => {
    const { amount: _amount, ...rest } = document
    const refusal = whyNotReceipt({ ...good, document: { ...rest, amount: null, made_at: null } })
    expect(refusal).toEqual({ code: 'receipt.document_exists', params: { ...rest, made_at: '', sum: '' } })
    expect(sentenceOf('receipt.document_exists', refusal?.params)).toContain('уже є чек (каса «Основна»)')
  })
})

describe('an order gets a receipt', () => {
  test('when nothing is in the way', () => {
    expect(whyNotReceipt(good)).toBeNull()
  })

  test('when the goods are worth more than the total: the difference is a discount', () => {
    const dearer = { ...good, order: { ...good.order, goods: [line, { ...line, quantity: 1 }] } }
    expect(whyNotReceipt(dearer)).toBeNull()
  })

  test('when its cheapest line is worth one kopiyka', () => {
    const penny = { ...line, price: 1, quantity: 1000 }
    expect(whyNotReceipt({ ...good, order: { ...good.order, goods: [line, penny] } })).toBeNull()
  })

  test('when what is left after a prepayment is what the waybill asks for', () => {
    expect(whyNotReceipt({ ...good, parcel: { ...parcel, cod_amount: 90_000 } }, 30_000)).toBeNull()
  })

  test.each([1, 4, 5, 6, 7, 8, 9, 10, 11, 14, 41, 101, 106, 107])(
    'whatever else the parcel does: %i',
    (status_code) => {
      expect(whyNotReceipt({ ...good, parcel: { ...parcel, status_code } })).toBeNull()
    },
  )
})
