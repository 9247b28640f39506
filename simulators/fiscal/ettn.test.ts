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

describe('a create is refused', () => {
  test('when its body breaks the description, saying where', async () => {
    const { call, documents } = await startSignedIn()
    const { receipt_body } = ettnBody()
    const bodies: [unknown, (string | number)[]][] = [
      [{}, ['body', 'receipt_body']],
      [
        { receipt_body: { ...receipt_body, payments: [{ value: 120_000 }] } },
        ['body', 'receipt_body', 'payments', '0', 'ettn'],
      ],
      [
        { receipt_body: { ...receipt_body, payments: [{ value: 1.5, ettn: ttn }] } },
        ['body', 'receipt_body', 'payments', '0', 'value'],
      ],
      [{ receipt_body, provider: 'pigeon' }, ['body', 'provider']],
    ]
    for (const [body, loc] of bodies)
      expect(await call('POST', '/ettn', body)).toMatchObject({
        status: 422,
        json: { code: 'validation.custom', detail: [{ loc }] },
      })
    expect((await call('POST', '/ettn', 'not JSON')).status).toBe(422)
    expect(documents.all()).toEqual([])
  })
})
