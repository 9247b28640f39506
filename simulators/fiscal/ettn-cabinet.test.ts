import { expect, test } from 'vitest'
import { z } from 'zod'
import { startSignedIn, ttn } from './test-fiscal.ts'

test('parcels are paid by id and by TTN, with any ending', async () => {
  const { control, created, get } = await startSignedIn()
  const first = await created()
  const second = await created({ ettn: '20450000000002' })
  expect(await control('POST', `/ettn/${first.id}/pay`, { status: 'DONE_WITHOUT_SMS' })).toMatchObject({
    status: 200,
    json: { id: first.id, status: 'DONE_WITHOUT_SMS', receipt_id: expect.any(String) },
  })
  expect((await get(first.id)).status).toBe('DONE_WITHOUT_SMS')
  expect((await control('POST', `/ettn/${first.id}/pay`)).status).toBe(400)
  expect((await control('POST', '/pay/20450000000002')).json).toMatchObject({ documents: [{ id: second.id }] })
  expect((await control('POST', '/pay/20450000000002')).status).toBe(400)
  expect((await control('POST', '/pay/nobody')).status).toBe(400)
})

test('a doubled document is fiscalised twice when its parcel is paid', async () => {
  const { control, created, documents } = await startSignedIn()
  await created()
  await created()
  expect((await control('POST', `/pay/${ttn}`)).json).toMatchObject({
    documents: [{ status: 'DONE' }, { status: 'DONE' }],
  })
  expect(documents.receipts()).toHaveLength(2)
})

test('people in the cabinet delete, make and change documents behind the client', async () => {
  const { control, created, get, call, list, documents } = await startSignedIn()
  const { id } = await created()
  expect((await control('DELETE', `/ettn/${id}`)).json).toMatchObject({ deleted: true })
  expect((await call('GET', `/ettn/${id}`)).status).toBe(404)

  const made = { ttn, license_key: 'demo-license-key', total_sum: 5, created_at: '2026-01-14T10:00:00Z' }
  expect(await control('POST', '/ettn', made)).toMatchObject({
    json: { made_by: 'cabinet', created_at: '2026-01-14T10:00:00.000Z', status: 'CREATED' },
  })
  expect(await list()).toMatchObject([{ ettnNumber: ttn, totalSum: 5 }])
  const foreign = documents.live(ttn)[0]?.id ?? ''

  await control('PATCH', `/ettn/${foreign}`, { status: 'ON_HOLD', raw_error: 'Перевіряється' })
  expect(await get(foreign)).toMatchObject({ status: 'ON_HOLD', rawError: 'Перевіряється' })
  expect((await call('DELETE', `/ettn/${foreign}`)).status).toBe(400)
  await control('PATCH', `/ettn/${foreign}`, { status: 'CANCELLED' })
  expect(await get(foreign)).toMatchObject({ status: 'CANCELLED', rawError: null })
  expect(documents.live(ttn)).toEqual([])

  expect((await control('POST', '/ettn', { ...made, license_key: 'nobody' })).status).toBe(400)
  expect((await control('PATCH', '/ettn/nobody', { status: 'DONE' })).status).toBe(400)
})

test('what was fiscalised is returned with a receipt that gives the money back', async () => {
  const { control, created, get, call, clock, documents } = await startSignedIn()
  const { id } = await created()
  expect((await control('PATCH', `/ettn/${id}`, { status: 'RETURNED' })).status).toBe(400)
  await control('POST', `/ettn/${id}/pay`)
  await control('PATCH', `/ettn/${id}`, { status: 'RETURNED' })
  const { status, receiptId, returnReceiptId } = z
    .looseObject({ status: z.string(), receiptId: z.string(), returnReceiptId: z.string() })
    .parse(await get(id))
  expect(status).toBe('RETURNED')
  await clock.advance(2000)
  expect((await call('GET', `/receipts/${returnReceiptId}`)).json).toMatchObject({
    type: 'RETURN',
    status: 'DONE',
    related_receipt_id: receiptId,
    total_sum: 120_000,
    goods: [{ is_return: true }, { is_return: true }],
  })
  expect(documents.live(ttn)).toEqual([])
})

test('all there is can be looked at, and forgotten', async () => {
  const { control, created } = await startSignedIn()
  const { id } = await created()
  await created({ ettn: '20450000000002' })
  expect((await control('GET', '/ettn')).json).toMatchObject({ documents: [{ id }, { ttn: '20450000000002' }] })
  expect((await control('GET', `/ettn?ttn=${ttn}`)).json).toEqual({
    documents: [
      {
        id,
        ttn,
        license_key: 'demo-license-key',
        fiscal_number: '4000123456',
        total_sum: 120_000,
        status: 'CREATED',
        raw_error: null,
        relation_id: null,
        made_by: 'api',
        cashier: 'cashier01',
        created_at: '2026-01-15T00:00:00.000Z',
        receipt_id: null,
        fiscal_code: null,
        return_receipt_id: null,
        deleted: false,
        deleted_at: null,
      },
    ],
  })
  await control('POST', `/pay/${ttn}`)
  expect((await control('GET', '/receipts')).json).toMatchObject({ receipts: [{ status: 'CREATED' }] })
  expect((await control('DELETE', '/ettn')).json).toEqual({ removed: 2 })
  expect((await control('GET', '/ettn')).json).toEqual({ documents: [] })
  expect((await control('GET', '/receipts')).json).toEqual({ receipts: [] })
})

test('settings are read and replaced; what is left out is the default again', async () => {
  const { control, settings, set } = await startSignedIn({ receipt_seconds: 9 })
  set({ second_ettn: 'refused' })
  expect(settings()).toMatchObject({ receipt_seconds: 9, second_ettn: 'refused' })
  expect((await control('PUT', '/settings', { status_case: 'mixed' })).json).toMatchObject({
    status_case: 'mixed',
    receipt_seconds: 2,
    second_ettn: 'accepted',
  })
  expect((await control('GET', '/settings')).json).toEqual(settings())
  expect((await control('PUT', '/settings', { colour: 'red' })).status).toBe(400)
})
