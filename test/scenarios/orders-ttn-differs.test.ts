import { describe, expect, test } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { aCrmOrder } from '../support/orders.ts'
import { startReceiptDesk, wayTo } from '../support/receipt-desk.ts'

const desk = await startReceiptDesk()
const { cashier, admin, crm, kasyr } = desk
let last = 0
const aTtn = (): string => `2046${String((last += 1)).padStart(10, '0')}`

const shown = async (id: string) => (await cashier.get<Order>(`/orders/${id}`)).body
const edit = (id: string, changes: object) => cashier.patch<Order>(`/orders/${id}`, changes)
const told = async (id: string) =>
  (await cashier.get<ReceiptAlarms>('/receipts/alarms')).body.ttn_differs.items.find(({ order_id }) => order_id === id)
const asksForAttention = async (id: string) =>
  (await cashier.get<OrderList>('/orders?attention=true')).body.items.some((order) => order.id === id)
const keep = (id: string, crm_ttn: string) => cashier.post<Order>(`/orders/${id}/keep-ttn`, { crm_ttn })

async function inCrm(id: string, changes: Partial<CrmOrder>): Promise<void> {
  const { crm_id } = await kasyr.db.selectFrom('orders').select('crm_id').where('id', '=', id).executeTakeFirstOrThrow()
  crm.put(aCrmOrder({ ...crm.orders.get(crm_id), ...changes }))
  expect(await syncOrders(kasyr.app)).toMatchObject({ failure: null })
}

describe('a TTN that the CRM brings to an order without one', () => {
  test('is taken over although a person edited something else, and its parcel is asked about', async () => {
    const id = await desk.order({ ttn: null })
    await edit(id, { notes: 'подзвонити' })
    const ttn = aTtn()
    const jobs = await desk.jobsOf(() => inCrm(id, { ttn, notes: 'від CRM' }))
    expect(await shown(id)).toMatchObject({ ttn, notes: 'подзвонити', parcel: { status_code: null } })
    expect(jobs).toContain('parcels.track')
    expect(await told(id)).toBeUndefined()
    const { body } = await cashier.get<{ items: { text: string }[] }>(`/orders/${id}/history`)
    expect(body.items[0]?.text).toBe('CRM змінила ТТН')
  })

  test('is taken over once a hidden order is restored', async () => {
    const id = await desk.order({ ttn: null })
    await edit(id, { notes: 'подзвонити' })
    await cashier.delete(`/orders/${id}`)
    const ttn = aTtn()
    await inCrm(id, { ttn })
    expect((await admin.post<Order>(`/orders/${id}/restore`)).body).toMatchObject({ ttn, notes: 'подзвонити' })
  })

  test('is shown, and not taken, where a person took the TTN away', async () => {
    const id = await desk.order()
    await edit(id, { ttn: null })
    expect([(await shown(id)).ttn, await told(id)]).toEqual([null, undefined])
    const ttn = aTtn()
    await inCrm(id, { ttn })
    expect((await shown(id)).ttn).toBeNull()
    expect(await told(id)).toMatchObject({ ttn: null, crm_ttn: ttn, receipt_id: null })
  })
})

describe('another TTN in the CRM than that of an order in a person’s hands', () => {
  test('is an alarm until the person takes it', async () => {
    const id = await desk.order()
    await edit(id, { notes: 'моє' })
    const { ttn } = await shown(id)
    const other = aTtn()
    await inCrm(id, { ttn: other })
    const trouble = await told(id)
    expect(trouble).toMatchObject({ order_id: id, ttn, crm_ttn: other, receipt_id: null, amount: 120_000 })
    expect(trouble?.detail).toContain(`У CRM тепер ТТН ${other}, а в замовленні — ${ttn}`)
    expect(await asksForAttention(id)).toBe(true)
    await edit(id, { notes: 'ще щось' })
    expect(await told(id)).toBeDefined()
    await edit(id, { ttn: other })
    expect([await told(id), await asksForAttention(id)]).toEqual([undefined, false])
  })

  test('ends when the person types theirs after it came, and is told again only of yet another', async () => {
    const id = await desk.order()
    const typed = aTtn()
    await inCrm(id, { ttn: aTtn() })
    await edit(id, { ttn: typed })
    await syncOrders(kasyr.app)
    expect(await told(id)).toBeUndefined()
    const third = aTtn()
    await inCrm(id, { ttn: third })
    expect(await told(id)).toMatchObject({ ttn: typed, crm_ttn: third })
    await inCrm(id, { ttn: null })
    expect(await told(id)).toBeUndefined()
  })

  test('is not told of a hidden order', async () => {
    const id = await desk.order()
    await edit(id, { notes: 'моє' })
    await cashier.delete(`/orders/${id}`)
    await inCrm(id, { ttn: aTtn() })
    expect(await told(id)).toBeUndefined()
  })
})

describe('a receipt for one TTN while the CRM names another', () => {
  test('is an alarm; cancelling the receipt lets the order follow the CRM', async () => {
    const order_id = await desk.order()
    const receipt = await desk.receipt(order_id)
    await desk.drive(receipt.id, ...wayTo('created'))
    const { ttn } = await shown(order_id)
    const other = aTtn()
    await inCrm(order_id, { ttn: other })
    const trouble = await told(order_id)
    expect(trouble).toMatchObject({ receipt_id: receipt.id, ttn, crm_ttn: other, amount: receipt.amount })
    expect(trouble?.detail).toContain('скасуйте чек, тоді замовлення візьме ТТН з CRM саме')
    expect(await asksForAttention(order_id)).toBe(true)
    await cashier.post(`/receipts/${receipt.id}/cancel`)
    await desk.drive(receipt.id, { type: 'cancel_claimed' }, { type: 'removed' })
    expect((await shown(order_id)).ttn).toBe(other)
    expect(await told(order_id)).toBeUndefined()
  })

  test('also a fiscal one; a person may say that ours is right, and it holds for what the CRM said then', async () => {
    const order_id = await desk.order()
    const receipt = await desk.receipt(order_id)
    await desk.drive(receipt.id, ...wayTo('fiscalized'))
    const { ttn } = await shown(order_id)
    const other = aTtn()
    await inCrm(order_id, { ttn: other })
    expect((await told(order_id))?.detail).toContain('уже фіскальний')
    expect((await keep(order_id, aTtn())).body).toMatchObject({ status: 412, code: 'order.version_conflict' })
    expect((await keep(order_id, other)).body).toMatchObject({ ttn, crm_changed: true })
    expect([await told(order_id), await asksForAttention(order_id)]).toEqual([undefined, false])
    await inCrm(order_id, { ttn: aTtn() })
    expect(await told(order_id)).toBeDefined()
  })
})
