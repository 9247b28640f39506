import { describe, expect, test } from 'vitest'
import { ettnBody, startSignedIn, ttn } from './test-fiscal.ts'

test('a receipt is made for a waybill, read, listed and deleted before anything is paid', async () => {
  const { call, create, list, documents } = await startSignedIn()
  const made = await create()
  expect(made).toMatchObject({
    status: 200,
    json: {
      ettnNumber: ttn,
      totalSum: 120_000,
      status: 'CREATED',
      receiptId: null,
      deliveryPhone: '380671112233',
      cashRegister: { fiscalNumber: '4000123456' },
      dateCreated: '2026-01-15T00:00:00.000000+00:00',
    },
  })
  const [document] = documents.all()
  expect(document).toMatchObject({ ttn, license_key: 'demo-license-key', status: 'CREATED', deleted: false })
  expect((await call('GET', `/ettn/${document?.id}`)).json).toEqual(made.json)
  expect(await list()).toEqual([made.json])
  expect((await call('DELETE', `/ettn/${document?.id}`)).status).toBe(200)
  expect(await call('GET', `/ettn/${document?.id}`)).toMatchObject({ status: 404, json: { code: null } })
  expect((await call('DELETE', `/ettn/${document?.id}`)).status).toBe(404)
  expect(await list()).toEqual([])
  expect(documents.all()).toMatchObject([{ deleted: true, deleted_at: '2026-01-15T00:00:00.000Z' }])
  expect(documents.live(ttn)).toEqual([])
})

test('when the parcel is paid the document is done, and its receipt gets a fiscal code a moment later', async () => {
  const { call, created, get, documents, clock } = await startSignedIn()
  const { id } = await created()
  documents.payTtn(ttn)
  const { status, receiptId } = await get(id)
  expect(status).toBe('DONE')
  const early = await call('GET', `/receipts/${receiptId}`)
  expect(early).toMatchObject({ status: 200, json: { status: 'CREATED', fiscal_code: null, total_sum: 120_000 } })
  await clock.advance(2000)
  const { json } = await call('GET', `/receipts/${receiptId}`)
  expect(json).toMatchObject({
    status: 'DONE',
    type: 'SELL',
    fiscal_code: expect.stringMatching(/^\w{11}$/),
    fiscal_date: '2026-01-15T00:00:02.000000+00:00',
    tax_url: expect.stringMatching(
      /^https:\/\/cabinet\.tax\.gov\.ua\/cashregs\/check\?id=\w+&date=20260115&fn=4000123456&sm=1200\.00$/,
    ),
    goods: [{ sum: 85_000 }, { sum: 39_900 }],
    discounts: [{ sum: 4900 }],
    payments: [{ type: 'CASHLESS', label: 'Платіж через інтегратора NovaPay', value: 120_000 }],
    transaction: { status: 'DONE' },
  })
  expect(documents.find(id)).toMatchObject({ receipt_id: receiptId, fiscal_code: expect.any(String) })
  expect(await call('DELETE', `/ettn/${id}`)).toMatchObject({ status: 400, json: { code: null } })
  expect(documents.live(ttn)).toHaveLength(1)
})

test('a second create for a waybill makes a second document, unless the world is set to refuse it', async () => {
  const { create, documents, set } = await startSignedIn()
  await create()
  expect((await create()).status).toBe(200)
  expect(documents.live(ttn)).toHaveLength(2)
  set({ second_ettn: 'refused' })
  expect(await create()).toMatchObject({ status: 400, json: { message: 'Для цієї накладної вже створено чек' } })
  expect((await create({ ettn: '20450000000002' })).status).toBe(200)
  for (const { id } of documents.live(ttn)) documents.deleteByHand(id)
  expect((await create()).status).toBe(200)
})

test('contacts are changed, and nothing else', async () => {
  const { call, created } = await startSignedIn()
  const { id } = await created()
  const changed = await call('PUT', `/ettn/${id}`, { phone: '380509998877', emails: ['buyer@example.com'] })
  expect(changed).toMatchObject({
    status: 200,
    json: { id, deliveryPhone: '380509998877', deliveryEmail: 'buyer@example.com', totalSum: 120_000 },
  })
  const old = await call('PUT', `/ettn/${id}`, { delivery_phone: '380631110000' })
  expect(old.json).toMatchObject({ deliveryPhone: '380631110000', deliveryEmail: 'buyer@example.com' })
  expect(await call('PUT', `/ettn/${id}`, { phone: '12' })).toMatchObject({
    status: 422,
    json: { detail: [{ loc: ['body', 'phone'] }] },
  })
})

test('a person may fiscalise without waiting for the carrier, once', async () => {
  const { call, created, documents, clock } = await startSignedIn()
  const { id } = await created()
  documents.pay(id, { status: 'RECEIPT_ERROR', raw_error: 'Каса не оплачена' })
  expect((await call('GET', `/ettn/${id}`)).json).toMatchObject({
    status: 'RECEIPT_ERROR',
    rawError: 'Каса не оплачена',
    receiptId: null,
  })
  expect((await call('DELETE', `/ettn/${id}`)).status).toBe(400)
  expect(documents.live(ttn)).toHaveLength(1)
  const forced = await call('PUT', `/ettn/fiscalize-manually/${id}`)
  expect(forced).toMatchObject({ status: 200, json: { status: 'DONE', rawError: null, receiptId: expect.any(String) } })
  await clock.advance(2000)
  expect(documents.find(id).fiscal_code).toMatch(/^\w{11}$/)
  expect((await call('PUT', `/ettn/fiscalize-manually/${id}`)).status).toBe(400)
})

test('the older path serves the same documents under the same names', async () => {
  const { call, log } = await startSignedIn()
  const { json, status } = await call('POST', '/np/ettn', ettnBody())
  expect(status).toBe(200)
  expect((await call('GET', '/ettn')).json).toEqual([json])
  expect((await call('GET', '/np/ettn')).json).toEqual([json])
  expect(log.entries().map(({ operation }) => operation)).toEqual(['sign_in', 'create_ettn', 'list_ettn', 'list_ettn'])
})

test('another register does not see the document, nor its receipt', async () => {
  const { created, documents, registers, signIn, call } = await startSignedIn()
  registers.put({ license_key: 'second', cashier: { pin: '3333' } })
  const callOfSecond = await signIn('second', '3333')
  const { id } = await created()
  const { receipt_id } = documents.pay(id)
  for (const path of [`/ettn/${id}`, `/receipts/${receipt_id}`]) {
    expect((await call('GET', path)).status).toBe(200)
    expect((await callOfSecond('GET', path)).status).toBe(404)
  }
  expect((await callOfSecond('DELETE', `/ettn/${id}`)).status).toBe(404)
  expect((await callOfSecond('GET', '/ettn')).json).toEqual([])
})

describe('what nobody knows of Checkbox is a setting', () => {
  test.each([
    ['upper', ['CREATED', 'CREATED']],
    ['lower', ['created', 'created']],
    ['mixed', ['CREATED', 'created']],
  ] as const)('statuses in %s case', async (status_case, words) => {
    const { created } = await startSignedIn({ status_case })
    expect([(await created()).status, (await created()).status]).toEqual(words)
  })

  test('a deleted document may stay as a cancelled one', async () => {
    const { call, created, get, list, documents } = await startSignedIn({ deleted_ettn: 'cancelled' })
    const { id } = await created()
    expect((await call('DELETE', `/ettn/${id}`)).status).toBe(200)
    expect((await get(id)).status).toBe('CANCELLED')
    expect(await list('?status=CANCELLED')).toHaveLength(1)
    expect((await call('DELETE', `/ettn/${id}`)).status).toBe(400)
    expect(documents.live(ttn)).toEqual([])
  })

  test('the id of a receipt may be told before there is one', async () => {
    const { call, created, documents } = await startSignedIn({ receipt_id: 'at_once' })
    const { id, receiptId } = await created()
    expect((await call('GET', `/receipts/${receiptId}`)).status).toBe(404)
    expect(documents.pay(id).receipt_id).toBe(receiptId)
    expect((await call('GET', `/receipts/${receiptId}`)).status).toBe(200)
  })

  test('a receipt may end as an error, which says why', async () => {
    const { call, created, documents, clock } = await startSignedIn({
      receipt_error: 'Немає зв’язку з ДПС',
      receipt_seconds: 5,
    })
    const { receipt_id } = documents.pay((await created()).id)
    await clock.advance(4999)
    expect((await call('GET', `/receipts/${receipt_id}`)).json).toMatchObject({ status: 'CREATED' })
    await clock.advance(1)
    expect((await call('GET', `/receipts/${receipt_id}`)).json).toMatchObject({
      status: 'ERROR',
      fiscal_code: null,
      transaction: { status: 'ERROR', response_error_message: 'Немає зв’язку з ДПС' },
    })
  })
})
