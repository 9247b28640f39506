import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { StreamedEvent } from '#/contract/events.ts'
import { announce, announceAll } from '#/server/events/announce.ts'
import { mostReplayed, purgeEvents } from '#/server/platform/events.ts'
import { newId } from '#/server/platform/random.ts'
import { startService } from '#/server/service.ts'
import { loggedIn } from '../support/people.ts'
import type { ApiClient } from '../support/api-client.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { openStream, type Reader } from './event-stream-support.ts'

let kasyr: TestApp
let cashier: ApiClient
beforeAll(async () => {
  kasyr = await startTestApp()
  cashier = await loggedIn(kasyr)
})
afterAll(() => kasyr.close())

const leaving: (() => unknown)[] = []
afterEach(async () => {
  for (const leave of leaving.splice(0)) await leave()
})

async function listen({
  url = kasyr.url,
  who = cashier,
  after,
}: { url?: string; who?: ApiClient; after?: number | string } = {}): Promise<Reader> {
  const reader = await openStream(url, who, after)
  leaving.unshift(reader.leave)
  return reader
}

async function happens(type: 'batch' | 'receipt' = 'batch'): Promise<string> {
  const id = newId()
  await kasyr.db.transaction().execute((tx) => announce(tx, type, id))
  return id
}

describe('the stream of events', () => {
  test('is for whoever has logged in', async () => {
    expect((await kasyr.anonymous.get('/events')).body.code).toBe('auth.required')
  })

  test('begins by saying where a later replay may start, and is kept by no cache and no proxy', async () => {
    await happens()
    const { answer, next } = await listen()
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-accel-buffering')).toBe('no')
    expect(await next()).toEqual({ id: expect.any(Number), event: 'ready', data: {} })
  })

  test('announces what was committed, as the contract describes it, and nothing that was rolled back', async () => {
    const { next } = await listen()
    await next()
    const undone = kasyr.db.transaction().execute(async (tx) => {
      await announce(tx, 'batch', newId())
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const id = await happens('receipt')
    const heard = await next()
    expect(heard?.event).toBe('receipt')
    expect(StreamedEvent.parse(heard?.data)).toMatchObject({ type: 'receipt', id })
  })

  test('reaches the readers of every process', async () => {
    const { log, password_cost } = kasyr.app
    const other = await startService(kasyr.config, { web: true, worker: false }, { log, password_cost })
    leaving.push(other.close)
    const readers = [await listen(), await listen({ url: other.url })]
    for (const { next } of readers) await next()
    const id = await happens()
    for (const { next } of readers) expect(await next()).toMatchObject({ event: 'batch', data: { id } })
  })
})

describe('a reader who was away', () => {
  test('is told what was missed, then that the stream is live again', async () => {
    const first = await listen()
    await first.next()
    await happens()
    const seen = await first.next()
    first.leave()
    const missed = [await happens('batch'), await happens('receipt')]

    const second = await listen({ after: seen?.id ?? 0 })
    const heard = []
    for (let frame = await second.next(); frame && frame.event !== 'ready'; frame = await second.next())
      heard.push(frame)
    // Those of the minute before come again: a transaction with a smaller number may have ended later.
    expect(heard.slice(-2).map(({ data }) => StreamedEvent.parse(data).id)).toEqual(missed)
    const id = await happens()
    expect(await second.next()).toMatchObject({ data: { id } })
  })

  test('for so long that nobody knows what was missed must load everything afresh', async () => {
    const first = await listen()
    await first.next()
    await happens()
    const seen = await first.next()
    await sql`update events set at = at - interval '1 hour'`.execute(kasyr.db)
    await happens()
    await purgeEvents(kasyr.db)
    for (const after of [seen?.id ?? 0, 999_999_999]) {
      const { next } = await listen({ after })
      expect(await next()).toEqual({ id: expect.any(Number), event: 'reset', data: {} })
    }
  })

  test('and comes back to more than a thousand events is told to load afresh, not cut off', async () => {
    const first = await listen()
    await first.next()
    await happens()
    const seen = await first.next()
    const many = Array.from({ length: 3 * mostReplayed }, () => newId())
    await announceAll(kasyr.db, 'receipt', many)
    const { next } = await listen({ after: seen?.id ?? 0 })
    expect(await next()).toEqual({ id: expect.any(Number), event: 'reset', data: {} })
  })

  test('or came in the middle of a burst, is told to load afresh and stays', async () => {
    const who = await loggedIn(kasyr)
    const readers = await Promise.all(Array.from({ length: 5 }, () => listen({ who })))
    const burst = announceAll(
      kasyr.db,
      'receipt',
      Array.from({ length: 6 * mostReplayed }, () => newId()),
    )
    readers.push(...(await Promise.all(Array.from({ length: 5 }, () => listen({ who })))))
    await burst
    const last = await happens()
    for (const { next } of readers) {
      const heard = new Set<string>()
      for (let frame = await next(); frame; frame = await next()) {
        heard.add(frame.event)
        if (frame.event === 'reset' || (frame.event === 'batch' && StreamedEvent.parse(frame.data).id === last)) break
      }
      expect([...heard].some((event) => event === 'reset' || event === 'batch')).toBe(true)
    }
    const id = await happens('receipt')
    for (const { next } of readers) {
      let frame = await next()
      while (frame && (frame.event !== 'receipt' || StreamedEvent.parse(frame.data).id !== id)) frame = await next()
      expect(frame).toMatchObject({ event: 'receipt', data: { id } })
    }
  })

  test('and comes back with something that was never an id is refused', async () => {
    const answer = await cashier.get('/events', { 'last-event-id': '1; drop table events' })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ pointer: 'header last-event-id', detail: 'Неправильний формат.' }])
  })
})
