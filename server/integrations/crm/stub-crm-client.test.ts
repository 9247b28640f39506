import { expect, test } from 'vitest'
import { lineSum } from '#/contract/money.ts'
import type { CrmOrder } from '../crm-order.ts'
import { createStubCrmClient } from './stub-crm-client.ts'

const start = (seed = 1, from = '2026-02-01T12:00:00Z') => {
  let now = Date.parse(from)
  const client = createStubCrmClient({ clock: { now: () => new Date(now) }, seed })
  return {
    later: (minutes: number) => {
      now += minutes * 60_000
      return new Date(now).toISOString()
    },
    orders: async (updated_from: string | null = null): Promise<CrmOrder[]> => {
      const outcome = await client.listOrders({ updated_from, offset: 0, limit: 100_000 })
      return outcome.ok ? outcome.page.orders : []
    },
  }
}

test('about two hundred orders of the last three weeks, with everything a shop has', async () => {
  const orders = await start().orders()
  expect(orders.length).toBeGreaterThan(190)
  expect(orders.length).toBeLessThan(210)
  const times = orders.map(({ ordered_at }) => ordered_at).sort()
  expect(times[0]?.slice(0, 10)).toBe('2026-01-11')
  expect(times.at(-1)?.slice(0, 10)).toBe('2026-02-01')
  const has = (what: (order: CrmOrder) => boolean) => orders.filter(what).length
  expect(has(({ ttn }) => ttn === null)).toBeGreaterThan(10)
  expect(has(({ ttn }) => ttn !== null)).toBeGreaterThan(150)
  expect(has(({ goods }) => goods.some(({ quantity }) => quantity === 500))).toBeGreaterThan(3)
  expect(has(({ goods }) => goods.some(({ discount }) => discount > 0))).toBeGreaterThan(10)
  expect(has(({ notes }) => notes !== '')).toBeGreaterThan(20)
  for (const letter of ['’', "'", 'ʼ', 'ґ', 'ї', 'є', '-'])
    expect(
      has(({ recipient }) => recipient.name.toLowerCase().includes(letter)),
      letter,
    ).toBeGreaterThan(0)
})

test('sums add up and no TTN is given twice', async () => {
  const shop = start()
  await shop.orders()
  shop.later(7 * 24 * 60)
  const orders = await shop.orders()
  expect(orders.length).toBeGreaterThan(3000)
  for (const { goods, total } of orders) {
    expect(goods.length).toBeGreaterThan(0)
    expect(goods.reduce((sum, line) => sum + lineSum(line), 0)).toBe(total)
    expect(goods.every((line) => lineSum(line) > 0)).toBe(true)
  }
  const ttns = orders.flatMap(({ ttn }) => ttn ?? [])
  expect(new Set(ttns).size).toBe(ttns.length)
})

test('the same seed is the same shop, in another process and after a restart; another seed is another', async () => {
  const [first, again, other] = [start(), start(), start(2)]
  expect(await again.orders()).toEqual(await first.orders())
  expect((await other.orders()).map(({ recipient }) => recipient)).not.toEqual(
    (await first.orders()).map(({ recipient }) => recipient),
  )
  const restarted = new Map((await start(1, '2026-02-02T12:00:00Z').orders()).map((order) => [order.crm_id, order]))
  first.later(24 * 60)
  const known = (await first.orders()).filter(({ crm_id }) => restarted.has(crm_id))
  expect(known.length).toBeGreaterThan(180)
  for (const order of known) expect(restarted.get(order.crm_id)).toEqual(order)
})

test('from the first look on an order comes about every three minutes', async () => {
  const shop = start()
  const before = await shop.orders()
  shop.later(60)
  const fresh = (await shop.orders()).length - before.length
  expect(fresh).toBeGreaterThanOrEqual(19)
  expect(fresh).toBeLessThanOrEqual(22)
})

test('orders change at the source: a TTN comes, some are edited, and only those are told as changed', async () => {
  const shop = start()
  const before = new Map((await shop.orders()).map((order) => [order.crm_id, order]))
  const looked = shop.later(0)
  shop.later(24 * 60)
  const changed = (await shop.orders(looked)).filter(({ crm_id }) => before.has(crm_id))
  expect(changed.length).toBeGreaterThan(3)
  for (const order of changed) expect(order.updated_at).not.toBe(before.get(order.crm_id)?.updated_at)
  expect(changed.some((order) => order.ttn !== before.get(order.crm_id)?.ttn)).toBe(true)
  const unchanged = (await shop.orders()).filter(({ crm_id }) => !changed.some((order) => order.crm_id === crm_id))
  for (const order of unchanged) expect([order, undefined]).toContainEqual(before.get(order.crm_id))
})
