import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startSignedIn, ttn } from './test-fiscal.ts'

const id = '2f1f7b0e-7d0a-4c39-8a3f-6b1f1d2c3e13'
const relation = 'ORDER-0000012345'

/** The example of the reference: 200.00 of 1200.00. */
const advance = (more: object = {}) => ({
  id,
  custom_relation_id: relation,
  goods: [{ good: { code: 'SKU-101', name: 'Чохол для телефону', price: 120_000 }, quantity: 1000, is_return: false }],
  payments: [{ type: 'CASHLESS', label: 'З поточного рахунку', value: 20_000 }],
  delivery: { phone: '380671112233' },
  ...more,
})

const rest = (value = 100_000, more: object = {}) => ({
  provider: 'novapost',
  receiptRelationId: relation,
  receipt_body: {
    relationId: relation,
    payments: [{ type: 'ETTN', label: 'Платіж через інтегратора NovaPay', value, ettn: ttn }],
    rounding: false,
    ...more,
  },
})

const Found = z.object({
  meta: z.object({ total_items: z.int() }),
  results: z.array(z.looseObject({ relation_id: z.string() })),
})
const Made = z.looseObject({ id: z.string() })

/** With an open shift, which an advance needs. */
const startOpen = async (options = {}) => {
  const world = await startSignedIn(options)
  world.registers.change('demo-license-key', { shift: { status: 'OPENED' } })
  const { call } = world
  return {
    ...world,
    advance: (more?: object) => call('POST', '/prepayment-receipts', advance(more)),
    chain: async () => (await call('GET', `/prepayment-receipts/${relation}`)).json,
    createdRest: async () => Made.parse((await call('POST', '/ettn/prepayment', rest())).json),
  }
}

describe('an advance', () => {
  test('is answered at once and has its fiscal code a moment later', async () => {
    const { advance: pay, call, chain, clock } = await startOpen()
    expect(await pay()).toMatchObject({
      status: 201,
      json: { id, status: 'CREATED', fiscal_code: null, total_sum: 20_000, pre_payment_relation_id: relation },
    })
    await clock.advance(2000)
    expect((await call('GET', `/receipts/${id}`)).json).toMatchObject({
      status: 'DONE',
      type: 'SELL',
      fiscal_code: expect.stringMatching(/^\w{11}$/),
      payments: [{ type: 'CASHLESS', label: 'З поточного рахунку', value: 20_000 }],
    })
    expect(await chain()).toMatchObject({
      relation_id: relation,
      pre_payment_status: 'PARTIAL_PAID',
      paid_sum: 20_000,
      total_sum: 120_000,
      left_to_pay: 100_000,
      receipt_chain: { pre_payment_receipts: [id], after_payment_receipt: null },
    })
  })

  test('works on a test register, with a code that says so', async () => {
    const { signIn, registers, clock } = await startSignedIn()
    const call = await signIn('test-license-key', '2222')
    registers.change('test-license-key', { shift: { status: 'OPENED' } })
    expect((await call('POST', '/prepayment-receipts', advance())).status).toBe(201)
    await clock.advance(2000)
    expect((await call('GET', `/receipts/${id}`)).json).toMatchObject({
      fiscal_code: expect.stringMatching(/^TEST-\w{6}$/),
    })
  })

  test('with the same id is there already, whatever else it says, and also after a failure', async () => {
    const { advance: pay, clock, documents } = await startOpen({ receipt_error: 'Немає зв’язку з ДПС' })
    expect((await pay({ id: id.toUpperCase() })).status).toBe(201)
    const exists = { status: 400, json: { code: 'receipt.already_exists', message: 'Вказаний id чеку вже існує' } }
    expect(await pay()).toMatchObject(exists)
    await clock.advance(2000)
    expect(await pay({ custom_relation_id: 'ANOTHER-000001' })).toMatchObject(exists)
    expect(documents.receipts()).toHaveLength(1)
    expect(documents.chains()).toMatchObject([{ paid_sum: 0 }])
  })

  test('needs an open shift', async () => {
    const { advance: pay, call, registers, clock, documents } = await startOpen()
    registers.change('demo-license-key', { shift: null })
    const refused = { status: 400, json: { code: 'shift.not_opened', message: 'Зміну не відкрито' } }
    expect(await pay()).toMatchObject(refused)
    await call('POST', '/shifts', {})
    expect(await pay()).toMatchObject(refused)
    expect(documents.receipts()).toEqual([])
    await clock.advance(2000)
    expect((await pay()).status).toBe(201)
  })

  test.each([0, -1, 120_000, 120_001])('of %i of 120000 kopiykas is none', async (value) => {
    const { advance: pay, documents } = await startOpen()
    const payments = [{ type: 'CASHLESS', value }]
    expect(await pay({ payments })).toMatchObject({ status: 400, json: { code: null } })
    expect(documents.chains()).toEqual([])
  })

  test('is held against the sum after discounts', async () => {
    const { advance: pay, chain } = await startOpen()
    const discounts = [{ type: 'DISCOUNT', mode: 'VALUE', value: 100_000 }]
    expect((await pay({ discounts })).status).toBe(400)
    expect((await pay({ discounts, payments: [{ type: 'CASH', value: 19_999 }] })).status).toBe(201)
    expect(await chain()).toMatchObject({ total_sum: 20_000, left_to_pay: 1 })
  })

  test('has a number of its own in the chain: unique, 10 characters at least, invented when left out', async () => {
    const { advance: pay, call } = await startOpen()
    expect(await pay({ custom_relation_id: 'ORDER-123' })).toMatchObject({
      status: 422,
      json: { detail: [{ loc: ['body', 'custom_relation_id'] }] },
    })
    expect((await pay()).status).toBe(201)
    expect(await pay({ id: undefined })).toMatchObject({ status: 400, json: { code: null } })
    const invented = await pay({ id: undefined, custom_relation_id: undefined })
    const { pre_payment_relation_id } = z.looseObject({ pre_payment_relation_id: z.string() }).parse(invented.json)
    expect(pre_payment_relation_id).toMatch(/^\d{10}$/)
    expect((await call('GET', `/prepayment-receipts/${pre_payment_relation_id}`)).status).toBe(200)
    expect(await call('GET', '/prepayment-receipts/NO-SUCH-CHAIN')).toMatchObject({ status: 404, json: { code: null } })
  })

  test('is of its register: another one has no such chain', async () => {
    const { advance: pay, registers, signIn } = await startOpen()
    await pay()
    registers.put({ license_key: 'second', cashier: { pin: '3333' }, shift: { status: 'OPENED' } })
    const callOfSecond = await signIn('second', '3333')
    expect((await callOfSecond('GET', `/prepayment-receipts/${relation}`)).status).toBe(404)
    expect((await callOfSecond('POST', `/prepayment-receipts/${relation}/return`, {})).status).toBe(404)
  })

  test('is found by a part of its number, its status and its time, page by page', async () => {
    const { advance: pay, call, clock } = await startOpen()
    const ids = ['ORDER-0000012345', 'ORDER-0000012346', 'ANOTHER-00012345']
    for (const custom_relation_id of ids) {
      await pay({ id: undefined, custom_relation_id })
      await clock.advance(60_000)
    }
    const search = async (query: string) => {
      const { json } = await call('GET', `/prepayment-receipts/search?${query}`)
      const { meta, results } = Found.parse(json)
      return [meta.total_items, ...results.map((chain) => chain.relation_id)]
    }
    expect(await search('')).toEqual([3, ...ids])
    expect(await search('search=12345')).toEqual([2, ids[0], ids[2]])
    expect(await search('search=ORDER&limit=1&offset=1')).toEqual([2, ids[1]])
    await call('POST', `/prepayment-receipts/${ids[0]}/return`, {})
    expect(await search('status=CANCELLED')).toEqual([1, ids[0]])
    const from = new Date(clock.now() - 90_000).toISOString()
    expect(await search(`from_date=${from}`)).toEqual([1, ids[2]])
    expect((await call('GET', '/prepayment-receipts/search?limit=1001')).status).toBe(422)
  })

  test('counts against the limit of creates', async () => {
    const { advance: pay } = await startOpen({ creates_per_second: 1 })
    expect((await pay()).status).toBe(201)
    expect((await pay()).status).toBe(429)
  })
})

describe('the rest after an advance', () => {
  test('is paid with the parcel and closes the chain', async () => {
    const { advance: pay, createdRest, chain, call, documents, clock } = await startOpen()
    await pay()
    const { id: ettn } = await createdRest()
    expect((await call('GET', `/ettn/${ettn}`)).json).toMatchObject({ receiptRelationId: relation, totalSum: 100_000 })
    const { receipt_id } = documents.pay(ettn)
    await clock.advance(2000)
    expect((await call('GET', `/receipts/${receipt_id}`)).json).toMatchObject({
      status: 'DONE',
      pre_payment_relation_id: relation,
      total_sum: 100_000,
      goods: [{ sum: 120_000 }],
    })
    expect(await chain()).toMatchObject({
      pre_payment_status: 'FULL_PAID',
      left_to_pay: 0,
      receipt_chain: { after_payment_receipt: receipt_id },
    })
    expect(await call('POST', '/ettn/prepayment', rest())).toMatchObject({ status: 400, json: { code: null } })
  })

  test('must be what is left, of a chain that is there, under one number', async () => {
    const { advance: pay, call, documents, waybills } = await startOpen()
    const create = (body: object) => call('POST', '/ettn/prepayment', body)
    expect((await create(rest())).status).toBe(400)
    await pay()
    expect((await create(rest(99_999))).status).toBe(400)
    expect((await create({ ...rest(), receiptRelationId: 'ANOTHER-000001' })).status).toBe(400)
    expect((await create({ receipt_body: rest().receipt_body })).status).toBe(422)
    waybills.replaceAll([{ ttn, control: 120_000 }])
    expect(await create(rest())).toMatchObject({
      status: 400,
      json: { message: 'Сума накладної відрізняється від суми чека' },
    })
    expect(documents.all()).toEqual([])
    waybills.replaceAll([{ ttn, control: 100_000 }])
    expect((await create(rest())).status).toBe(200)
  })

  test('is deleted by its own path, with the number of the chain, until it is paid', async () => {
    const { advance: pay, call, createdRest, documents } = await startOpen()
    await pay()
    const { id: first } = await createdRest()
    const path = `/ettn/prepayment/${first}`
    expect((await call('DELETE', `/ettn/${first}`)).status).toBe(400)
    expect(await call('DELETE', path)).toMatchObject({
      status: 422,
      json: { code: 'validation.custom', detail: [{ loc: ['query', 'relation_id'], type: 'missing' }] },
    })
    expect((await call('DELETE', `${path}?relation_id=ANOTHER-000001`)).status).toBe(404)
    expect(documents.live(ttn)).toHaveLength(1)
    expect((await call('DELETE', `${path}?relation_id=${relation}`)).status).toBe(200)
    expect(documents.live(ttn)).toEqual([])

    const { id: second } = await createdRest()
    documents.pay(second)
    expect((await call('DELETE', `/ettn/prepayment/${second}?relation_id=${relation}`)).status).toBe(400)
  })
})

describe('giving it all back', () => {
  const path = `/prepayment-receipts/${relation}/return`

  test('makes a receipt against each, the last first, and ends the chain', async () => {
    const { advance: pay, call, createdRest, documents, chain } = await startOpen()
    await pay()
    const { receipt_id } = documents.pay((await createdRest()).id)
    const { status, json } = await call('POST', path, {})
    expect(status).toBe(201)
    expect(json).toMatchObject([
      { type: 'RETURN', related_receipt_id: receipt_id, total_sum: 100_000 },
      { type: 'RETURN', related_receipt_id: id, total_sum: 20_000 },
    ])
    const [ofRest, ofAdvance] = z.array(Made).parse(json)
    expect(await chain()).toMatchObject({
      pre_payment_status: 'CANCELLED',
      paid_sum: 0,
      left_to_pay: 0,
      receipt_chain: { returned_receipts_mapping: { [id]: ofAdvance?.id, [String(receipt_id)]: ofRest?.id } },
    })
    expect((await call('POST', path, {})).status).toBe(400)
    expect(documents.receipts()).toHaveLength(4)
    expect((await call('POST', '/ettn/prepayment', rest())).status).toBe(400)
  })

  test('needs a chain and an open shift, and looks for an unpaid rest when it is told to', async () => {
    const { advance: pay, call, createdRest, registers } = await startOpen()
    expect((await call('POST', path, {})).status).toBe(404)
    await pay()
    const { id: ettn } = await createdRest()
    registers.change('demo-license-key', { shift: null })
    expect(await call('POST', path, {})).toMatchObject({ status: 400, json: { code: 'shift.not_opened' } })
    registers.change('demo-license-key', { shift: { status: 'OPENED' } })
    expect((await call('POST', path, { check_ettn: true })).status).toBe(400)
    await call('DELETE', `/ettn/prepayment/${ettn}?relation_id=${relation}`)
    expect((await call('POST', path, { check_ettn: true })).status).toBe(201)
  })

  test('may have happened behind a lost answer', async () => {
    const { advance: pay, call, faults, chain } = await startOpen()
    faults.arm({ operation: 'create_prepayment', fault: { kind: 'null_body', effect: true } })
    expect(await pay()).toMatchObject({ status: 200, json: null })
    expect(await pay()).toMatchObject({ status: 400, json: { code: 'receipt.already_exists' } })
    faults.arm({ operation: 'return_prepayment', fault: { kind: 'reset_before_answer', effect: true } })
    await call('POST', path, {}).catch(() => null)
    expect(await chain()).toMatchObject({ pre_payment_status: 'CANCELLED' })
  })
})
