import { expect, test } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import { aHandAt } from '../support/hand-at-checkbox.ts'
import { aCrmOrder } from '../support/orders.ts'
import { loggedIn } from '../support/people.ts'
import { startReceiptShop } from '../support/receipts.ts'
import { bring } from '../support/scripted-crm.ts'

const shop = await startReceiptShop()
const { kasyr, app, carrier, fiscal, anOrder, aReceipt, send, poll, state } = shop
const hand = aHandAt(shop)
const code = 'receipt.parcel_redirected'

async function redirect(ttn: string, to: string): Promise<void> {
  carrier.parcels.redirect(ttn, to)
  await shop.later(600)
  await trackParcels(app)
}

test('no receipt is made for the TTN of a redirected parcel, by whatever way it is asked for, and the new TTN is the way out', async () => {
  const { id: order_id, ttn } = await anOrder()
  const to = '20470000000001'
  await redirect(ttn, to)
  const cashier = await loggedIn(kasyr)
  const single = await cashier.post('/receipts', { order_id })
  expect(single.body).toMatchObject({ status: 422, code, detail: expect.stringContaining(to) })
  const prepaid = { order_id, amount: 20_000, payment: 'cashless' }
  expect((await cashier.post('/receipts/prepayment', prepaid)).body.code).toBe(code)
  const order_ids = [order_id]
  type Refused = { refused: { code: string; detail: string }[] }
  const bulk = await cashier.post<Refused>('/receipts/bulk', { order_ids })
  const preflight = await cashier.post<Refused>('/receipts/preflight', { order_ids })
  for (const { body } of [bulk, preflight])
    expect(body.refused).toMatchObject([{ code, detail: expect.stringContaining(to) }])

  expect((await cashier.patch<Order>(`/orders/${order_id}`, { ttn: to })).status).toBe(200)
  await trackParcels(app)
  const made = await cashier.post<{ ttn: string }>('/receipts', { order_id })
  expect([made.status, made.body.ttn]).toEqual([202, to])
  expect(fiscal.documents.ofTtn(ttn)).toEqual([])
})

test('an order that has the new TTN of another one’s redirected parcel gets no second receipt of it', async () => {
  const { id, ttn, order_id } = await aReceipt()
  await send()
  expect(await state(id)).toBe('created')
  const to = '20470000000008'
  await redirect(ttn, to)
  const other = aCrmOrder({ ttn: to, ordered_at: shop.now().toISOString() })
  await bring(app, shop.crm, [other])
  await shop.later(600)
  await trackParcels(app)
  const cashier = await loggedIn(kasyr)
  const found = await cashier.get<OrderList>(`/orders?q=${other.number}`)
  const made = await cashier.post('/receipts', { order_id: found.body.items[0]?.id })
  expect(made.body).toMatchObject({ status: 409, code: 'receipt.ttn_taken' })
  // The other way round as well: the parcel has its receipt, under whichever of its TTNs.
  expect((await cashier.post(`/receipts/${id}/cancel`)).status).toBe(202)
  await shop.cancel()
  expect(await state(id)).toBe('cancelled')
  expect((await cashier.post('/receipts', { order_id: found.body.items[0]?.id })).status).toBe(202)
  expect((await cashier.post('/receipts', { order_id })).body).toMatchObject({ code: 'receipt.ttn_taken' })
})

test('while the new TTN is not known, nothing is made either', async () => {
  const { id: order_id, ttn } = await anOrder()
  carrier.parcels.put([{ ttn, status_code: 104 }])
  await shop.later(600)
  await trackParcels(app)
  const { body } = await (await loggedIn(kasyr)).post('/receipts', { order_id })
  expect(body).toMatchObject({ code, detail: expect.stringContaining('ще не назвала') })
})

test('a receipt that was made before the redirection lives on under its own TTN, and the order tells both', async () => {
  const { id, ttn, order_id } = await aReceipt()
  await send()
  expect(await state(id)).toBe('created')
  const to = '20470000000002'
  await redirect(ttn, to)
  await poll()
  expect(await state(id)).toBe('created')
  const { body } = await (await loggedIn(kasyr)).get<Order>(`/orders/${order_id}`)
  expect(body).toMatchObject({ ttn, parcel: { redirected_to: to, status_code: 5 }, receipt: { id, state: 'created' } })
  expect(fiscal.documents.live(ttn)).toHaveLength(1)
})

test('a receipt that waits while its parcel is redirected is not made beside a document that a hand made for the new TTN', async () => {
  const { id, ttn } = await aReceipt()
  const to = '20470000000003'
  await redirect(ttn, to)
  const document = hand.made(to)
  await send()
  expect(shop.creates(ttn)).toEqual([])
  const problem = { code: 'receipt.foreign', detail: expect.stringContaining(to) }
  expect(await shop.row(id)).toMatchObject({ state: 'attention', problem })

  // The slow timer looks again and again: it stays with the person, and does not go to and fro.
  await shop.watchFor(3_600, 60)
  expect(await state(id)).toBe('attention')
  const moves = await kasyr.db.selectFrom('receipt_events').select('event').where('receipt_id', '=', id).execute()
  expect(moves.filter(({ event }) => event === 'claimed')).toHaveLength(1)
  expect(shop.creates(ttn)).toEqual([])

  fiscal.documents.deleteByHand(document.id)
  await shop.watchFor(1_500, 60)
  expect(await state(id)).toBe('created')
})

test('a receipt that is not made beside a document for the new TTN can be closed, and the words say so', async () => {
  const { id, ttn, order_id } = await aReceipt()
  const to = '20470000000021'
  await redirect(ttn, to)
  const document = hand.made(to)
  await send()
  const problem = { detail: expect.stringMatching(new RegExp(`${ttn}.*${to}.*закрийте цей з поясненням`, 's')) }
  expect(await shop.row(id)).toMatchObject({ state: 'attention', problem })
  const cashier = await loggedIn(kasyr)
  const closed = await cashier.post(`/receipts/${id}/give-up`, { reason: 'Чек пробито за новою ТТН' })
  expect([closed.status, await state(id)]).toEqual([200, 'failed'])
  await cashier.post('/receipts', { order_id })
  await send()
  expect([shop.creates(ttn), fiscal.documents.live(to)]).toEqual([[], [expect.objectContaining({ id: document.id })]])
})

test('a receipt is not made beside a document for a TTN that its parcel has passed', async () => {
  const { id, ttn } = await aReceipt()
  const [to, further] = ['20470000000011', '20470000000012']
  await redirect(ttn, to)
  await redirect(to, further)
  hand.made(to)
  await send()
  expect(shop.creates(ttn)).toEqual([])
  const problem = { code: 'receipt.foreign', detail: expect.stringContaining(to) }
  expect(await shop.row(id)).toMatchObject({ state: 'attention', problem })
  fiscal.documents.deleteByHand(fiscal.documents.live(to)[0]?.id ?? '')
  await shop.watchFor(1_500, 60)
  expect(await state(id)).toBe('created')
})

test('an advance that waits while its parcel is redirected is not taken beside a document for the new TTN either', async () => {
  const { id: order_id, ttn } = await anOrder({ control: 90_000 })
  const wanted = { order_id, amount: 30_000, payment: 'cashless' }
  expect((await hand.ask('/receipts/prepayment', wanted)).status).toBe(202)
  const to = '20470000000004'
  await redirect(ttn, to)
  hand.made(to)
  const before = hand.makingCalls()
  await send()
  expect(hand.makingCalls()).toBe(before)
  const advance = (await hand.receiptsOf(order_id)).find(({ kind }) => kind === 'prepayment')
  const problem = { code: 'receipt.foreign', detail: expect.stringContaining(to) }
  expect(advance).toMatchObject({ state: 'attention', problem })
})
