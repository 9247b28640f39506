import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Order, OrderList, OrderSelection } from '#/contract/orders.ts'
import { standsFirst, tabs } from '#/contract/tabs.ts'
import { toCursor } from '#/server/platform/cursor.ts'
import { aCrmOrder } from '../support/orders.ts'
import { bring } from '../support/scripted-crm.ts'
import { startShop } from '../support/shop.ts'

/** Orders that have nothing to do yet do not stand before those that have. */
const { kasyr, app, crm, client } = await startShop({ role: 'admin' })

const times = ['2026-03-09T07:00:00.000Z', '2026-03-09T07:00:00.001Z', '2026-03-10T12:00:00.000Z']
const goods = (name: string) => [{ code: 'A', name, price: 120_000, quantity: 1000, discount: 0 }]
let numbers = 51_000

/** Every second one without a TTN; three times among them all, so that the id decides as well. */
const someOrders = (count: number) =>
  Array.from({ length: count }, (_, place) =>
    aCrmOrder({
      number: String((numbers += 1)),
      ordered_at: times[place % times.length] ?? '',
      total: place % 4 < 2 ? 120_000 : 90_000,
      goods: goods(place % 3 === 0 ? 'Кабель' : 'Чохол'),
      ...(place % 2 === 1 && { ttn: null }),
    }),
  )

beforeAll(async () => {
  await bring(app, crm, someOrders(14))
})

interface Place {
  id: string
  ordered_at: string
}
const isLater = (one: Place, other: Place): boolean =>
  one.ordered_at === other.ordered_at ? one.id > other.id : one.ordered_at > other.ordered_at
const byTime = <Row extends Place>(orders: readonly Row[]): Row[] =>
  orders.toSorted((one, other) => (isLater(one, other) ? -1 : 1))
const inTwoParts = (orders: readonly Order[]): Order[] => [
  ...byTime(orders.filter(standsFirst)),
  ...byTime(orders.filter((order) => !standsFirst(order))),
]

const pageOf = async (query: string): Promise<OrderList> => {
  const { status, body } = await client.get<OrderList>(`/orders?${query}`)
  expect(status, query).toBe(200)
  return body
}
const after = (cursor: string | null): string => (cursor === null ? '' : `&cursor=${cursor}`)

/** Page after page; `between` happens after the first. */
async function pagesOf(query: string, limit: number, between = async (): Promise<unknown> => null): Promise<Order[][]> {
  const pages: Order[][] = []
  let cursor: string | null = null
  do {
    const page: OrderList = await pageOf(`limit=${limit}&${query}${after(cursor)}`)
    pages.push(page.items)
    if (pages.length === 1) await between()
    cursor = page.next_cursor
  } while (cursor !== null)
  return pages
}
const listed = async (query: string, limit = 200): Promise<Order[]> => (await pagesOf(query, limit)).flat()
const numbersOf = (orders: readonly { number: string }[]): string[] => orders.map(({ number }) => number)
const everything = async (): Promise<Order[]> => (await Promise.all(tabs.map((tab) => listed(`tab=${tab}`)))).flat()
const ofTab = async (tab: Order['tab']): Promise<Order[]> => (await everything()).filter((order) => order.tab === tab)
const withoutTtn = (orders: readonly Order[]): Order[] => orders.filter(({ ttn }) => ttn === null)

describe('in the tab without receipts', () => {
  test.each([1, 2, 3, 50])(
    'orders without a TTN stand after all others, both parts newest first, by pages of %d',
    async (limit) => {
      const orders = await listed('tab=no_receipt', limit)
      expect(withoutTtn(orders)).toHaveLength(7)
      expect(numbersOf(orders)).toEqual(numbersOf(inTwoParts(orders)))
      expect(new Set(numbersOf(orders)).size).toBe(14)
    },
  )

  test.each([
    '',
    '&q=Чохол',
    '&sum_from=100000',
    '&from=2026-03-09&to=2026-03-09',
    '&q=кабель&sum_to=90000&to=2026-03-10',
  ])('so they do in what «%s» leaves, by pages of 1, 2 and 3, in a selection and in a file', async (filter) => {
    const all = numbersOf(await listed(`tab=no_receipt${filter}`))
    const orders = inTwoParts((await ofTab('no_receipt')).filter(({ number }) => all.includes(number)))
    expect([orders, withoutTtn(orders)].map(({ length }) => length > 0)).toEqual([true, true])
    expect(orders.some(({ ttn }) => ttn !== null)).toBe(true)
    for (const limit of [1, 2, 3, 200])
      expect(numbersOf(await listed(`tab=no_receipt${filter}`, limit)), String(limit)).toEqual(numbersOf(orders))
    const { body } = await client.get<OrderSelection>(`/orders/selection?tab=no_receipt${filter}`)
    expect(body.ids).toEqual(orders.map(({ id }) => id))
    const { text } = await client.get(`/orders/export?format=csv&tab=no_receipt${filter}`)
    expect([...text.matchAll(/^(\d+);/gm)].map(([, number]) => number)).toEqual(numbersOf(orders))
  })

  test('an order that gets a TTN from a cashier or from the CRM stands where its time puts it, and back when it is taken away', async () => {
    const before = await listed('tab=no_receipt')
    const [edited, told] = withoutTtn(before)
    if (edited === undefined || told === undefined) throw new Error('two orders without a TTN were made')
    expect((await client.patch(`/orders/${edited.id}`, { ttn: '20450000000001' })).status).toBe(200)
    const asToldBefore = crm.orders.get(told.crm_id)
    if (asToldBefore === undefined) throw new Error('the CRM has it')
    const updated_at = '2026-03-09T07:06:00.000Z'
    await bring(app, crm, [{ ...asToldBefore, ttn: '20450000000002', updated_at }])
    const moved = await listed('tab=no_receipt', 3)
    expect(withoutTtn(moved)).toHaveLength(withoutTtn(before).length - 2)
    expect(numbersOf(moved)).toEqual(numbersOf(inTwoParts(moved)))
    expect((await client.patch(`/orders/${edited.id}`, { ttn: null })).status).toBe(200)
    await bring(app, crm, [{ ...asToldBefore, updated_at }])
    expect(numbersOf(await listed('tab=no_receipt', 3))).toEqual(numbersOf(before))
  })

  test('an order that gets a TTN between two pages may be above what is still to come; every other comes once', async () => {
    const before = await listed('tab=no_receipt')
    const moving = withoutTtn(before)[0]
    if (moving === undefined) throw new Error('there are orders without a TTN')
    const give = (ttn: string | null) => client.patch(`/orders/${moving.id}`, { ttn })
    const seen = (await pagesOf('tab=no_receipt', 3, () => give('20450000000003'))).flat()
    const expected = inTwoParts(before.filter(({ id }) => id !== moving.id))
    expect(numbersOf(seen).filter((number) => number !== moving.number)).toEqual(numbersOf(expected))
    const again = (await pagesOf('tab=no_receipt', 3, () => give(null))).flat()
    expect(new Set(numbersOf(again))).toEqual(new Set(numbersOf(before)))
    expect(withoutTtn(again).at(0)?.number).toBe(moving.number)
  })

  test('a cursor from before the upgrade goes on, and loses no order', async () => {
    const all = await listed('tab=no_receipt')
    const old = byTime(all)
    for (const [place, { ordered_at, id }] of old.entries()) {
      const seen = old.slice(0, place + 1)
      const next = await pageOf(`tab=no_receipt&limit=200&cursor=${toCursor({ at: ordered_at, id })}`)
      expect(next.next_cursor).toBeNull()
      expect(new Set(numbersOf([...seen, ...next.items]))).toEqual(new Set(numbersOf(all)))
    }
  })
})

describe('everywhere else time alone decides', () => {
  /** A few of both kinds in each tab, one of each hidden. */
  beforeAll(async () => {
    for (const changes of [
      sql`has_receipt = true`,
      sql`parcel_group = 'received'`,
      sql`parcel_group = 'refused'`,
      sql`last_failed = true`,
      sql`deleted_at = now()`,
    ]) {
      const orders = someOrders(6)
      await bring(app, crm, orders)
      const ids = orders.map(({ crm_id }) => crm_id)
      await sql`update orders set ${changes} where crm_id = any(${ids})`.execute(kasyr.db)
    }
  })

  test.each(['tab=has_receipt', 'tab=received', 'tab=refused', 'hidden=true', 'hidden=true&tab=no_receipt'])(
    'in the list of %s, with and without a filter',
    async (list) => {
      for (const query of [list, `${list}&sum_from=1`])
        for (const limit of [1, 2, 3, 200]) {
          const orders = await listed(query, limit)
          expect(withoutTtn(orders)).toHaveLength(3)
          expect(numbersOf(orders), query).toEqual(numbersOf(byTime(orders)))
          expect(orders).toHaveLength(6)
        }
    },
  )

  test('in the list of what needs attention in any tab, and in a file of all tabs', async () => {
    const failed = await listed('attention=true', 2)
    expect([failed.length, withoutTtn(failed).length]).toEqual([6, 3])
    expect(numbersOf(failed)).toEqual(numbersOf(byTime(failed)))
    const ofItsTab = await listed('attention=true&tab=no_receipt', 2)
    expect(numbersOf(ofItsTab)).toEqual(numbersOf(inTwoParts(failed)))
    const { text } = await client.get('/orders/export?format=csv')
    const exported = [...text.matchAll(/^(\d+);/gm)].map(([, number]) => number)
    expect(exported).toEqual(numbersOf(byTime(await everything())))
  })

  test('what PostgreSQL keeps of an order is what the contract says of it', async () => {
    const { rows } = await sql<{ id: string; stands_first: boolean }>`
      select id, stands_first from orders where deleted_at is null`.execute(kasyr.db)
    const kept = new Map(rows.map(({ id, stands_first }) => [id, stands_first]))
    const all = await everything()
    expect(all.map(({ id }) => kept.get(id))).toEqual(all.map(standsFirst))
    expect(new Set(kept.values()).size).toBe(2)
    expect(kept.size).toBe(all.length)
  })
})
