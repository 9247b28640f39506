import { expect, test } from 'vitest'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { startTrackedShop } from '../support/tracked-shop.ts'

const shop = await startTrackedShop()
const { simulator, aTtn, anOrder, read, track, later, registers } = shop
const key = registers[0]?.carrier_key ?? ''

test('what a dead key is shown as a stranger ends nothing: with the key that works again the sum of a received parcel is seen', async () => {
  const ttn = aTtn({ status_code: 5, owner_key: key, cod: { kind: 'none', amount: 0 } })
  const order = await anOrder({ ttn })
  await track()
  expect((await read(order)).parcel).toMatchObject({ own: true, cod_amount: 0 })
  simulator.set({ bad_key: 'masked' })
  simulator.keys.put([{ key, state: 'expired' }])
  simulator.parcels.put([{ ttn, status_code: 9, cod: { kind: 'payment_control', amount: 1_200 } }])
  await later()
  await track()
  expect((await read(order)).parcel).toMatchObject({ status_code: 9, cod_amount: 0 })
  simulator.keys.put([{ key, state: 'ok' }])
  await later(80)
  await track()
  expect((await read(order)).parcel).toMatchObject({ status_code: 9, cod_amount: 120_000, paid: true })
  const { body } = await shop.cashier().get<ReceiptAlarms>('/receipts/alarms')
  expect(body.received.map(({ order_id }) => order_id)).toContain(order.id)
})
