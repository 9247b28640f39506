import { expect, test } from 'vitest'
import { z } from 'zod'
import { startSignedIn, ttn } from './test-fiscal.ts'

const license_key = 'demo-license-key'
const dayMs = 24 * 3_600_000
const Reports = z.object({
  meta: z.object({ limit: z.int(), offset: z.int() }),
  results: z.array(z.looseObject({ id: z.string(), shift_id: z.string(), serial: z.int(), created_at: z.string() })),
})

const start = async (more: Parameters<typeof startSignedIn>[0] = {}) => {
  const world = await startSignedIn({ receipt_seconds: 0, shift_seconds: 0, ...more })
  return {
    ...world,
    reports: async (query = '') => Reports.parse((await world.call('GET', `/reports/search${query}`)).json).results,
    sell: (total_sum: number, label?: string) =>
      world.documents.createByHand({ ttn, license_key, total_sum, label, status: 'DONE' }),
  }
}

test('a day without a shift of its own has one that ends with the day in Kyiv, and then a Z by label', async () => {
  const { clock, call, created, documents, reports, sell } = await start()
  const { id } = await created()
  documents.pay(id)
  sell(5_000, 'Платіж через інтегратора NovaPay')
  sell(700)
  expect(await reports()).toEqual([])
  await clock.advance(dayMs)
  const [report, ...more] = await reports()
  expect(more).toEqual([])
  expect(report).toMatchObject({
    is_z_report: true,
    serial: 1,
    sell_receipts_count: 3,
    return_receipts_count: 0,
    fiscal_date: '2026-01-15T21:59:59.000000+00:00',
    payments: [
      { label: 'Платіж через інтегратора NovaPay', sell_sum: 125_000, return_sum: 0 },
      { label: 'Експрес-накладна', sell_sum: 700, return_sum: 0 },
    ],
  })
  const { receipt_id } = documents.find(id)
  expect((await call('GET', `/receipts/${receipt_id}`)).json).toMatchObject({ shift_id: report?.shift_id })
})

test('what is returned stands in the Z of the day it was returned on, and the sale stays in its own', async () => {
  const { clock, documents, reports, sell } = await start()
  const { id } = sell(5_000)
  await clock.advance(dayMs)
  documents.setStatus(id, 'RETURNED')
  await clock.advance(dayMs)
  expect(await reports()).toMatchObject([
    { sell_receipts_count: 1, return_receipts_count: 0, payments: [{ sell_sum: 5_000, return_sum: 0 }] },
    { sell_receipts_count: 0, return_receipts_count: 1, payments: [{ sell_sum: 0, return_sum: 5_000 }] },
  ])
})

test('a shift that somebody opened has its Z when it is closed, also after another one was opened', async () => {
  const { clock, call, reports, sell } = await start()
  await call('POST', '/shifts', {})
  sell(1_000)
  await clock.advance(60_000)
  expect(await reports()).toEqual([])
  await call('POST', '/shifts/close', {})
  sell(30)
  await call('POST', '/shifts', {})
  sell(2_000)
  await call('POST', '/shifts/close', {})
  await clock.advance(60_000)
  expect(await reports()).toMatchObject([
    { serial: 1, payments: [{ sell_sum: 1_000 }] },
    { serial: 2, payments: [{ sell_sum: 2_000 }] },
  ])
  await clock.advance(dayMs)
  expect(await reports()).toMatchObject([{}, {}, { serial: 3, payments: [{ sell_sum: 30 }] }])
})

test('reports are chosen by time, register and shift, and come by pages', async () => {
  const { clock, call, registers, reports, sell, set } = await start()
  for (const sum of [100, 200, 300]) {
    sell(sum)
    await clock.advance(dayMs)
  }
  const all = await reports()
  expect(all).toHaveLength(3)
  expect(await reports('?from_date=2026-01-16T00:00:00Z&to_date=2026-01-16T21:59:59Z')).toEqual([])
  expect(await reports('?from_date=2026-01-16T00:00:00Z&to_date=2026-01-16T22:00:00Z')).toEqual([all[1]])
  expect(await reports(`?shift_id=${all[2]?.shift_id}`)).toEqual([all[2]])
  expect(await reports('?is_z_report=true&limit=2&offset=1&desc=true')).toEqual([all[1], all[0]])
  expect(await reports('?is_z_report=false')).toEqual([])
  const other = registers.find('test-license-key')?.id
  expect(await reports(`?cash_register_id=${other}`)).toEqual([])
  set({ list_scope: 'all', list_cap: 1 })
  expect(await reports(`?cash_register_id=${other}`)).toEqual([all[0]])
  for (const wrong of ['limit=1001', 'cash_register_id=7', 'is_z_report=perhaps'])
    expect((await call('GET', `/reports/search?${wrong}`)).status).toBe(422)
})

test('a Z may lack a receipt, and none counts what is not fiscal', async () => {
  const { clock, control, documents, reports, sell, set } = await start()
  const { receipt_id } = sell(5_000)
  sell(700)
  set({ receipt_error: 'Помилка підпису' })
  sell(90)
  expect((await control('POST', `/receipts/${receipt_id}/leave-out`)).status).toBe(200)
  await clock.advance(dayMs)
  expect(await reports()).toMatchObject([{ sell_receipts_count: 1, payments: [{ sell_sum: 700 }] }])
  expect((await control('GET', '/z-reports')).json).toMatchObject({ reports: [{ sell_receipts_count: 1 }] })
  documents.clear()
  expect(await reports()).toEqual([])
})
