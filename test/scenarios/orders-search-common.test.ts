import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import { tabs } from '#/contract/tabs.ts'
import { startShop } from '../support/shop.ts'

/** A word that nearly all orders have, and one that few have. */
const { kasyr, client } = await startShop({ role: 'admin' })
const orders = 9_000

beforeAll(async () => {
  await sql`
    insert into orders (id, crm_id, number, ordered_at, crm_status, recipient_name, recipient_phone, ttn, notes, goods, total, search, crm,
      has_receipt, parcel_group)
    select gen_random_uuid(), n, n, now() - n * interval '1 minute', '', 'Покупець', '380670000000',
      case when n % 8 = 0 then (20450000000000 + n)::text end, '', '[]', n, ' покупець чохол' ||
      case when n % 1501 = 7 then ' рідкість' else '' end, '{}', n % 4 = 1, (array[null, null, 'refused', 'received'])[1 + n % 4]
    from generate_series(1, ${orders}) n`.execute(kasyr.db)
  await sql`analyze orders`.execute(kasyr.db)
})

const find = async (query: string) => (await client.get<OrderList>(`/orders?${query}`)).body

async function newest(tab: string, limit: number, offset = 0): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where tab = ${tab}
    order by tab = 'no_receipt' and ttn is null, ordered_at desc, id desc limit ${limit} offset ${offset}`.execute(
    kasyr.db,
  )
  return rows.map(({ id }) => id)
}

test('a common word: the page is the newest of the tab, and each tab is counted up to a thousand and says that there are more', async () => {
  const q = encodeURIComponent('чохол')
  const found = await find(`q=${q}&tab=received`)
  expect(found.items.map(({ id }) => id)).toEqual(await newest('received', 50))
  expect(found.counts).toEqual({ no_receipt: 1_000, has_receipt: 1_000, refused: 1_000, received: 1_000 })
  expect(found.counted_in_part).toEqual([...tabs])

  const next = await find(`q=${q}&tab=received&cursor=${found.next_cursor}`)
  expect(next.items.map(({ id }) => id)).toEqual(await newest('received', 50, 50))
})

test('a common word in the tab without receipts: orders without a TTN come after all others, also across the pages', async () => {
  const seen: string[] = []
  let place = ''
  for (let page = 0; page < 7; page += 1) {
    const found = await find(`q=${encodeURIComponent('чохол')}&tab=no_receipt&limit=200${place}`)
    seen.push(...found.items.map(({ id }) => id))
    place = `&cursor=${found.next_cursor}`
  }
  // An eighth of all has a TTN: the border is on the sixth page.
  expect(orders / 8).toBeLessThan(7 * 200)
  expect(seen).toEqual(await newest('no_receipt', 7 * 200))
})

test('a common word: what is hidden is neither shown nor counted to the page', async () => {
  const [first = '', ...others] = await newest('received', 51)
  await sql`update orders set deleted_at = now() where id = ${first}`.execute(kasyr.db)
  const found = await find(`q=${encodeURIComponent('чохол')}&tab=received`)
  await sql`update orders set deleted_at = null where id = ${first}`.execute(kasyr.db)
  expect(found.items.map(({ id }) => id)).toEqual(others)
})

test('a rare word is counted to the last, in every tab', async () => {
  const found = await find(`q=${encodeURIComponent('рідкість')}&tab=received`)
  const { rows } = await sql<{ tab: string; count: number }>`
    select tab, count(*) as count from orders where search like '%рідкість%' group by tab`.execute(kasyr.db)
  expect(rows.length).toBeGreaterThan(1)
  for (const tab of tabs) expect(found.counts[tab], tab).toBe(rows.find((row) => row.tab === tab)?.count ?? 0)
  expect(found.counted_in_part).toEqual([])
})

test('what a filter leaves is counted up to a thousand as well; a whole tab is counted to the last', async () => {
  const dear = await find('sum_from=1&tab=received')
  expect([dear.counts.received, dear.counted_in_part]).toEqual([1_000, [...tabs]])
  const whole = await find('tab=received')
  expect([whole.counts.received, whole.counted_in_part]).toEqual([orders / 4, []])
})
