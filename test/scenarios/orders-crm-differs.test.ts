import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import { toCancelledStatuses } from '#/server/integrations/crm/cancelled-statuses.ts'
import { reviewCancelled } from '#/server/orders/order/crm-store.ts'
import { aCrmOrder } from '../support/orders.ts'
import { startShop } from '../support/shop.ts'

const { kasyr, crm, client: cashier, sync, anOrder } = await startShop()
beforeEach(async () => {
  crm.orders.clear()
  await sql`delete from orders`.execute(kasyr.db)
  await sql`delete from crm_sync`.execute(kasyr.db)
})

const list = async (tab = 'no_receipt') => (await cashier.get<OrderList>(`/orders?tab=${tab}`)).body
const giveReceipt = (id: string) =>
  kasyr.db.updateTable('orders').set({ has_receipt: true }).where('id', '=', id).execute()

describe('what a person has taken into their own hands keeps its number, date and status', () => {
  const changed = { number: 'НОВИЙ-1', ordered_at: '2026-03-01T10:00:00.000Z', status: 'sent' }
  const difference = (order: Order) => ({
    number: { before: order.number, after: changed.number },
    ordered_at: { before: order.ordered_at, after: changed.ordered_at },
    crm_status: { before: 'new', after: 'sent' },
  })
  const rowOf = (id: string) =>
    kasyr.db
      .selectFrom('orders')
      .select(['number', 'crm_status', 'crm_changed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const hands: [string, (id: string) => Promise<unknown>][] = [
    ['edited', (id) => cashier.patch(`/orders/${id}`, { notes: 'моє' })],
    ['with a receipt', (id) => giveReceipt(id)],
    ['hidden', (id) => cashier.delete(`/orders/${id}`)],
  ]

  test.each(hands)('%s: all of it is kept, and the difference is told', async (name, take) => {
    const order = await anOrder()
    await take(order.id)
    crm.put(aCrmOrder({ ...crm.orders.get(order.crm_id), ...changed }))
    expect(await sync()).toMatchObject({ held: 1, failure: null })
    expect(await rowOf(order.id)).toEqual({ number: order.number, crm_status: 'new', crm_changed: true })
    if (name === 'hidden') return
    const { body } = await cashier.get<Order & { crm_difference: unknown }>(`/orders/${order.id}`)
    expect(body).toMatchObject({ number: order.number, ordered_at: order.ordered_at, crm_changed: true })
    expect(body.crm_difference).toMatchObject(difference(order))
    crm.put(
      aCrmOrder({ ...crm.orders.get(order.crm_id), number: order.number, ordered_at: order.ordered_at, status: 'new' }),
    )
  })

  test('a status that moved on is kept aside, and is no difference by itself: every order with a receipt moves on', async () => {
    const order = await anOrder()
    await giveReceipt(order.id)
    crm.put(aCrmOrder({ ...crm.orders.get(order.crm_id), status: 'sent' }))
    await sync()
    expect(await rowOf(order.id)).toEqual({ number: order.number, crm_status: 'new', crm_changed: false })
  })

  test('what the CRM takes back is no difference any more', async () => {
    const order = await anOrder()
    await giveReceipt(order.id)
    const original = crm.orders.get(order.crm_id)
    crm.put(aCrmOrder({ ...original, ...changed }))
    await sync()
    crm.put(aCrmOrder({ ...original }))
    await sync()
    expect(await rowOf(order.id)).toEqual({ number: order.number, crm_status: 'new', crm_changed: false })
  })

  test('an order that is still the CRM’s own follows it in all of them', async () => {
    const order = await anOrder()
    crm.put(aCrmOrder({ ...crm.orders.get(order.crm_id), ...changed }))
    await sync()
    expect(await rowOf(order.id)).toEqual({ number: changed.number, crm_status: 'sent', crm_changed: false })
  })
})

describe('an order that was cancelled in the CRM says so', () => {
  test.each(['Скасовано', 'СКАСОВАНИЙ', ' відмінено ', 'Відмова', 'Отменён', 'Cancelled', 'canceled'])(
    '«%s»',
    async (status) => {
      const order = await anOrder()
      expect(order.crm_cancelled).toBe(false)
      crm.put(aCrmOrder({ ...crm.orders.get(order.crm_id), status }))
      await sync()
      expect((await list()).items).toMatchObject([{ id: order.id, crm_cancelled: true, version: 2 }])
      crm.put(aCrmOrder({ ...crm.orders.get(order.crm_id), status: 'new' }))
      await sync()
      expect((await list()).items).toMatchObject([{ id: order.id, crm_cancelled: false }])
    },
  )

  test.each(['', 'new', 'Повернення', 'Не скасовано'])('«%s» is no cancelling', async (status) => {
    expect(await anOrder({ status })).toMatchObject({ crm_cancelled: false })
  })

  test('also when a person has it in hand: with a receipt it matters most', async () => {
    const order = await anOrder()
    await giveReceipt(order.id)
    crm.put(aCrmOrder({ ...crm.orders.get(order.crm_id), status: 'Скасовано' }))
    await sync()
    expect((await list('has_receipt')).items).toMatchObject([{ crm_cancelled: true, crm_changed: false }])
  })

  test('other words of the mapping hold for orders that are there already', async () => {
    const order = await anOrder({ status: 'Клієнт передумав' })
    expect(order.crm_cancelled).toBe(false)
    const words = toCancelledStatuses(['клієнт  ПЕРЕДУМАВ', 4])
    await reviewCancelled(kasyr.db, 1, words)
    expect((await list()).items).toMatchObject([{ crm_cancelled: true }])
    await reviewCancelled(kasyr.db, 1, words)
    expect((await list()).items).toMatchObject([{ crm_cancelled: true, version: 2 }])
    await reviewCancelled(kasyr.db, 1, new Set())
    expect((await list()).items).toMatchObject([{ crm_cancelled: false }])
  })
})
