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

  test('each of the first hundred is told once, and then that the run has ended', async () => {
    const { next, leave } = await listen()
    await statementsOfSync(120)
    const heard = []
    for (let frame = await next(); frame && frame.event !== 'sync'; frame = await next()) heard.push(frame)
    leave()
    const told = heard.map(({ data }) => StreamedEvent.parse(data).id)
    expect(new Set(told).size).toBe(100)
    expect(told).toHaveLength(100)
    const known = await kasyr.db.selectFrom('orders').select('id').where('id', 'in', told).execute()
    expect(known).toHaveLength(100)
  })

  test('what is announced together is heard in the order given, under rising numbers', async () => {
    const { next, leave } = await listen()
    const ids = Array.from({ length: 50 }, newId).toReversed()
    await announceAll(kasyr.db, 'order', ids)
    const heard = []
    for (const _ of ids) heard.push(await next())
    leave()
    expect(heard.map((frame) => StreamedEvent.parse(frame?.data).id)).toEqual(ids)
    const numbers = heard.map((frame) => frame?.id ?? 0)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  })
})
