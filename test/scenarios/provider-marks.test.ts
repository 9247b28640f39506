import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { aCrmOrder } from '#/test/support/orders.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'
import { bring } from '#/test/support/scripted-crm.ts'

const shop = await startReceiptShop()
const { app, crm, db, first, sweep } = shop
const hand = aHandAt(shop)
beforeEach(shop.calm)
afterEach(shop.assertSound)

const aTtn = () => shop.aTtn({ owner_key: first.carrier_key, cod: { kind: 'payment_control', amount: 1200 } })
const mark = (provider_id: string, seen: { order_id?: string | null } = {}) =>
  hand.ask(`/receipts/orphans/${provider_id}/dismiss`, { reason: 'Посилка не наша', ...seen })
const isShown = async (provider_id: string) =>
  (await hand.orphans()).some((orphan) => orphan.provider_id === provider_id)

async function anOrderOf(ttn: string): Promise<string> {
  const order = aCrmOrder({ ttn, ordered_at: shop.now().toISOString() })
  await bring(app, crm, [order])
  await shop.track()
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .where('ttn', '=', ttn)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

test('a document marked as not ours before its order came stands in the way of a second receipt, and is shown again', async () => {
  const ttn = aTtn()
  const made = hand.made(ttn)
  await sweep()
  expect((await mark(made.id)).status).toBe(204)
  await sweep()
  expect(await isShown(made.id)).toBe(false)
  const order_id = await anOrderOf(ttn)
  const refused = await hand.ask('/receipts', { order_id })
  expect([refused.status, refused.body.code]).toEqual([409, 'receipt.document_exists'])
  await sweep()
  expect(await isShown(made.id)).toBe(true)

  expect((await mark(made.id)).status).toBe(204)
  await sweep()
  expect(await isShown(made.id)).toBe(false)
  expect((await hand.ask('/receipts', { order_id })).status).toBe(202)
  shop.allowDoubled(ttn)
})

test('a document that was there before its order is shown with the order as soon as that comes', async () => {
  const ttn = aTtn()
  const made = hand.made(ttn)
  await sweep()
  const shown = async () => (await hand.orphans()).find(({ provider_id }) => provider_id === made.id)
  expect(await shown()).toMatchObject({ ttn, order_id: null, number: null })
  const order_id = await anOrderOf(ttn)
  expect(await shown()).toMatchObject({ ttn, order_id })
  const { body } = await (await hand.person()).get<OrderList>('/orders?attention=true')
  expect(body.items.map(({ id }) => id)).toContain(order_id)
})

test('a mark beside one order says nothing of another that gets the same TTN later', async () => {
  const { id, ttn } = await shop.anOrder()
  const made = hand.made(ttn)
  await sweep()
  expect((await mark(made.id)).status).toBe(204)
  await sweep()
  expect(await isShown(made.id)).toBe(false)
  const other = await anOrderOf(ttn)
  expect(other).not.toBe(id)
  const refused = await hand.ask('/receipts', { order_id: other })
  expect([refused.status, refused.body.code]).toEqual([409, 'receipt.document_exists'])
  await sweep()
  expect(await isShown(made.id)).toBe(true)
})

test('a mark of a document that was shown without an order says nothing of the order that came meanwhile', async () => {
  const ttn = aTtn()
  const made = hand.made(ttn)
  await sweep()
  const order_id = await anOrderOf(ttn)
  const refused = await mark(made.id, { order_id: null })
  expect([refused.status, refused.body.code]).toEqual([409, 'receipt.orphan_of_other_order'])
  expect(await isShown(made.id)).toBe(true)
  expect((await mark(made.id, { order_id })).status).toBe(204)
  expect(await isShown(made.id)).toBe(false)
})
