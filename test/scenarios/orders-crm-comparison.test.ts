import { expect, test } from 'vitest'
import type { Order } from '#/contract/orders.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import { aCrmOrder } from '../support/orders.ts'
import { startShop } from '../support/shop.ts'

const { kasyr, crm, client: cashier, sync, anOrder } = await startShop()

type WithDifference = Order & { crm_difference: Record<string, unknown> | null }
const shown = async (id: string) => (await cashier.get<WithDifference>(`/orders/${id}`)).body
const edit = (id: string, changes: object) => cashier.patch<Order>(`/orders/${id}`, changes)
async function inCrm({ crm_id }: Order, changes: Partial<CrmOrder>): Promise<void> {
  crm.put(aCrmOrder({ ...crm.orders.get(crm_id), ...changes }))
  expect(await sync()).toMatchObject({ failure: null })
}

test('that the CRM has something else is a comparison: no edit of something else wipes it, and no sync forgets it', async () => {
  const order = await anOrder()
  expect(order.crm_changed).toBe(false)
  await edit(order.id, { notes: 'подзвонити' })
  await inCrm(order, { total: 99_900 })
  expect((await edit(order.id, { notes: 'подзвонити ввечері' })).body.crm_changed).toBe(true)
  await sync()
  expect(await shown(order.id)).toMatchObject({
    crm_changed: true,
    crm_difference: { total: { before: 120_000, after: 99_900 }, notes: { before: 'подзвонити ввечері', after: '' } },
  })
})

test('it ends when both say the same, whoever gave way', async () => {
  const order = await anOrder()
  await edit(order.id, { notes: 'моє' })
  expect(await shown(order.id)).toMatchObject({ crm_changed: true })
  await inCrm(order, { notes: 'моє' })
  expect(await shown(order.id)).toMatchObject({ crm_changed: false, crm_difference: null })
  await inCrm(order, { total: 99_900 })
  expect((await edit(order.id, { total: 99_900 })).body.crm_changed).toBe(false)
})

test.each<[string, Partial<CrmOrder>]>([
  ['goods', { goods: [{ code: 'B', name: 'Скло', price: 120_000, quantity: 1000, discount: 0 }] }],
  ['ordered_at', { ordered_at: '2026-03-10T08:00:00.000Z' }],
  ['number', { number: 'НОВИЙ' }],
])('after a receipt another %s in the CRM is shown, although the total is the same', async (field, changes) => {
  const order = await anOrder()
  await kasyr.db.updateTable('orders').set({ has_receipt: true }).where('id', '=', order.id).execute()
  await inCrm(order, changes)
  const { crm_changed, crm_difference } = await shown(order.id)
  expect([crm_changed, Object.keys(crm_difference ?? {})]).toEqual([true, [field]])
})
