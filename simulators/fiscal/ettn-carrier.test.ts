import { expect, onTestFinished, test } from 'vitest'
import { startCarrierSimulator } from '../carrier/carrier-simulator.ts'
import { createHandClock } from '../frame/clock.ts'
import { startSignedIn, ttn } from './test-fiscal.ts'

const ownKey = '1'.repeat(32)

/** Both of them in one time. */
const startWithCarrier = async (options = {}) => {
  const clock = createHandClock(Date.UTC(2026, 0, 15))
  const carrier = await startCarrierSimulator({ clock })
  onTestFinished(carrier.close)
  const world = await startSignedIn({ clock, carrier_control_url: carrier.control_url, ...options })
  world.registers.change('demo-license-key', { carrier_key: ownKey })
  return { ...world, clock, carrier }
}

const paymentControl = (amount: number) => ({ kind: 'payment_control', amount }) as const

test('the sum of the receipt is held against the payment control of the waybill, to the kopiyka', async () => {
  const { carrier, create, documents } = await startWithCarrier()
  carrier.parcels.put([{ ttn, cod: paymentControl(1199.99) }])
  expect(await create()).toMatchObject({
    status: 400,
    json: { code: null, message: 'Сума накладної відрізняється від суми чека' },
  })
  expect(documents.all()).toEqual([])
  carrier.parcels.put([{ ttn, cod: paymentControl(1200) }])
  expect(await create()).toMatchObject({ status: 200, json: { recipientPhone: '380500000002' } })
})

test.each([
  ['unknown to the carrier', null, 'Накладну не знайдено'],
  ['of another sender', { owner_key: '2'.repeat(32), cod: paymentControl(1200) }, 'Накладну не знайдено'],
  ['without payment control', {}, 'Накладна не має послуги «Контроль оплати»'],
  [
    'with a money transfer in its place',
    { cod: { kind: 'money_transfer', amount: 1200 } },
    'Накладна не має послуги «Контроль оплати»',
  ],
] as const)('a waybill %s is refused with words alone', async (_, parcel, message) => {
  const { carrier, create, documents } = await startWithCarrier()
  carrier.parcels.put(parcel === null ? [] : [{ ttn, ...parcel }])
  expect(await create()).toMatchObject({ status: 400, json: { code: null, message } })
  expect(documents.all()).toEqual([])
})

test('without the carrier nothing is made', async () => {
  const { carrier, create, documents } = await startWithCarrier()
  await carrier.close()
  expect(await create()).toMatchObject({ status: 400, json: { code: null } })
  expect(documents.all()).toEqual([])
})

test('a parcel paid on its way fiscalises the document by itself, seen by whoever looks', async () => {
  const { carrier, created, list, call, clock, documents } = await startWithCarrier()
  carrier.parcels.put([{ ttn, cod: paymentControl(1200), journey: [{ after_seconds: 86_400, status_code: 9 }] }])
  const { id } = await created()
  await clock.advance(86_399_000)
  expect(await list()).toMatchObject([{ id, status: 'CREATED', lastCheckDate: '2026-01-15T23:59:59.000000+00:00' }])
  await clock.advance(1000)
  // It was paid before it could be deleted.
  expect((await call('DELETE', `/ettn/${id}`)).status).toBe(400)
  expect(await list()).toMatchObject([{ id, status: 'DONE', receiptId: expect.any(String) }])
  await clock.advance(2000)
  expect(documents.find(id)).toMatchObject({ status: 'DONE', fiscal_code: expect.any(String) })
})

test('how a payment ends and how often the carrier is asked are settings', async () => {
  const { carrier, created, get, clock } = await startWithCarrier({
    fiscalised_as: 'RECEIPT_ERROR',
    carrier_check_seconds: 600,
  })
  carrier.parcels.put([{ ttn, cod: paymentControl(1200) }])
  const { id } = await created()
  carrier.parcels.put([{ ttn, status_code: 9 }])
  expect((await get(id)).status).toBe('CREATED')
  await clock.advance(600_000)
  expect(await get(id)).toMatchObject({ status: 'RECEIPT_ERROR', receiptId: null, rawError: expect.any(String) })
})

test('many waiting documents are looked at together, and only those paid change', async () => {
  const { carrier, created, list, documents } = await startWithCarrier()
  const ttns = Array.from({ length: 30 }, (_, index) => String(20_450_000_000_100 + index))
  carrier.parcels.put(ttns.map((one) => ({ ttn: one, cod: paymentControl(1200) })))
  for (const ettn of ttns) await created({ ettn })
  carrier.parcels.put(ttns.slice(0, 10).map((one) => ({ ttn: one, status_code: 9 })))
  await documents.lookAtParcels()
  expect(documents.all().filter(({ status }) => status === 'DONE')).toHaveLength(10)
  expect(await list('?status=CREATED&limit=100')).toHaveLength(20)
})

test('without a carrier, waybills put by hand are all there are', async () => {
  const { control, create, get, created } = await startSignedIn()
  expect((await create()).status).toBe(200)
  expect(await control('PUT', '/waybills', [{ ttn, control: 120_000 }])).toMatchObject({ json: { put: 1 } })
  expect((await create({ ettn: '20450000000002' })).status).toBe(400)
  const { id } = await created()
  await control('POST', '/waybills', { ttn, control: 120_000, paid: true })
  expect((await get(id)).status).toBe('DONE')
  expect((await control('GET', '/waybills')).json).toMatchObject({ waybills: [{ ttn, paid: true }] })
  expect((await control('PUT', '/waybills', [{ ttn, sum: 1 }])).status).toBe(400)
  await control('DELETE', '/waybills')
  expect((await create({ ettn: '20450000000002' })).status).toBe(200)
})
