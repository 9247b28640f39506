import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Order } from '#/contract/orders.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { aCrmOrder } from '../support/orders.ts'
import { startReceiptDesk, wayTo } from '../support/receipt-desk.ts'

const desk = await startReceiptDesk()
const { cashier, admin, crm, kasyr } = desk
const { app } = kasyr

const newTtn = '20459999999999'
const changed = { ttn: newTtn, recipient: { name: 'Іван Франко', phone: '380501112233' }, status: 'sent' }
const shown = async (id: string) => (await cashier.get<Order>(`/orders/${id}`)).body
const auditOf = (id: string) =>
  kasyr.db.selectFrom('audit_log').select(['action', 'details']).where('subject_id', '=', id).execute()

/** The CRM changes it, and a run brings that. */
async function inCrm(id: string, changes: Partial<CrmOrder>): Promise<void> {
  const { crm_id } = await shown(id)
  crm.put(aCrmOrder({ ...crm.orders.get(crm_id), ...changes }))
  expect(await syncOrders(app)).toMatchObject({ failure: null })
}

describe('an order nobody edited goes back to what the CRM says as soon as no person holds it', () => {
  test('when its receipt is cancelled', async () => {
    const order_id = await desk.order()
    const { id } = await desk.receipt(order_id)
    await inCrm(order_id, changed)
    expect(await shown(order_id)).toMatchObject({ crm_changed: true, recipient: { name: 'Олена Шевченко' } })
    await cashier.post(`/receipts/${id}/cancel`)
    expect(await shown(order_id)).toMatchObject({
      ttn: newTtn,
      recipient: changed.recipient,
      crm_changed: false,
      parcel: { status_code: null },
    })
    expect((await auditOf(order_id)).at(-1)).toMatchObject({
      action: 'order.updated_from_crm',
      details: { changes: { ttn: { after: newTtn } } },
    })
    // The receipt that is asked for next is for the TTN the CRM has: nothing is known of its parcel yet.
    expect((await desk.ask(order_id)).body).toMatchObject({ code: 'receipt.not_bound' })
  })

  test('when its receipt failed', async () => {
    const order_id = await desk.order()
    const { id } = await desk.receipt(order_id)
    await inCrm(order_id, changed)
    await desk.drive(id, ...wayTo('failed'))
    expect(await shown(order_id)).toMatchObject({ ttn: newTtn, crm_changed: false })
  })

  test('when it was hidden and is restored', async () => {
    const order_id = await desk.order()
    const { crm_id } = await shown(order_id)
    await cashier.delete(`/orders/${order_id}`)
    crm.put(aCrmOrder({ ...crm.orders.get(crm_id), ...changed }))
    await syncOrders(app)
    const restored = await admin.post<Order>(`/orders/${order_id}/restore`)
    expect(restored.body).toMatchObject({ ttn: newTtn, recipient: changed.recipient, crm_changed: false })
  })

  test('at the next sync, whatever else ended the hold, although the CRM brings no unchanged order again', async () => {
    const order_id = await desk.order()
    const { id } = await desk.receipt(order_id)
    await inCrm(order_id, { ...changed, updated_at: '2026-03-09T07:06:00.000Z' })
    await sql`update receipts set retired_at = clock_timestamp() where id = ${id}`.execute(kasyr.db)
    expect(await shown(order_id)).toMatchObject({ crm_changed: true })
    crm.orders.clear()
    expect(await syncOrders(app)).toMatchObject({ updated: 1, failure: null })
    expect(await shown(order_id)).toMatchObject({ ttn: newTtn, crm_changed: false })
    expect(await syncOrders(app)).toMatchObject({ updated: 0 })
  })

  test('but one that a person edited stays as it is', async () => {
    const order_id = await desk.order()
    await cashier.patch(`/orders/${order_id}`, { notes: 'моє' })
    const { id } = await desk.receipt(order_id)
    await inCrm(order_id, changed)
    await cashier.post(`/receipts/${id}/cancel`)
    expect(await shown(order_id)).toMatchObject({
      notes: 'моє',
      crm_changed: true,
      recipient: { name: 'Олена Шевченко' },
    })
  })
})
