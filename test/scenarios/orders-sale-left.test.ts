import { describe, expect, test } from 'vitest'
import type { Order, OrderHistory, OrderList } from '#/contract/orders.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import type { z } from 'zod'
import { startTrackedShop } from '../support/tracked-shop.ts'

const shop = await startTrackedShop()
const { simulator, crm, aTtn, anOrder, read, track, later } = shop
const cod = { kind: 'payment_control', amount: 1200 } as const
const alarms = async () => (await shop.cashier().get<ReceiptAlarms>('/receipts/alarms')).body
const isReceived = async ({ id }: Order) => (await alarms()).received.some(({ order_id }) => order_id === id)
const left = async ({ id }: Order) => (await alarms()).sale_left.items.filter(({ order_id }) => order_id === id)
const edit = ({ id }: Order, changes: object) => shop.cashier().patch<Order>(`/orders/${id}`, changes)
const settle = ({ id }: Order, ttn: string | null) =>
  shop.cashier().post<{ code?: string }>(`/orders/${id}/left-sale`, { ttn, reason: 'ТТН була не та' })
const needsAttention = async ({ id }: Order) =>
  (await shop.cashier().get<OrderList>('/orders?attention=true')).body.items.some((order) => order.id === id)

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
  expect(await isReceived(order)).toBe(true)
  return order
}

describe('a received parcel without a receipt is not forgotten when its order gets another TTN', () => {
  test.each([
    ['from the CRM', (order: Order, ttn: string | null) => inCrm(order, { ttn })],
    ['from a person', (order: Order, ttn: string | null) => edit(order, { ttn })],
  ])('%s: the order has it, and the sale is shown until a person says why it needs no receipt', async (_by, give) => {
    const order = await aSale()
    const other = aTtn({ status_code: 5, cod })
    await give(order, other)
    expect(await read(order)).toMatchObject({ ttn: other, parcel: { status_code: null } })
    const [sale] = await left(order)
    expect(sale).toMatchObject({ left_ttn: order.ttn, ttn: other, amount: 120_000, receipt_id: null })
    expect(sale?.detail).toContain(
      `Посилку ${order.ttn} отримано, а чека на неї немає. Замовлення тепер має ТТН ${other}`,
    )
    expect(await needsAttention(order)).toBe(true)
    await give(order, null)
    expect((await left(order)).map(({ detail }) => detail)).toEqual([expect.stringContaining('тепер без ТТН')])

    expect((await settle(order, other)).body.code).toBe('order.no_left_sale')
    expect((await settle(order, order.ttn)).status).toBe(204)
    expect([await left(order), await needsAttention(order)]).toEqual([[], false])
    expect((await settle(order, order.ttn)).body.code).toBe('order.no_left_sale')
    const { body } = await shop.cashier().get<z.infer<typeof OrderHistory>>(`/orders/${order.id}/history`)
    expect(body.items.map(({ text }) => text)).toContain(`Посилка ${order.ttn} не потребує чека: «ТТН була не та»`)
  })

  test('and is the sale of its order again once that has the TTN again, or of another one', async () => {
    const order = await aSale()
    await edit(order, { ttn: aTtn({ status_code: 5, cod }) })
    const other = await anOrder({ ttn: order.ttn })
    expect(await left(order)).toEqual([])
    await edit(other, { ttn: null })
    expect(await left(order)).toHaveLength(1)
    await edit(order, { ttn: order.ttn })
    await track()
    expect([await left(order), await isReceived(order)]).toEqual([[], true])
    expect((await settle(order, order.ttn)).status).toBe(204)
    await edit(order, { ttn: null })
    expect(await left(order)).toHaveLength(1)
  })

  test('nor when it is hidden meanwhile and restored', async () => {
    const order = await aSale()
    await edit(order, { ttn: null })
    expect((await shop.cashier().delete(`/orders/${order.id}`)).status).toBe(204)
    expect([await left(order), (await settle(order, order.ttn)).status]).toEqual([[], 404])
  })
})

describe('nothing is left behind', () => {
  test('of a parcel that was marked as needing no receipt, or is still on its way', async () => {
    const order = await aSale()
    await shop.cashier().post(`/orders/${order.id}/receipt-not-needed`, { reason: 'Оплачено на рахунок' })
    await edit(order, { ttn: null })
    expect(await left(order)).toEqual([])
    const moving = await anOrder({ ttn: aTtn({ status_code: 7, cod, paid: true }) })
    await track()
    await edit(moving, { ttn: null })
    expect(await left(moving)).toEqual([])
  })

  test('when the new TTN is the one that the parcel was redirected to', async () => {
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
    expect(await isReceived(order)).toBe(true)
    await edit(order, { ttn: to })
    expect(await left(order)).toEqual([])
    await track()
    expect(await isReceived(order)).toBe(true)
  })
})
