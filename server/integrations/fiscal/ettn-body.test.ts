import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineSum } from '#/contract/money.ts'
import { createApiDescription } from '#/simulators/fiscal/api-description.ts'
import { toEttnBody, toPrepaymentBody, toRestBody, type EttnBodyInput, type PrepaymentBodyInput } from './ettn-body.ts'

const { wrongInBody } = createApiDescription()
const wrong = (path: string, body: string) =>
  wrongInBody({ method: 'POST', path: `/api/v1${path}` }, { body, json: () => JSON.parse(body) })

const cover = { code: 'SKU-101', name: 'Чохол для телефону', price: 85_000, quantity: 1000, discount: 0 }
const glass = { code: 'SKU-207', name: 'Захисне скло', price: 19_950, quantity: 2000, discount: 0 }
const whole: EttnBodyInput = {
  goods: [cover, glass],
  discount_total: 4900,
  amount: 120_000,
  ttn: '20450000000001',
  phone: '380671112233',
  payment_label: 'Платіж через інтегратора NovaPay',
  tax_codes: [],
}
const advance: PrepaymentBodyInput = {
  id: '2f1f7b0e-7d0a-4c39-8a3f-6b1f1d2c3e13',
  relation_id: 'ORDER-0000012345',
  goods: [{ ...cover, price: 120_000 }],
  discount_total: 0,
  amount: 20_000,
  payment: 'cashless',
  phone: '380671112233',
  tax_codes: [],
}

describe('the examples of the reference of Checkbox come out field for field, without the footer, which we do not send', () => {
  test('a whole order (5.3)', () => {
    expect(toEttnBody(whole)).toBe(
      JSON.stringify({
        provider: 'novapost',
        receipt_body: {
          goods: [
            {
              good: { code: 'SKU-101', name: 'Чохол для телефону', price: 85000 },
              quantity: 1000,
              is_return: false,
              discounts: [],
            },
            {
              good: { code: 'SKU-207', name: 'Захисне скло', price: 19950 },
              quantity: 2000,
              is_return: false,
              discounts: [],
            },
          ],
          discounts: [{ type: 'DISCOUNT', mode: 'VALUE', value: 4900, name: 'Знижка' }],
          payments: [
            { type: 'ETTN', label: 'Платіж через інтегратора NovaPay', value: 120000, ettn: '20450000000001' },
          ],
          rounding: false,
          delivery: { phone: '380671112233' },
        },
      }),
    )
  })

  test('the rest after a prepayment (5.7)', () => {
    const { ttn, payment_label } = whole
    const rest = { relation_id: 'ORDER-0000012345', amount: 100_000, ttn, payment_label, phone: null }
    expect(toRestBody(rest)).toBe(
      JSON.stringify({
        provider: 'novapost',
        receiptRelationId: 'ORDER-0000012345',
        receipt_body: {
          relationId: 'ORDER-0000012345',
          payments: [
            { type: 'ETTN', label: 'Платіж через інтегратора NovaPay', value: 100000, ettn: '20450000000001' },
          ],
          rounding: false,
        },
      }),
    )
  })

  test('a prepayment (7)', () => {
    expect(toPrepaymentBody(advance)).toBe(
      JSON.stringify({
        id: '2f1f7b0e-7d0a-4c39-8a3f-6b1f1d2c3e13',
        custom_relation_id: 'ORDER-0000012345',
        goods: [
          {
            good: { code: 'SKU-101', name: 'Чохол для телефону', price: 120000 },
            quantity: 1000,
            is_return: false,
          },
        ],
        payments: [{ type: 'CASHLESS', label: 'З поточного рахунку', value: 20000 }],
        delivery: { phone: '380671112233' },
      }),
    )
  })
})

describe('the copy for the buyer', () => {
  const { ttn, payment_label } = whole
  const deliveries = (buyer: { phone: string | null }) => {
    const rest = toRestBody({ relation_id: 'ORDER-0000012345', amount: 100_000, ttn, payment_label, ...buyer })
    const prepaid = toPrepaymentBody({ ...advance, ...buyer })
    expect([wrong('/ettn/prepayment', rest), wrong('/prepayment-receipts', prepaid)]).toEqual([[], []])
    return [
      JSON.parse(toEttnBody({ ...whole, ...buyer })).receipt_body.delivery,
      JSON.parse(rest).receipt_body.delivery,
      JSON.parse(prepaid).delivery,
    ]
  }
  const thrice = (one: unknown) => [one, one, one]

  test('goes to the phone of the order after each of the three documents, the rest after an advance too', () => {
    expect(deliveries({ phone: '380671112233' })).toEqual(thrice({ phone: '380671112233' }))
  })

  test('goes nowhere when there is no phone that Checkbox takes', () => {
    expect(deliveries({ phone: null })).toEqual(thrice(undefined))
    expect(deliveries({ phone: '0671112233' })).toEqual(thrice(undefined))
  })
})

describe('an advance in cash', () => {
  const roundingOf = (payment: 'cash' | 'cashless', amount: number) => {
    const body = toPrepaymentBody({ ...advance, payment, amount })
    expect(wrong('/prepayment-receipts', body)).toEqual([])
    const { rounding, rounding_mode, payments } = JSON.parse(body)
    return { rounding, rounding_mode, value: payments[0].value }
  }

  test('with kopiykas is rounded to half a hryvnia by Checkbox, and keeps its own sum', () => {
    for (const amount of [12_345, 12_301, 12_350])
      expect(roundingOf('cash', amount)).toEqual({ rounding: true, rounding_mode: 'ROUND_50', value: amount })
  })

  test('without kopiykas, or paid otherwise, is not', () => {
    for (const [payment, amount] of [
      ['cash', 12_300],
      ['cashless', 12_345],
    ] as const)
      expect(roundingOf(payment, amount)).toEqual({ value: amount })
  })
})

const bodyOf = (more: Partial<EttnBodyInput>) => JSON.parse(toEttnBody({ ...whole, ...more })).receipt_body

describe('what is not always there', () => {
  test('a discount of one line stands on that line; none of the receipt is left out', () => {
    const { goods, discounts } = bodyOf({ goods: [{ ...cover, discount: 500 }, glass], discount_total: 0 })
    expect(goods[0].discounts).toEqual([{ type: 'DISCOUNT', mode: 'VALUE', value: 500, name: 'Знижка' }])
    expect([goods[1].discounts, discounts]).toEqual([[], undefined])
    const prepaid = JSON.parse(
      toPrepaymentBody({ ...advance, goods: [{ ...cover, discount: 500 }], discount_total: 7 }),
    )
    expect([prepaid.goods[0].discounts[0].value, prepaid.discounts[0].value]).toEqual([500, 7])
  })

  test.each([[[8]], [['А']], [[1, 2]]])('tax codes %j stand on every good and every discount', (tax_codes) => {
    const { goods, discounts } = bodyOf({ goods: [{ ...cover, discount: 500 }], tax_codes })
    expect([goods[0].good.tax, goods[0].discounts[0].tax_codes, discounts[0].tax_codes]).toEqual([
      tax_codes,
      tax_codes,
      tax_codes,
    ])
  })

  test.each([
    ['380671112233', true],
    ['+380671112233', true],
    ['0671112233', false],
    ['38067111223', false],
    ['380671112233 ', false],
    ['', false],
    [null, false],
  ])('the phone %j is sent: %s', (phone, isSent) => {
    expect(bodyOf({ phone }).delivery).toEqual(isSent ? { phone } : undefined)
    expect(JSON.parse(toPrepaymentBody({ ...advance, phone })).delivery).toEqual(isSent ? { phone } : undefined)
  })

  test('without a label the usual one', () => {
    expect(bodyOf({ payment_label: ' ' }).payments[0].label).toBe('Платіж через інтегратора NovaPay')
    const [{ label, type }] = JSON.parse(toPrepaymentBody({ ...advance, payment: 'cash', label: '' })).payments
    expect([type, label]).toEqual(['CASH', 'Готівка'])
    expect(JSON.parse(toPrepaymentBody({ ...advance, label: 'Картка' })).payments[0].label).toBe('Картка')
  })

  test('a good without a code gets the beginning of its name; names are one line', () => {
    const [{ good }] = bodyOf({ goods: [{ ...cover, code: ' ', name: ` ${'Дуже '.repeat(40)}\n довга назва ` }] }).goods
    expect(good.code).toBe('Дуже '.repeat(13).slice(0, 64).trim())
    expect(good.name).toBe(`${'Дуже '.repeat(40)}довга назва`)
  })

  test.each(['ORDER-123', 'x'.repeat(257)])(
    'a relation id that Checkbox would refuse is never frozen',
    (relation_id) => {
      expect(() => toPrepaymentBody({ ...advance, relation_id })).toThrow('from 10 to 256')
      expect(() => toRestBody({ ...whole, relation_id })).toThrow('from 10 to 256')
    },
  )
})

const good = fc.record({
  code: fc.string({ maxLength: 100, unit: 'binary' }),
  name: fc.string({ maxLength: 500, unit: 'binary' }).map((name) => `Товар ${name}`),
  price: fc.integer({ min: 1, max: 10_000_000 }),
  quantity: fc.integer({ min: 1, max: 100_000 }),
  discount: fc.integer({ min: 0, max: 1000 }),
})
const taxCodes = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 2 }),
  fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 2 }),
)

test('every body fits what Checkbox publishes, says the same sum as the order, and is the same each time', () => {
  fc.assert(
    fc.property(fc.array(good, { minLength: 1, maxLength: 5 }), taxCodes, fc.nat(500), (goods, tax_codes, discount) => {
      const total = goods.reduce((sum, line) => sum + lineSum(line), 0) - discount
      const given = { ...whole, goods, tax_codes, discount_total: discount, amount: total }
      const body = toEttnBody(given)
      expect(wrong('/ettn', body)).toEqual([])
      expect(toEttnBody(structuredClone(given))).toBe(body)
      expect(body).not.toMatch(/\\u0000|\\ud[89a-f]/i)
      const sent = JSON.parse(body).receipt_body
      expect(sumOf(sent)).toBe(sent.payments[0].value)
      const prepaid = { ...advance, goods, tax_codes, discount_total: discount }
      expect(wrong('/prepayment-receipts', toPrepaymentBody(prepaid))).toEqual([])
      expect(sumOf(JSON.parse(toPrepaymentBody(prepaid)))).toBe(total)
      expect(wrong('/ettn/prepayment', toRestBody({ ...given, relation_id: 'ORDER-0000012345' }))).toEqual([])
    }),
    { numRuns: 300 },
  )
})

interface Sent {
  goods: { good: { price: number }; quantity: number; discounts?: { value: number }[] }[]
  discounts?: { value: number }[]
}
/** As Checkbox adds it up: each line rounded by itself, discounts taken off. */
const sumOf = ({ goods, discounts = [] }: Sent): number => {
  const off = (given: { value: number }[]) => given.reduce((sum, { value }) => sum + value, 0)
  const lines = goods.map((line) => Math.round((line.good.price * line.quantity) / 1000) - off(line.discounts ?? []))
  return lines.reduce((sum, line) => sum + line, 0) - off(discounts)
}
