import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { OrderListQuery } from '#/contract/orders.ts'
import { tabs } from '#/contract/tabs.ts'
import { openDatabase } from '#/server/platform/database/database.ts'
import { listOrders } from '#/server/orders/queue/list-orders.ts'
import { createLog } from '#/server/platform/log.ts'
import { newId } from '#/server/platform/random.ts'
import { startShop } from '../support/shop.ts'
import { aCrmOrder } from '../support/orders.ts'

const { kasyr } = await startShop({ orders: [aCrmOrder(), aCrmOrder()] })

/** Far fewer than a connection can bear; each costs it some hundred kilobytes. */
const mostKept = 100
const places = [null, { at: '2026-03-09T07:05:00.000Z', id: newId(), in_first_part: true }]
/** Cyrillic is meant in one way, Latin letters in two. */
const words = ['шевченко', 'itdxtyrj']
const phrases = [1, 2, 3, 4, 5].flatMap((length) =>
  Array.from({ length: 2 ** length }, (_, bits) =>
    Array.from({ length }, (_word, place) => words[(bits >> place) & 1]).join(' '),
  ),
)

test('thousands of different lists leave a connection with few prepared statements, and the usual ones among them', async () => {
  const { database_url, data_dir } = kasyr.config
  const database = await openDatabase({ database_url, data_dir, claim: 'own', log: createLog('silent'), pool_size: 1 })
  try {
    let asked = 0
    const ask = async (query: object) => {
      for (const after of places)
        await listOrders(database.db, OrderListQuery.parse(query), after, {
          now: new Date(),
          paid_before: new Date(),
          stuck_before: new Date(),
          asked_before: new Date(),
          parcels_since: new Date(),
        })
      asked += places.length
    }
    for (const tab of tabs) for (let limit = 1; limit <= 200; limit += 1) await ask({ tab, limit })
    for (const tab of tabs) for (const q of phrases) await ask({ tab, q, limit: 1 + (q.length % 200) })
    for (let sum = 1; sum <= 100; sum += 1)
      await ask({ q: words[sum % 2], sum_from: String(sum), ...(sum % 3 === 0 && { prepaid: 'true' }), limit: sum })
    expect(asked).toBeGreaterThan(2_000)
    const { rows } = await sql<{ kept: number; lists: number }>`
      select count(*) as kept, count(*) filter (where statement like '%order_tallies%') as lists
      from pg_prepared_statements`.execute(database.db)
    const [counted] = rows
    expect(counted?.kept).toBeLessThan(mostKept)
    // Four tabs, four lengths of a page, the first page and the others.
    expect(counted?.lists).toBe(32)
  } finally {
    await database.close()
  }
})
