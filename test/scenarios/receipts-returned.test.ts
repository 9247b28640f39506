import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import type { Receipt } from '#/contract/receipts.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { fetchReceipts } from '#/server/receipts/lookup/fetch-receipts.ts'
import { loggedIn } from '../support/people.ts'
import { startReceiptShop } from '../support/receipts.ts'
import { bring } from '../support/scripted-crm.ts'

const shop = await startReceiptShop()
const { kasyr, app, fiscal, carrier, row, state } = shop
const ofFirst = { cash_register_id: shop.first.id, tries: 0 }

beforeEach(async () => {
  await shop.calm()
  fiscal.set({ shift_seconds: 0, shift_opening: 'opens' })
})
afterEach(shop.assertSound)

/** Each call logs in anew: the clock is moved by hours, and tokens are short-lived. */
const cashier = () => loggedIn(kasyr)
const editTtn = async (order_id: string, ttn: string) =>
  (await cashier()).patch<Order & { code?: string }>(`/orders/${order_id}`, { ttn })
const create = async (order_id: string) =>
  (await cashier()).post<Receipt & { code?: string }>('/receipts', { order_id })
const alarms = async () => (await (await cashier()).get<ReceiptAlarms>('/receipts/alarms')).body
const needsAttention = async (order_id: string) =>
  (await (await cashier()).get<OrderList>('/orders?attention=true')).body.items.some(({ id }) => id === order_id)

const otherTtn = (control = 100_000) =>
  shop.aTtn({ owner_key: shop.first.carrier_key, cod: { kind: 'payment_control', amount: control / 100 } })

/** The CRM changes the order of this TTN. */
async function bringAnew(ttn: string, changes: Partial<CrmOrder>) {
  const given = [...shop.crm.orders.values()].find((order) => order.ttn === ttn)
  if (given === undefined) throw new Error('the CRM has no such order')
  await bring(app, shop.crm, [{ ...given, ...changes }])
}

/** 200.00 of 1,200.00 are fiscal in advance; the rest waits to be paid. */
async function aChain() {
  const { id: order_id, ttn } = await shop.anOrder({ control: 100_000 })
  const rest = await createReceipt(app, theSystem, order_id, { prepaid: { amount: 20_000, payment: 'cashless' } })
  await shop.send()
  await shop.later(3)
  await fetchReceipts(app, ofFirst)
  await shop.send()
  const advance = (await row(rest)).prepayment_id ?? ''
  expect([await state(advance), await state(rest)]).toEqual(['fiscalized', 'created'])
  return { order_id, ttn, rest, advance }
}

async function withoutRest(chain: { rest: string }) {
  await shop.wantCancelled(chain.rest)
  await shop.cancel()
  expect(await state(chain.rest)).toBe('cancelled')
}

/** The money of the advance is given back at the till. */
async function giveBackAdvance(advance: string) {
  fiscal.documents.returnAdvance((await row(advance)).relation_id ?? '')
  await shop.later(3_600)
  await shop.sweep()
  expect((await row(advance)).returned_at).not.toBeNull()
}

/** A parcel that was received, paid for and given back: its receipt is fiscal and returned. */
async function aReturnedSale() {
  const { id, order_id, ttn } = await shop.aCreated()
  carrier.parcels.put([{ ttn, status_code: 9 }])
  await shop.poll()
  expect(await state(id)).toBe('fiscalized')
  fiscal.documents.setStatus((await row(id)).provider_id ?? '', 'RETURNED')
  await shop.later(3_600)
  // Its fiscal number comes with a later poll than the receipt itself.
  await shop.poll()
  await shop.sweep()
  expect((await row(id)).returned_at).not.toBeNull()
  return { id, order_id, ttn }
}

describe('beside a fiscal advance whose rest was cancelled', () => {
  test('a person gives the order its new TTN, and the rest of the same chain is made for it', async () => {
    const chain = await aChain()
    await withoutRest(chain)
    const ttn = otherTtn()
    expect((await editTtn(chain.order_id, ttn)).status).toBe(200)
    await shop.track()
    const { status, body } = await create(chain.order_id)
    expect([status, body.ttn, body.amount]).toEqual([202, ttn, 100_000])
    const made = await row(body.id)
    expect([made.prepayment_id, made.relation_id]).toEqual([chain.advance, (await row(chain.rest)).relation_id])
    await shop.send()
    carrier.parcels.put([{ ttn, status_code: 9 }])
    await shop.poll()
    expect(await state(body.id)).toBe('fiscalized')
    expect(await needsAttention(chain.order_id)).toBe(false)
  })

  test('the goods and the sum stay: the advance states them, and the refusal names the way that works', async () => {
    const chain = await aChain()
    await withoutRest(chain)
    const edited = await (await cashier()).patch<{ code: string }>(`/orders/${chain.order_id}`, { total: 110_000 })
    expect([edited.status, edited.body.code]).toEqual([409, 'order.has_advance'])
    await giveBackAdvance(chain.advance)
    expect((await (await cashier()).patch(`/orders/${chain.order_id}`, { total: 110_000 })).status).toBe(200)
  })

  test('a TTN that the CRM changes is taken over, is followed, and its payment without a rest is told', async () => {
    const chain = await aChain()
    await withoutRest(chain)
    const ttn = otherTtn()
    await bringAnew(chain.ttn, { ttn, goods: [], total: 1 })
    const order = (await (await cashier()).get<Order>(`/orders/${chain.order_id}`)).body
    expect(order).toMatchObject({ ttn, total: 120_000, crm_changed: true })
    carrier.parcels.put([{ ttn, status_code: 9 }])
    await shop.track()
    const told = (await alarms()).received.find(({ order_id }) => order_id === chain.order_id)
    expect(told).toMatchObject({ ttn, detail: expect.stringContaining('на залишок') })
  })

  test('a TTN that the CRM changed while the rest lived is taken over once the rest is cancelled', async () => {
    const chain = await aChain()
    const ttn = otherTtn()
    await bringAnew(chain.ttn, { ttn })
    expect((await (await cashier()).get<Order>(`/orders/${chain.order_id}`)).body.ttn).toBe(chain.ttn)
    await withoutRest(chain)
    await shop.sync()
    expect((await (await cashier()).get<Order>(`/orders/${chain.order_id}`)).body.ttn).toBe(ttn)
  })

  test('a redirected parcel leads to an end: the new TTN is entered, and its rest is made', async () => {
    const chain = await aChain()
    await withoutRest(chain)
    const to = otherTtn()
    carrier.parcels.redirect(chain.ttn, to)
    await shop.later(600)
    await shop.track()
    expect((await create(chain.order_id)).body.code).toBe('receipt.parcel_redirected')
    expect((await editTtn(chain.order_id, to)).status).toBe(200)
    await shop.track()
    expect((await create(chain.order_id)).body).toMatchObject({ ttn: to, state: 'queued' })
  })

  test('while its rest lives, the TTN stays', async () => {
    const chain = await aChain()
    expect((await editTtn(chain.order_id, otherTtn())).body.code).toBe('order.has_receipt')
  })
})

describe('after an advance was given back', () => {
  test('the order may be edited and hidden, and gets another advance', async () => {
    const chain = await aChain()
    await withoutRest(chain)
    await giveBackAdvance(chain.advance)
    const order = (await (await cashier()).get<Order>(`/orders/${chain.order_id}`)).body
    expect(order).toMatchObject({ tab: 'no_receipt', receipt: { prepayment: { returned_at: expect.any(String) } } })
    const asked = { order_id: chain.order_id, amount: 20_000, payment: 'cashless' }
    const again = await (await cashier()).post<Receipt>('/receipts/prepayment', asked)
    expect([again.status, again.body.state]).toEqual([202, 'queued'])
    await shop.send()
    await shop.later(3)
    await fetchReceipts(app, ofFirst)
    await shop.send()
    expect(await state(again.body.id)).toBe('created')
    await shop.wantCancelled(again.body.id)
    await shop.cancel()
    await giveBackAdvance((await row(again.body.id)).prepayment_id ?? '')
    expect((await editTtn(chain.order_id, otherTtn())).status).toBe(200)
    expect((await (await cashier()).delete(`/orders/${chain.order_id}`)).status).toBe(204)
  })
})

describe('after the receipt of a parcel was returned', () => {
  test('nothing is told of the old parcel, and the goods sent again under a new TTN get their receipt', async () => {
    const { order_id } = await aReturnedSale()
    expect(await needsAttention(order_id)).toBe(false)
    const ttn = otherTtn(120_000)
    expect((await editTtn(order_id, ttn)).status).toBe(200)
    await shop.track()
    carrier.parcels.put([{ ttn, status_code: 9 }])
    await shop.later(3_600)
    await shop.track()
    expect(await needsAttention(order_id)).toBe(true)
    expect((await alarms()).received.map((one) => one.order_id)).toContain(order_id)
    const { status, body } = await create(order_id)
    expect([status, body.ttn]).toEqual([202, ttn])
    await shop.send()
    await shop.poll()
    expect(await state(body.id)).toBe('fiscalized')
    expect(await needsAttention(order_id)).toBe(false)
  })

  test('the CRM gives the order its new TTN too', async () => {
    const { order_id, ttn: old } = await aReturnedSale()
    const ttn = otherTtn(120_000)
    await bringAnew(old, { ttn })
    await shop.track()
    expect((await create(order_id)).body).toMatchObject({ ttn, state: 'queued' })
  })

  test('also under its old TTN a new receipt is made: the returned document is not in its way', async () => {
    const { order_id, ttn } = await aReturnedSale()
    const { status, body } = await create(order_id)
    expect([status, body.ttn]).toEqual([202, ttn])
    await shop.send()
    expect(await state(body.id)).toBe('created')
  })
})
