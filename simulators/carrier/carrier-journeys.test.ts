import { expect, test } from 'vitest'
import { z } from 'zod'
import { generateParcels } from './generate-parcels.ts'
import { ownKey, startCarrier } from './test-carrier.ts'

const ttn = '20450000000061'
const hour = 3_600_000

test('a parcel goes its way by the clock of the world, and the money comes in on the way', async () => {
  const { clock, parcels, record } = await startCarrier()
  parcels.put([
    {
      ttn,
      cod: { kind: 'payment_control', amount: 500 },
      journey: [
        { after_seconds: 3 * 3600, status_code: 7 },
        { after_seconds: 1 * 3600, status_code: 5 },
        { after_seconds: 4 * 3600, status_code: 7, paid: true },
        { after_seconds: 5 * 3600, status_code: 9 },
      ],
    },
  ])
  const seen: unknown[] = []
  for (let hours = 0; hours <= 5; hours += 1) {
    const { StatusCode, ExpressWaybillPaymentStatus, RecipientDateTime, DateScan } = await record(ownKey, ttn)
    seen.push([StatusCode, ExpressWaybillPaymentStatus, RecipientDateTime, DateScan])
    await clock.advance(hour)
  }
  expect(seen).toEqual([
    ['1', 'NeedPayment', '', '0001-01-01 00:00:00'],
    ['5', 'NeedPayment', '', '13:00 10.01.2026'],
    ['5', 'NeedPayment', '', '13:00 10.01.2026'],
    ['7', 'NeedPayment', '', '15:00 10.01.2026'],
    ['7', 'Payed', '', '15:00 10.01.2026'],
    ['9', 'Payed', '10.01.2026 17:00:00', '17:00 10.01.2026'],
  ])
})

test('a step comes at its second, not before', async () => {
  const { clock, parcels, record } = await startCarrier()
  parcels.put([{ ttn, journey: [{ after_seconds: 60, status_code: 5 }] }])
  await clock.advance(59_999)
  expect(await record(ownKey, ttn)).toMatchObject({ StatusCode: '1' })
  await clock.advance(1)
  expect(await record(ownKey, ttn)).toMatchObject({ StatusCode: '5' })
})

test('times are those of Kyiv, in summer and in winter', async () => {
  const { parcels, record } = await startCarrier()
  const created = async (created_at: string) => {
    parcels.put([{ ttn, created_at }])
    return (await record(ownKey, ttn)).DateCreated
  }
  expect(await created('2026-03-29T00:59:59Z')).toBe('29-03-2026 02:59:59')
  expect(await created('2026-03-29T01:00:00Z')).toBe('29-03-2026 04:00:00')
  expect(await created('2025-12-31T22:30:00Z')).toBe('01-01-2026 00:30:00')
})

test('a status set by hand ends the journey and is of now', async () => {
  const { clock, control, parcels, record } = await startCarrier()
  parcels.put([{ ttn, journey: [{ after_seconds: 7200, status_code: 9 }] }])
  await clock.advance(hour)
  await control('POST', '/parcels', { ttn, status_code: 103 })
  await clock.advance(24 * hour)
  expect(await record(ownKey, ttn)).toMatchObject({ StatusCode: '103', DateScan: '13:00 10.01.2026' })
})

test('a return is told once it has been made', async () => {
  const { clock, parcels, record } = await startCarrier()
  const successor = { number: '20450000000062', type: 'CargoReturn' as const, after_seconds: 3600 }
  parcels.put([{ ttn, status_code: 103, successor }])
  expect(await record(ownKey, ttn)).toMatchObject({ LastCreatedOnTheBasisNumber: '' })
  await clock.advance(hour)
  expect(await record(ownKey, ttn)).toMatchObject({ LastCreatedOnTheBasisNumber: '20450000000062' })
})

test('whoever stands behind the counter sees the parcel as of now: whose, where, how much, paid or not', async () => {
  const { clock, control, parcels } = await startCarrier()
  const cod = { kind: 'payment_control' as const, amount: 1234.56 }
  parcels.put([{ ttn, cod, journey: [{ after_seconds: 3600, status_code: 9 }] }])
  const before = { ttn, owner_key: ownKey, status_code: 1, cod, paid: false, received_at: null }
  expect(await control('GET', `/parcels/${ttn}`)).toMatchObject({ status: 200, json: before })
  await clock.advance(2 * hour)
  const after = { ...before, status_code: 9, paid: true, received_at: '2026-01-10T11:00:00.000Z' }
  expect(await control('GET', `/parcels/${ttn}`)).toMatchObject({ status: 200, json: after })
  expect(await control('GET', '/parcels')).toMatchObject({ json: { parcels: [after] } })
  expect((await control('GET', '/parcels/20450000000099')).status).toBe(404)
})

const Listed = z.object({ json: z.object({ parcels: z.array(z.object({ status_code: z.int(), paid: z.boolean() })) }) })

test('generated parcels are spread over their way, move on, and are the same for the same seed', async () => {
  const { clock, control } = await startCarrier()
  const wanted = { count: 400, seed: 7, first_ttn: '20450000001000', over_days: 6 }
  expect(await control('POST', '/parcels/generate', wanted)).toEqual({ status: 200, json: { put: 400 } })
  const codes = async () => Listed.parse(await control('GET', '/parcels')).json.parcels.map((one) => one.status_code)
  const now = new Set(await codes())
  for (const code of [1, 4, 5, 6, 7, 8, 9]) expect(now).toContain(code)

  await clock.advance(20 * 24 * hour)
  const finished = new Set(await codes())
  expect([...finished].every((code) => [9, 11, 102, 103, 105].includes(code))).toBe(true)
  expect(finished).toContain(103)

  const again = { ...wanted, now: 0 }
  expect(generateParcels(again)).toEqual(generateParcels(again))
  expect(generateParcels(again)).not.toEqual(generateParcels({ ...again, seed: 8 }))
})

test('parcels can be made for numbers that are already on orders', async () => {
  const { control, parcels } = await startCarrier()
  await control('POST', '/parcels/generate', { ttns: ['20450000000077', '59000000000003'], payment_control: 1 })
  expect(parcels.all()).toMatchObject([
    { ttn: '20450000000077', cod: { kind: 'payment_control' } },
    { ttn: '59000000000003', cod: { kind: 'payment_control' } },
  ])
})

test('a redirected parcel ends as 104 and goes on under the new number, which names the old one', async () => {
  const { control, parcels, record } = await startCarrier()
  const to = '20450000000062'
  parcels.put([{ ttn, status_code: 7, cod: { kind: 'payment_control', amount: 500 } }])
  expect(await control('POST', `/parcels/${ttn}/redirect`, { to })).toMatchObject({ status: 200, json: { ttn: to } })
  expect(await record(ownKey, ttn)).toMatchObject({
    StatusCode: '104',
    LastCreatedOnTheBasisDocumentType: 'Redirecting',
    LastCreatedOnTheBasisNumber: to,
  })
  expect(await record(ownKey, to)).toMatchObject({
    StatusCode: '5',
    PhoneSender: '380500000001',
    AfterpaymentOnGoodsCost: 500,
    OwnerDocumentNumber: ttn,
  })
  expect(await control('POST', '/parcels/20450000000063/redirect', { to })).toMatchObject({ status: 404 })
})
