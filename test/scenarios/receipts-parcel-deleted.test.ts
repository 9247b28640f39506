import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { loggedIn } from '../support/people.ts'
import { startReceiptShop } from '../support/receipts.ts'

const shop = await startReceiptShop()
const { kasyr, carrier, state } = shop

beforeEach(() => shop.calm())
afterEach(shop.assertSound)

/** Logged in anew: the clock is moved by hours, and tokens are short-lived. */
async function told(order_id: string) {
  const cashier = await loggedIn(kasyr)
  const { items } = (await cashier.get<ReceiptAlarms>('/receipts/alarms')).body.parcel_deleted
  const { items: listed } = (await cashier.get<OrderList>('/orders?attention=true&limit=200')).body
  const found = items.find((item) => item.order_id === order_id)
  expect(listed.some(({ id }) => id === order_id)).toBe(found !== undefined)
  return found
}

test('a receipt that waits for the payment of a deleted waybill is told until it is cancelled', async () => {
  const { id, order_id, ttn } = await shop.aCreated()
  expect(await told(order_id)).toBeUndefined()
  carrier.parcels.put([{ ttn, status_code: 2 }])
  await shop.later(7_200)
  await shop.track()
  expect(await told(order_id)).toMatchObject({
    receipt_id: id,
    ttn,
    amount: 120_000,
    detail: expect.stringContaining(`ТТН ${ttn} видалено в Новій пошті`),
  })
  await shop.wantCancelled(id)
  expect(await told(order_id)).toBeUndefined()
  await shop.cancel()
  expect(await state(id)).toBe('cancelled')
})
