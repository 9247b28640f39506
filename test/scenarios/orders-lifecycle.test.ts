import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Order, OrderList, OrderSummary } from '#/contract/orders.ts'
import type { z } from 'zod'
import { aCrmOrder } from '../support/orders.ts'
import { loggedIn } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

const { kasyr, crm, client: cashier, sync, anOrder, aCashRegister } = await startShop()
beforeEach(async () => {
  crm.orders.clear()
  await sql`delete from orders`.execute(kasyr.db)
  await sql`delete from crm_sync`.execute(kasyr.db)
})

const list = async (tab = 'no_receipt') => (await cashier.get<OrderList>(`/orders?tab=${tab}`)).body
const summary = async () => (await cashier.get<z.infer<typeof OrderSummary>>('/orders/summary')).body
const carrierSays = (id: string, changes: Record<string, unknown>) =>
  kasyr.db.updateTable('parcels').set(changes).where('order_id', '=', id).execute()
const giveReceipt = (id: string, has_receipt = true) =>
  kasyr.db.updateTable('orders').set({ has_receipt }).where('id', '=', id).execute()

describe('the life of an order (specification §3)', () => {
  test('not present locally: the sync on view stores it', async () => {
    crm.put(aCrmOrder({ number: '84211' }))
    const found = await list()
    expect(found.items).toMatchObject([
      { number: '84211', tab: 'no_receipt', version: 1, edited_at: null, receipt: null },
    ])
    expect(found.items[0]?.parcel).toMatchObject({
      status_code: null,
      group: null,
      own: null,
      paid: false,
      final: false,
    })
    expect(found.sync).toMatchObject({ state: 'ok', problem: null })
  })

  test('active and unedited: the CRM changes it', async () => {
    const order = await anOrder()
    crm.put(aCrmOrder({ crm_id: order.crm_id, total: 99_900, notes: 'подзвонити' }))
    await sync()
    expect((await list()).items).toMatchObject([
      { id: order.id, total: 99_900, notes: 'подзвонити', version: 2, crm_changed: false },
    ])
  })

  test('edited: the sync does not overwrite it, but tells that the CRM has something else', async () => {
    const order = await anOrder()
    await cashier.patch(`/orders/${order.id}`, { notes: 'моє' })
    crm.put(aCrmOrder({ crm_id: order.crm_id, notes: 'з CRM', total: 1 }))
    await sync()
    expect((await list()).items).toMatchObject([{ notes: 'моє', total: order.total, crm_changed: true }])
    const one = await cashier.get<Order & { crm_difference: unknown }>(`/orders/${order.id}`)
    expect(one.body.crm_difference).toMatchObject({
      notes: { before: 'моє', after: 'з CRM' },
      total: { before: order.total, after: 1 },
    })
  })

  test('deleted: hidden from the queue and from every later sync', async () => {
    const order = await anOrder()
    expect((await cashier.delete(`/orders/${order.id}`)).status).toBe(204)
    crm.put(aCrmOrder({ crm_id: order.crm_id, notes: 'знову' }))
    await sync()
    expect((await list()).items).toEqual([])
    expect((await list()).counts.no_receipt).toBe(0)
    const found = (await cashier.get<OrderList>(`/orders?q=${order.number}`)).body
    expect([found.items, found.counts.no_receipt]).toEqual([[], 0])
    for (const call of [
      cashier.get(`/orders/${order.id}`),
      cashier.patch(`/orders/${order.id}`, { notes: '' }),
      cashier.delete(`/orders/${order.id}`),
    ]) {
      expect((await call).body.code).toBe('order.not_found')
    }
  })

  test('restored by an admin: back in the queue, and a cashier may not', async () => {
    const order = await anOrder()
    await cashier.delete(`/orders/${order.id}`)
    expect((await cashier.post(`/orders/${order.id}/restore`)).body.code).toBe('auth.forbidden')
    const admin = await loggedIn(kasyr, 'admin')
    expect((await admin.post<Order>(`/orders/${order.id}/restore`)).body).toMatchObject({
      id: order.id,
      tab: 'no_receipt',
    })
    expect((await admin.post<Order>(`/orders/${order.id}/restore`)).status).toBe(200)
    expect((await list()).counts.no_receipt).toBe(1)
  })

  test('without a receipt: PATCH sets edited_at, and a changed TTN forgets everything the carrier said', async () => {
    const order = await anOrder()
    const register = await aCashRegister('Каса')
    await carrierSays(order.id, {
      status_code: 7,
      status_text: 'Прибув',
      own: true,
      cod_amount: 5_000,
      cod_kind: 'payment_control',
      paid: true,
      checked_at: '2026-03-09T07:05:00Z',
      received_at: '2026-03-09T07:05:00Z',
      cash_register_id: register,
    })
    const kept = await cashier.patch<Order>(`/orders/${order.id}`, { notes: 'та сама ТТН' })
    expect(kept.body.parcel).toMatchObject({ status_code: 7, cod_amount: 5_000 })
    expect(kept.body.cash_register).toEqual({ id: register, name: 'Каса' })
    const changed = await cashier.patch<Order>(`/orders/${order.id}`, { ttn: '2045 0000 0000 99' })
    expect(changed.body).toMatchObject({ ttn: '20450000000099', tab: 'no_receipt' })
    expect(changed.body.edited_at).not.toBeNull()
    expect(changed.body.parcel).toEqual({
      status_code: null,
      status_text: null,
      group: null,
      own: null,
      cod_amount: null,
      cod_kind: null,
      paid: false,
      checked_at: null,
      received_at: null,
      final: false,
      redirected_to: null,
      successor: null,
      problem: null,
    })
    expect(changed.body.cash_register).toBeNull()
    const row = await kasyr.db
      .selectFrom('parcels')
      .selectAll()
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ ttn: '20450000000099', cash_register_id: null, active: true })
    const gone = await cashier.patch<Order>(`/orders/${order.id}`, { ttn: null })
    expect(gone.body).toMatchObject({ ttn: null, parcel: null })
  })

  test('with a receipt: PATCH and DELETE are refused and nothing changes', async () => {
    const order = await anOrder()
    await giveReceipt(order.id)
    const before = await kasyr.db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirst()
    const refused = await cashier.patch(`/orders/${order.id}`, { notes: 'ні' })
    expect(refused.body).toMatchObject({
      status: 409,
      code: 'order.has_receipt',
      detail: expect.stringContaining('Спершу скасуйте чек'),
    })
    expect((await cashier.delete(`/orders/${order.id}`)).body.code).toBe('order.has_receipt')
    expect(await kasyr.db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirst()).toEqual(
      before,
    )
  })

  test('with a receipt: the CRM does not overwrite it either', async () => {
    const order = await anOrder()
    await giveReceipt(order.id)
    crm.put(aCrmOrder({ crm_id: order.crm_id, total: 1 }))
    await sync()
    expect((await list('has_receipt')).items).toMatchObject([{ total: order.total, crm_changed: true }])
  })
})

describe('the tabs (specification §3)', () => {
  test.each([
    [null, false, 'no_receipt'],
    [null, true, 'has_receipt'],
    [7, false, 'no_receipt'],
    [7, true, 'has_receipt'],
    ...[102, 103, 105, 108].flatMap(
      (code) =>
        [
          [code, false, 'refused'],
          [code, true, 'refused'],
        ] as const,
    ),
    ...[9, 10, 11, 106].flatMap(
      (code) =>
        [
          [code, false, 'received'],
          [code, true, 'received'],
        ] as const,
    ),
  ] as const)('code %s, receipt %s: only in «%s»', async (status_code, has_receipt, tab) => {
    const order = await anOrder()
    await carrierSays(order.id, { status_code })
    await giveReceipt(order.id, has_receipt)
    const pages = await Promise.all(
      ['no_receipt', 'has_receipt', 'refused', 'received'].map(async (name) => [name, (await list(name)).items.length]),
    )
    expect(Object.fromEntries(pages)).toEqual({ no_receipt: 0, has_receipt: 0, refused: 0, received: 0, [tab]: 1 })
    expect((await list(tab)).counts).toEqual({ no_receipt: 0, has_receipt: 0, refused: 0, received: 0, [tab]: 1 })
    expect((await list(tab)).items[0]?.tab).toBe(tab)
  })

  test('the parameter has_receipt of old is refused, and so is an unknown tab', async () => {
    expect((await cashier.get('/orders?has_receipt=true')).body).toMatchObject({
      status: 400,
      errors: [{ pointer: '?has_receipt', detail: 'Невідоме поле.' }],
    })
    expect((await cashier.get('/orders?tab=all')).status).toBe(400)
  })
})

describe('the summary', () => {
  test('counts parcels that are known, awaited and not paid, and their cash on delivery', async () => {
    const order = await anOrder()
    expect(await summary()).toEqual({ count: 0, cod_total: 0, received_without_receipt: 0 })
    await carrierSays(order.id, { status_code: 7, cod_amount: 120_000 })
    expect(await summary()).toEqual({ count: 1, cod_total: 120_000, received_without_receipt: 0 })
    await carrierSays(order.id, { cod_amount: 99_950 })
    expect(await summary()).toMatchObject({ count: 1, cod_total: 99_950 })
    await cashier.delete(`/orders/${order.id}`)
    expect(await summary()).toEqual({ count: 0, cod_total: 0, received_without_receipt: 0 })
  })

  test.each([
    ['received', { status_code: 9 }, 1],
    ['refused', { status_code: 103 }, 0],
    ['deleted at the carrier', { status_code: 2 }, 0],
    ['unknown at the carrier', { status_code: 3 }, 0],
    ['not asked about yet', { status_code: null }, 0],
    ['paid already', { status_code: 7, paid: true }, 1],
    ['without cash on delivery', { status_code: 7, cod_amount: 0 }, 0],
  ])('leaves out what is %s', async (_name, changes, received_without_receipt) => {
    const order = await anOrder()
    await carrierSays(order.id, { status_code: 7, cod_amount: 120_000 })
    await carrierSays(order.id, changes)
    expect(await summary()).toEqual({ count: 0, cod_total: 0, received_without_receipt })
  })
})
