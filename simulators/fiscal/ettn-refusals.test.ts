import { describe, expect, test } from 'vitest'
import { ettnBody, startSignedIn, ttn } from './test-fiscal.ts'

describe('what breaks the description is 422, saying where', () => {
  const { receipt_body } = ettnBody()
  test.each([
    [{}, ['body', 'receipt_body']],
    [{ receipt_body, provider: 'pigeon' }, ['body', 'provider']],
    [{ receipt_body: { goods: [] } }, ['body', 'receipt_body', 'payments']],
    [
      { receipt_body: { ...receipt_body, payments: [{ value: 1 }] } },
      ['body', 'receipt_body', 'payments', '0', 'ettn'],
    ],
    [
      { receipt_body: { ...receipt_body, payments: [{ value: 1.5, ettn: ttn }] } },
      ['body', 'receipt_body', 'payments', '0', 'value'],
    ],
    [
      {
        receipt_body: {
          ...receipt_body,
          goods: [{ good: { code: 'x', name: 'x', price: 0 }, quantity: 1000, is_return: false }],
        },
      },
      ['body', 'receipt_body', 'goods', '0', 'good', 'price'],
    ],
    [
      { receipt_body: { ...receipt_body, goods: [{ good: { code: 'x', name: 'x', price: 1 }, quantity: 1000 }] } },
      ['body', 'receipt_body', 'goods', '0', 'is_return'],
    ],
  ])('%j', async (body, loc) => {
    const { call, documents } = await startSignedIn()
    expect(await call('POST', '/ettn', body)).toMatchObject({
      status: 422,
      json: { code: 'validation.custom', detail: [{ loc }] },
    })
    expect(documents.all()).toEqual([])
  })

  test('no JSON, no body, an id that is none, a key that is missing', async () => {
    const { call, api_url, documents } = await startSignedIn()
    expect((await call('POST', '/ettn', 'not JSON')).status).toBe(422)
    expect((await call('POST', '/ettn')).status).toBe(422)
    expect(await call('GET', '/ettn/7')).toMatchObject({
      status: 422,
      json: { detail: [{ loc: ['path', 'order_id'] }] },
    })
    expect((await call('GET', '/receipts/7')).status).toBe(422)
    expect((await call('GET', '/receipts/abcdefghijk')).status).toBe(404)
    const anonymous = await fetch(`${api_url}/ettn`, { headers: { 'user-agent': 'a-client/1' } })
    expect(anonymous.status).toBe(403)
    expect(documents.all()).toEqual([])
  })

  test('what the description does not know is let through', async () => {
    const { call } = await startSignedIn()
    const more = { employee: '', cashRegister: '', receipt_body: { ...receipt_body, deliveries: [] } }
    expect((await call('POST', '/ettn', { ...ettnBody(), ...more })).status).toBe(200)
  })
})

describe('the payment must be what the goods come to', () => {
  const good = { code: 'x', name: 'Крупа', price: 3333 }
  const lines = [
    { good, quantity: 1500, is_return: false, discounts: [{ type: 'DISCOUNT', mode: 'PERCENT', value: 10 }] },
    { good, quantity: 1000, is_return: false, discounts: [{ type: 'EXTRA_CHARGE', mode: 'VALUE', value: 7 }] },
  ]
  // 3333 × 1.5 = 4999.5 → 5000, less a tenth: 4500; 3333 + 7 = 3340; together 7840.
  test.each([
    [7840, { rounding: false }],
    [7740, { rounding: false, discounts: [{ type: 'DISCOUNT', mode: 'VALUE', value: 100 }] }],
    [8232, { rounding: false, discounts: [{ type: 'EXTRA_CHARGE', mode: 'PERCENT', value: 5 }] }],
    [7840, { rounding: undefined, discounts: [{ type: 'DISCOUNT', mode: 'VALUE', value: 4 }] }],
    [7850, { rounding: true, rounding_mode: 'ROUND_50' }],
  ])('%i kopiykas for %j', async (value, more) => {
    const { create } = await startSignedIn()
    const body = { goods: lines, discounts: [], ...more, payments: [{ value, ettn: ttn }] }
    expect((await create({ body })).status).toBe(200)
    const off = { ...body, payments: [{ value: value + 1, ettn: ttn }] }
    expect(await create({ body: off })).toMatchObject({
      status: 400,
      json: { code: null, message: 'Сума оплат не дорівнює сумі чека' },
    })
  })

  test('and one payment only', async () => {
    const { create, documents } = await startSignedIn()
    const whole = { value: 120_000, ettn: ttn }
    for (const payments of [[], [whole, { value: 0, ettn: ttn }]])
      expect((await create({ body: { payments } })).status).toBe(400)
    expect(documents.all()).toEqual([])
  })
})

test('a test register makes no receipts for waybills, nor does a cashier without the right', async () => {
  const { signIn, registers, create } = await startSignedIn()
  const callOfTest = await signIn('test-license-key', '2222')
  expect(await callOfTest('POST', '/ettn', ettnBody())).toMatchObject({ status: 400, json: { code: null } })
  registers.change('demo-license-key', { cashier: { permissions: { ettn: false } } })
  expect((await create()).status).toBe(400)
  registers.change('demo-license-key', { cashier: { permissions: { ettn: true } } })
  expect((await create()).status).toBe(200)
})

describe('too many creates', () => {
  test('within a second of the world are 429, for that register alone', async () => {
    const { create, clock, registers, signIn, documents } = await startSignedIn({ creates_per_second: 2 })
    registers.put({ license_key: 'second', cashier: { pin: '3333' } })
    const callOfSecond = await signIn('second', '3333')
    expect((await create()).status).toBe(200)
    await clock.advance(600)
    expect((await create()).status).toBe(200)
    expect(await create()).toMatchObject({ status: 429, retry_after: null })
    expect((await callOfSecond('POST', '/ettn', ettnBody())).status).toBe(200)
    await clock.advance(400)
    expect((await create()).status).toBe(200)
    expect((await create()).status).toBe(429)
    expect(documents.all()).toHaveLength(4)
  })

  test.each([[3], ['Thu, 15 Jan 2026 00:00:05 GMT']])('may say when to come back: %s', async (retry_after) => {
    const { create } = await startSignedIn({ creates_per_second: 1, retry_after })
    await create()
    expect(await create()).toMatchObject({ status: 429, retry_after: String(retry_after) })
  })
})
