import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import type { Receipt } from '#/contract/receipts.ts'
import { loggedIn } from '../support/people.ts'
import { startReceiptShop } from '../support/receipts.ts'

const shop = await startReceiptShop()
const { kasyr, fiscal, carrier, row, state } = shop
beforeEach(shop.calm)
afterEach(shop.assertSound)

const isTold = async (order_id: string) =>
  (await (await loggedIn(kasyr)).get<ReceiptAlarms>('/receipts/alarms')).body.received.some(
    (one) => one.order_id === order_id,
  )
const create = async (order_id: string) => (await loggedIn(kasyr)).post<Receipt>('/receipts', { order_id })

async function aFiscal() {
  const made = await shop.aCreated()
  carrier.parcels.put([{ ttn: made.ttn, status_code: 7, paid: true }])
  await shop.later(600)
  await shop.poll()
  expect(await state(made.id)).toBe('fiscalized')
  await shop.later(600)
  await shop.poll()
  return made
}

async function giveBack(id: string) {
  fiscal.documents.setStatus((await row(id)).provider_id ?? '', 'RETURNED')
}

test('a receipt returned while its parcel was refused does not stand for the parcel that is handed over after all', async () => {
  const { id, order_id, ttn } = await aFiscal()
  carrier.parcels.put([{ ttn, status_code: 102 }])
  await shop.later(3_600)
  await shop.track()
  await giveBack(id)
  // The refusal is taken back before the return is noticed here.
  await shop.later(3_600)
  carrier.parcels.put([{ ttn, status_code: 9 }])
  await shop.later(3_600)
  await shop.sweep()
  expect((await row(id)).returned_at).not.toBeNull()
  // A refused parcel is asked about twice a day.
  await shop.later(12 * 3_600)
  await shop.track()
  expect(await isTold(order_id)).toBe(true)
  const again = await create(order_id)
  expect([again.status, again.body.ttn]).toEqual([202, ttn])
  await shop.send()
  expect(await isTold(order_id)).toBe(false)
})

test('one returned after its parcel was handed over stands for it: the goods came back', async () => {
  const { id, order_id, ttn } = await aFiscal()
  carrier.parcels.put([{ ttn, status_code: 9 }])
  await shop.later(3_600)
  await shop.track()
  await shop.later(3_600)
  await giveBack(id)
  await shop.later(3_600)
  await shop.sweep()
  expect((await row(id)).returned_at).not.toBeNull()
  await shop.track()
  expect(await isTold(order_id)).toBe(false)
})

test('when it was returned is said by the return receipt, not by our clock', async () => {
  const { id } = await aFiscal()
  const given = shop.now().getTime()
  await giveBack(id)
  await shop.later(7_200)
  await shop.sweep()
  expect(Math.abs(Date.parse((await row(id)).returned_at ?? '') - given)).toBeLessThan(60_000)
})
