import { describe, expect, test } from 'vitest'
import type { Order } from '#/contract/orders.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import { startTrackedShop } from '../support/tracked-shop.ts'

const shop = await startTrackedShop()
const { simulator, crm, aTtn, anOrder, read, track, later } = shop
const cod = { kind: 'payment_control', amount: 120_000 } as const
const alarms = async () => (await shop.cashier().get<ReceiptAlarms>('/receipts/alarms')).body
const isTold = async ({ id }: Order) => (await alarms()).received.some(({ order_id }) => order_id === id)
const differing = async ({ id }: Order) => (await alarms()).ttn_differs.items.find(({ order_id }) => order_id === id)
const edit = ({ id }: Order, changes: object) =>
  shop.cashier().patch<Order & { code?: string }>(`/orders/${id}`, changes)
const mark = ({ id }: Order) => shop.cashier().post(`/orders/${id}/receipt-not-needed`, { reason: 'ТТН була не та' })

async function inCrm({ crm_id }: Order, changes: Partial<CrmOrder>): Promise<void> {
  const given = crm.orders.get(crm_id)
  if (given === undefined) throw new Error('the CRM has no such order')
  crm.put({ ...given, ...changes })
  expect(await syncOrders(shop.kasyr.app)).toMatchObject({ failure: null })
}

/** Its parcel was received and paid for, and it has no receipt. */
async function aSale(): Promise<Order> {
  const ttn = aTtn({ status_code: 9, cod })
  const order = await anOrder({ ttn })
  await track()
  expect(await isTold(order)).toBe(true)
  return order
}

describe('a received parcel without a receipt is not forgotten', () => {
  test('when the CRM names another TTN: both are shown, and all else of the order follows the CRM', async () => {
    const order = await aSale()
    const other = aTtn({ status_code: 5, cod })
    await inCrm(order, { ttn: other, notes: 'переслати', total: 90_000 })
    expect(await read(order)).toMatchObject({ ttn: order.ttn, notes: 'переслати', total: 90_000, crm_changed: true })
    expect(await isTold(order)).toBe(true)
    expect(await differing(order)).toMatchObject({ ttn: order.ttn, crm_ttn: other })
    const { version } = await read(order)
    expect(await syncOrders(shop.kasyr.app)).toMatchObject({ failure: null })
    expect((await read(order)).version).toBe(version)
  })

  test('when the CRM takes its TTN away', async () => {
    const order = await aSale()
    await inCrm(order, { ttn: null })
    expect([(await read(order)).ttn, await isTold(order)]).toEqual([order.ttn, true])
  })

  test('and once a person says that it needs none, the order takes the TTN of the CRM', async () => {
    const order = await aSale()
    const other = aTtn({ status_code: 5, cod })
    await inCrm(order, { ttn: other })
    expect((await mark(order)).status).toBe(200)
    expect(await syncOrders(shop.kasyr.app)).toMatchObject({ failure: null })
    expect(await read(order)).toMatchObject({ ttn: other, receipt_not_needed: null, crm_changed: false })
    expect(await differing(order)).toBeUndefined()
  })

  test('when a person types another TTN or hides the order: first there is a receipt or a reason', async () => {
    const order = await aSale()
    const other = aTtn({ status_code: 5, cod })
    for (const ttn of [other, null]) {
      const refused = await edit(order, { ttn })
      expect([refused.status, refused.body.code]).toEqual([409, 'order.sale_without_receipt'])
    }
    expect((await shop.cashier().delete<{ code?: string }>(`/orders/${order.id}`)).body).toMatchObject({
      code: 'order.sale_without_receipt',
    })
    expect((await edit(order, { notes: 'дзвонили' })).status).toBe(200)
    expect((await mark(order)).status).toBe(200)
    expect((await edit(order, { ttn: other })).body).toMatchObject({ ttn: other, receipt_not_needed: null })
  })

  test('and what the CRM said while a receipt held the order is taken over when the receipt has failed', async () => {
    const order = await aSale()
    const { db } = shop.kasyr
    await db.updateTable('orders').set({ has_receipt: true, ettn_state: 'open' }).where('id', '=', order.id).execute()
    await inCrm(order, { ttn: aTtn(), total: 80_000 })
    expect((await read(order)).total).toBe(order.total)
    await db.updateTable('orders').set({ has_receipt: false, ettn_state: null }).where('id', '=', order.id).execute()
    expect(await syncOrders(shop.kasyr.app)).toMatchObject({ failure: null })
    expect(await read(order)).toMatchObject({ ttn: order.ttn, total: 80_000 })
  })
})

describe('where its parcel was redirected', () => {
  async function aRedirectedSale() {
    const ttn = aTtn({ status_code: 5, cod })
    const order = await anOrder({ ttn })
    await track()
    const to = aTtn({})
    simulator.parcels.redirect(ttn, to)
    await later()
    await track()
    simulator.parcels.put([{ ttn: to, status_code: 9 }])
    await later(2)
    await track()
    expect(await isTold(order)).toBe(true)
    return { order, to }
  }

  test('a person types the TTN it goes under, and no other one', async () => {
    const { order, to } = await aRedirectedSale()
    expect((await edit(order, { ttn: aTtn() })).body.code).toBe('order.sale_without_receipt')
    expect((await edit(order, { ttn: to })).body).toMatchObject({ ttn: to })
  })

  test('the order takes the TTN that it goes under from the CRM', async () => {
    const { order, to } = await aRedirectedSale()
    await inCrm(order, { ttn: to })
    expect((await read(order)).ttn).toBe(to)
    await later()
    await track()
    expect(await isTold(order)).toBe(true)
  })
})
