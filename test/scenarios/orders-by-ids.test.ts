import { describe, expect, test } from 'vitest'
import type { OneOrder, Order, OrderList } from '#/contract/orders.ts'
import type { z } from 'zod'
import { newId } from '#/server/platform/random.ts'
import { manyOrders } from '#/bench/support/many-orders.ts'
import { loggedIn } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

const { kasyr, client } = await startShop({ role: 'admin', orders: manyOrders(300) })
const byIds = (ids: readonly string[]) =>
  client.get<{ items: z.infer<typeof OneOrder>[] }>(`/orders/by-ids?ids=${ids.join(',')}`)
const listed = async (): Promise<Order[]> => (await client.get<OrderList>('/orders?limit=100')).body.items
const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)

describe('orders by their ids', () => {
  test('are what each of them is when asked for alone', async () => {
    const ids = (await listed()).slice(0, 20).map(({ id }) => id)
    const alone = await Promise.all(ids.map(async (id) => (await client.get<Order>(`/orders/${id}`)).body))
    expect((await byIds(ids)).body.items.toSorted(byId)).toEqual(alone.toSorted(byId))
  })

  test('are without those that are hidden or were never there, and without a repetition', async () => {
    const [hidden, kept] = await listed()
    await client.delete(`/orders/${hidden?.id}`)
    const { body } = await byIds([hidden?.id ?? '', kept?.id ?? '', newId(), kept?.id ?? ''])
    expect(body.items.map(({ id }) => id)).toEqual([kept?.id])
  })

  test('cost one statement beside the session check, and no call of the CRM', async () => {
    const ids = (await listed()).map(({ id }) => id)
    const auditor = await loggedIn(kasyr, 'auditor')
    await auditor.get(`/orders/by-ids?ids=${ids[0]}`)
    const seen: string[] = []
    kasyr.watchStatements((text) => seen.push(String(text)))
    const { body } = await auditor.get<{ items: Order[] }>(`/orders/by-ids?ids=${ids.join(',')}`)
    kasyr.watchStatements(null)
    expect(body.items).toHaveLength(100)
    expect(seen).toHaveLength(2)
  })

  test.each([
    ['none', ''],
    ['more than a hundred', Array.from({ length: 101 }, () => newId()).join(',')],
    ['no id', '42'],
    ['an id with something behind it', `${newId()},'; drop table orders`],
  ])('are refused for %s', async (_, ids) => {
    const { status, body } = await client.get<{ errors: unknown }>(`/orders/by-ids?ids=${encodeURIComponent(ids)}`)
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      { pointer: expect.stringContaining('ids'), detail: 'Очікується від 1 до 100 ідентифікаторів через кому.' },
    ])
  })
})
