import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce } from '#/server/events/announce.ts'
import { newId } from '#/server/platform/random.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { aWeb, openStream } from './event-stream-support.ts'

let kasyr: TestApp
beforeAll(async () => {
  kasyr = await startTestApp()
})
afterAll(() => kasyr.close())

const soon = { heartbeat_ms: 20, alive_check_ms: 200 }

describe('a stream of events ends', () => {
  test('with the session it was opened in, at the next heartbeat', async () => {
    const web = await aWeb(kasyr, soon)
    const [leaver, stayer] = [await loggedIn(kasyr), await loggedIn(kasyr)]
    const [ended, open] = [await openStream(web.url, leaver), await openStream(web.url, stayer)]
    for (const { next } of [ended, open]) await next()
    await leaver.post('/auth/logout')
    expect(await ended.next()).toBeNull()
    const id = newId()
    await announce(kasyr.db, 'batch', id)
    expect(await open.next()).toMatchObject({ data: { id } })
    await web.close()
  })

  test('with the service, which does not wait for its readers', async () => {
    const web = await aWeb(kasyr)
    const { next } = await openStream(web.url, await loggedIn(kasyr))
    await next()
    await web.close()
    expect(await next()).toBeNull()
  })

  test('with its reader, and nothing of it stays behind', async () => {
    const web = await aWeb(kasyr)
    const { next, leave } = await openStream(web.url, await loggedIn(kasyr))
    await next()
    expect(web.readers()).toBe(1)
    leave()
    await expect.poll(web.readers).toBe(0)
    await web.close()
  })

  test('before it began for whoever asks only for the headers', async () => {
    const web = await aWeb(kasyr)
    const { token } = await loggedIn(kasyr)
    const authorization = `Bearer ${token}`
    const answer = await fetch(`${web.url}/api/v1/events`, { method: 'HEAD', headers: { authorization } })
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(web.readers()).toBe(0)
    await web.close()
  })

  test('before it began when the database cannot say what was missed', async () => {
    const web = await aWeb(kasyr)
    const cashier = await loggedIn(kasyr)
    await sql`alter table events rename to events_away`.execute(kasyr.db)
    const { answer } = await openStream(web.url, cashier, 1)
    await sql`alter table events_away rename to events`.execute(kasyr.db)
    expect(answer.status).toBe(500)
    expect(web.readers()).toBe(0)
    await web.close()
  })
})

describe('a lost connection to the database', () => {
  /** In one transaction: the event is committed before anybody can be listening again. */
  const happensUnheard = (id: string) =>
    kasyr.db.transaction().execute(async (tx) => {
      await announce(tx, 'batch', id)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
                where application_name = 'kasyr events' and datname = current_database()`.execute(tx)
    })

  test('costs the readers no event: what happened meanwhile is told when it is back', async () => {
    await announce(kasyr.db, 'batch', newId())
    const web = await aWeb(kasyr, soon)
    const { next } = await openStream(web.url, await loggedIn(kasyr))
    await next()
    const [missed, live] = [newId(), newId()]
    await happensUnheard(missed)
    expect(await next()).toMatchObject({ event: 'batch', data: { id: missed } })
    await announce(kasyr.db, 'receipt', live)
    expect(await next()).toMatchObject({ event: 'receipt', data: { id: live } })
    await web.close()
  })

  test('after which nobody knows what was missed makes every reader load afresh', async () => {
    await sql`delete from events`.execute(kasyr.db)
    const web = await aWeb(kasyr, soon)
    const { next } = await openStream(web.url, await loggedIn(kasyr))
    expect(await next()).toMatchObject({ id: 0, event: 'ready' })
    await happensUnheard(newId())
    expect(await next()).toMatchObject({ event: 'reset', data: {} })
    await web.close()
  })
})
