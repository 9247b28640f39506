import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import { manyOrders } from '#/bench/support/many-orders.ts'
import { startShop } from '../support/shop.ts'
import { staysFresh } from '../support/test-app.ts'

const { kasyr, client } = await startShop({ role: 'admin', orders: manyOrders(3_000), web: staysFresh })
beforeAll(async () => {
  await sql`analyze orders`.execute(kasyr.db)
  await client.get('/orders')
})

/** How many statements one request costs, counted where they leave the pool. */
async function statements(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const counting = (text: unknown) => {
    const statement = typeof text === 'string' ? text : ''
    if (!/^(begin|commit|start transaction)/i.test(statement)) count += 1
  }
  kasyr.watchStatements(counting)
  await work()
  kasyr.watchStatements(null)
  return count
}

describe('what a request may cost', () => {
  test('the list: one statement beside the session check, and less than 1.2 KB an order', async () => {
    let answer: { text: string; body: OrderList } | undefined
    expect(await statements(async () => (answer = await client.get<OrderList>('/orders')))).toBe(2)
    expect(answer?.body.items).toHaveLength(50)
    expect(Buffer.byteLength(answer?.text ?? '') / 50).toBeLessThan(1_200)
  })

  test('a search: two statements beside the session check', async () => {
    const search = () => client.get<OrderList>(`/orders?q=${encodeURIComponent('бондаренко')}`)
    expect((await search()).body.items).toHaveLength(50)
    expect(await statements(search)).toBe(3)
  })

  test('a Ukrainian name is found through the index whatever the locale of the server', async () => {
    const { rows } = await sql<{ found: number }>`
      select cardinality(show_trgm(search_key)) as found from orders where recipient_name like 'Бондаренко%' limit 1`.execute(
      kasyr.db,
    )
    expect(rows[0]?.found).toBeGreaterThan(30)
    const { rows: plan } = await kasyr.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql<{
        'QUERY PLAN': string
      }>`explain (analyze, format text) select id from orders where deleted_at is null and search_key like '%NEMAETAKOGO%'`.execute(
        tx,
      )
    })
    // Read from the index, not weeded out of the whole table afterwards.
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Rows Removed by Index Recheck/)
  })

  test('the summary: one statement beside the session check', async () => {
    expect(await statements(() => client.get('/orders/summary'))).toBe(2)
  })

  test('beside the session check, one order: one statement; an edit with its audit: four', async () => {
    const [order] = (await client.get<OrderList>('/orders')).body.items
    expect(await statements(() => client.get(`/orders/${order?.id}`))).toBe(2)
    expect(await statements(() => client.patch(`/orders/${order?.id}`, { notes: 'бюджет' }))).toBe(5)
  })

  /** At this size reading the table through is cheap too; what counts is that an index can serve the search at all. */
  test('every kind of search can go through an index', async () => {
    for (const [kind, where] of [
      ['words', sql`search_key like '%BONDARENKO%'`],
      ['the end of a TTN', sql`reverse(ttn) like '9274%'`],
      ['the end of a phone', sql`reverse(recipient_phone) like '9274%'`],
      ['the end of a number', sql`reverse(number) like '9274%'`],
      ['a sum', sql`total = 12345`],
    ] as const) {
      const { rows } = await kasyr.db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx)
        return sql<{
          'QUERY PLAN': string
        }>`explain select id from orders where deleted_at is null and ${where}`.execute(tx)
      })
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan, kind).toMatch(/Index/)
      expect(plan, kind).not.toMatch(/Seq Scan/)
    }
  })
})
