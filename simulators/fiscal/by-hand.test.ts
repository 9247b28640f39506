import { expect, test } from 'vitest'
import { startSignedIn, ttn } from './test-fiscal.ts'

const license_key = 'demo-license-key'
const register = (more: object = {}) => ({
  license_key,
  other_cashiers: [{ pin: '3333', login: 'cashier02' }],
  shift: { status: 'OPENED' as const },
  ...more,
})
const another = { license_key: 'another-key', fiscal_number: '4000999999', cashier: { pin: '4444' } }
const start = (more: Parameters<typeof startSignedIn>[0] = {}) =>
  startSignedIn({ registers: [register(), another], receipt_seconds: 0, ...more })

test('a document may be made by hand by anybody, of any sum and age', async () => {
  const { control, list, signIn } = await start()
  const created_at = '2025-06-01T10:00:00.000Z'
  const given = { ttn, license_key, total_sum: 777, cashier: 'cashier02', created_at }
  const { json } = await control('POST', '/ettn', given)
  expect(json).toMatchObject({ ttn, total_sum: 777, cashier: 'cashier02', created_at, made_by: 'cabinet' })
  expect(await list()).toMatchObject([{ ettnNumber: ttn, totalSum: 777, employee: { login: 'cashier02' } }])
  const other = await signIn('another-key', '4444')
  expect((await other('GET', '/ettn')).json).toEqual([])
})

test('what a cashier made is hidden from the others, if the setting says so', async () => {
  const { set, list, create, get, created, signIn } = await start()
  const { id } = await created()
  const second = await signIn(license_key, '3333')
  expect((await second('GET', `/ettn/${id}`)).status).toBe(200)
  set({ document_scope: 'cashier' })
  expect((await second('GET', `/ettn/${id}`)).status).toBe(404)
  expect((await second('DELETE', `/ettn/${id}`)).status).toBe(404)
  expect((await second('GET', '/ettn')).json).toEqual([])
  expect(await list()).toHaveLength(1)
  expect(await get(id)).toMatchObject({ id })
  expect((await create()).status).toBe(200)
})

test('a register sees its documents under a new licence key, and another register under its own does not', async () => {
  const { registers, documents, created, signIn } = await start()
  const { id } = await created()
  registers.change(license_key, { license_key: 'a-new-key' })
  const renewed = await signIn('a-new-key', '1111')
  expect((await renewed('GET', `/ettn/${id}`)).status).toBe(200)
  documents.payTtn(ttn)
  expect((await renewed('GET', '/ettn')).json).toMatchObject([{ id, status: 'DONE' }])
  const other = await signIn('another-key', '4444')
  expect((await other('GET', `/ettn/${id}`)).status).toBe(404)
})

test('a removal may be answered with success and not happen', async () => {
  const { set, call, created, get } = await start()
  const { id } = await created()
  set({ deleting: 'pretends' })
  expect((await call('DELETE', `/ettn/${id}`)).status).toBe(200)
  expect(await get(id)).toMatchObject({ status: 'CREATED' })
})

test('a page of the list may have fewer than were asked for', async () => {
  const { set, documents, list } = await start()
  for (let one = 0; one < 40; one += 1) documents.createByHand({ ttn: `2045000000${one}`, license_key, total_sum: 1 })
  set({ list_cap: 30 })
  expect(await list('?limit=1000')).toHaveLength(30)
  expect(await list('?limit=1000&offset=30')).toHaveLength(10)
})

test('a document is returned at any age, also one that was made by hand', async () => {
  const { control, documents, call, clock } = await start()
  const { id } = documents.createByHand({ ttn, license_key, total_sum: 500, status: 'DONE' })
  expect(documents.find(id).fiscal_code).toMatch(/\S{5}/)
  await clock.advance(400 * 24 * 3_600_000)
  const { json } = await control('POST', `/ettn/${id}/return`)
  expect(json).toMatchObject({ status: 'RETURNED', return_receipt_id: expect.any(String) })
  const back = documents.find(id).return_receipt_id
  expect((await call('GET', `/receipts/${back}`)).json).toMatchObject({ type: 'RETURN', status: 'DONE' })
})

test('an advance is taken and given back by hand, and the chain tells', async () => {
  const { control, call } = await start()
  const relation_id = 'ЗАМ-84211/2026'
  await control('POST', '/prepayments', { license_key, total_sum: 1000, paid_sum: 300, relation_id })
  const path = `/prepayment-receipts/${encodeURIComponent(relation_id)}`
  expect((await call('GET', path)).json).toMatchObject({ pre_payment_status: 'PARTIAL_PAID', paid_sum: 300 })
  await control('POST', `/prepayments/${encodeURIComponent(relation_id)}/return`)
  expect((await call('GET', path)).json).toMatchObject({ pre_payment_status: 'CANCELLED', left_to_pay: 0 })
})

test('a prepayment may end as ERROR with a reason, and be mended', async () => {
  const { set, call, control } = await start()
  set({ prepayment_error: 'Помилка підпису' })
  const id = '2f1f7b0e-7d0a-4c39-8a3f-6b1f1d2c3e13'
  const goods = [{ good: { code: '1', name: 'Чохол', price: 1000 }, quantity: 1000 }]
  const body = { id, goods, payments: [{ type: 'CASHLESS', value: 300 }], custom_relation_id: 'ORDER-0000012345' }
  expect((await call('POST', '/prepayment-receipts', body)).status).toBe(201)
  const seen = async () => (await call('GET', `/receipts/${id}`)).json
  expect(await seen()).toMatchObject({
    status: 'ERROR',
    fiscal_code: null,
    transaction: { response_error_message: 'Помилка підпису' },
  })
  await control('PATCH', `/receipts/${id}`, { error: null })
  expect(await seen()).toMatchObject({ status: 'DONE', fiscal_code: expect.any(String) })
})

test('a receipt that could not be made is mended by paying again', async () => {
  const { documents, created, get } = await start()
  const { id } = await created()
  documents.pay(id, { status: 'RECEIPT_ERROR', raw_error: 'Термін дії підпису закінчився' })
  expect(await get(id)).toMatchObject({ status: 'RECEIPT_ERROR' })
  documents.pay(id)
  expect(await get(id)).toMatchObject({ status: 'DONE' })
})

test('copies go to buyers by e-mail or phone, unless the setting says why not', async () => {
  const { set, control, call, documents } = await start()
  const { receipt_id } = documents.createByHand({ ttn, license_key, total_sum: 500, status: 'DONE' })
  const email = () => call('POST', `/receipts/${receipt_id}/email`, ['a@b.ua'])
  expect((await email()).status).toBe(200)
  expect((await call('POST', `/receipts/${receipt_id}/sms`, { phone: '380671112233' })).status).toBe(200)
  expect((await control('GET', '/copies')).json).toEqual({
    copies: [
      { receipt_id, email: ['a@b.ua'], phone: null },
      { receipt_id, email: null, phone: '380671112233' },
    ],
  })
  set({ copy_error: 'Послугу не підключено' })
  expect(await email()).toMatchObject({ status: 400, json: { message: 'Послугу не підключено' } })
})
