import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { StreamedEvent } from '#/contract/events.ts'
import { announceAll } from '#/server/events/announce.ts'
import { newId } from '#/server/platform/random.ts'
import { aCrmOrder } from '../support/orders.ts'
import { startShop } from '../support/shop.ts'
import { openStream } from './event-stream-support.ts'

const { kasyr, crm, client, sync } = await startShop()

async function statementsOfSync(newOrders: number): Promise<number> {
  crm.orders.clear()
  crm.put(...Array.from({ length: newOrders }, () => aCrmOrder()))
  let count = 0
  kasyr.watchStatements(() => (count += 1))
  const { added } = await sync()
  kasyr.watchStatements(null)
  expect(added).toBe(newOrders)
  return count
}

async function listen() {
  const reader = await openStream(kasyr.url, client)
  expect(await reader.next()).toMatchObject({ event: 'ready' })
  return reader
}

describe('what a sync tells the screens', () => {
  test('a hundred new orders cost as many statements as one', async () => {
    await statementsOfSync(1) // The job that a sync leaves behind waits already when it is counted.
    expect(await statementsOfSync(100)).toBe(await statementsOfSync(1))
  })

  test('each new order is told once, with the revision it has, and then that the run has ended', async () => {
    const { next, leave } = await listen()
    await statementsOfSync(120)
    const heard = []
    for (let frame = await next(); frame && frame.event !== 'sync'; frame = await next()) heard.push(frame)
    leave()
    const told = heard.map(({ data }) => StreamedEvent.parse(data))
    expect(told).toHaveLength(120)
    const ids = told.map(({ id }) => id)
    const kept = await kasyr.db.selectFrom('order_documents').selectAll().where('order_id', 'in', ids).execute()
    expect(new Map(told.map(({ id, revision }) => [id, revision]))).toEqual(
      new Map(kept.map(({ order_id, revision }) => [order_id, revision])),
    )
  })

  test('of more than a thousand at once the screens hear only that they must load afresh', async () => {
    await sql`
      insert into orders (id, crm_id, number, ordered_at, crm_status, recipient_name, recipient_phone, notes, goods, total, search, crm)
      select gen_random_uuid(), 'many' || n, n, now(), '', '', '', '', '[]', 0, '', '{}' from generate_series(1, 1001) n`.execute(
      kasyr.db,
    )
    const { rows } = await sql<{ type: string }>`select type from events order by id desc limit 1`.execute(kasyr.db)
    expect(rows).toEqual([{ type: 'reset' }])
  })

  test('what is announced together is heard in the order given, under rising numbers', async () => {
    const { next, leave } = await listen()
    const ids = Array.from({ length: 50 }, newId).toReversed()
    await announceAll(kasyr.db, 'receipt', ids)
    const heard = []
    while (heard.length < ids.length) {
      const frame = await next()
      // That of the test before may come late.
      if (frame?.event !== 'reset') heard.push(frame)
    }
    leave()
    expect(heard.map((frame) => StreamedEvent.parse(frame?.data).id)).toEqual(ids)
    const numbers = heard.map((frame) => frame?.id ?? 0)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  })
})
