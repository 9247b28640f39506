import { expect, test } from 'vitest'
import type { Order, OrderHistory } from '#/contract/orders.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import type { z } from 'zod'
import { startTrackedShop } from '../support/tracked-shop.ts'

const shop = await startTrackedShop()
const { simulator, aTtn, anOrder, read, track, later } = shop
const reason = 'Оплачено на рахунок'
const mark = ({ id }: Order) => shop.cashier().post<Order>(`/orders/${id}/receipt-not-needed`, { reason })
const isTold = async ({ id }: Order): Promise<boolean> =>
  (await shop.cashier().get<ReceiptAlarms>('/receipts/alarms')).body.received.some(({ order_id }) => order_id === id)

test.each([
  ['nothing was to be paid', 0, 120_000],
  ['another sum was to be paid', 50_000, 120_000],
])('«чек не потрібен» said while %s does not hold for the sum that comes later', async (_when, before, amount) => {
  const cod = (sum: number) => ({ kind: sum === 0 ? ('none' as const) : ('payment_control' as const), amount: sum })
  const ttn = aTtn({ status_code: 5, cod: cod(before) })
  const order = await anOrder({ ttn })
  await track()
  expect((await mark(order)).status).toBe(200)
  await later()
  await track()
  expect((await read(order)).receipt_not_needed).toMatchObject({ reason })
  simulator.parcels.put([{ ttn, status_code: 9, cod: cod(amount) }])
  await later()
  await track()
  expect(await read(order)).toMatchObject({ receipt_not_needed: null, parcel: { paid: true } })
  expect(await isTold(order)).toBe(true)
  const { body } = await shop.cashier().get<z.infer<typeof OrderHistory>>(`/orders/${order.id}/history`)
  expect(body.items.map(({ text }) => text)).toContain(`Чек не потрібен: «${reason}»`)

  expect((await mark(order)).status).toBe(200)
  await later()
  await shop.cashier().post(`/orders/${order.id}/track`)
  expect([(await read(order)).receipt_not_needed?.reason, await isTold(order)]).toEqual([reason, false])
})

test.each([
  ['a refusal that is taken back', 102, 9],
  ['a refusal', 7, 102],
])('«чек не потрібен» is over after %s', async (_what, before, after) => {
  const ttn = aTtn({ status_code: before, cod: { kind: 'payment_control', amount: 120_000 } })
  const order = await anOrder({ ttn })
  await track()
  expect((await mark(order)).status).toBe(200)
  simulator.parcels.put([{ ttn, status_code: after }])
  await later(80)
  await track()
  expect(await read(order)).toMatchObject({ receipt_not_needed: null, parcel: { status_code: after } })
})
