import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#/server/platform/database/database.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { openWeb, route } from './http-edge-support.ts'

let kasyr: TestApp
beforeAll(async () => {
  kasyr = await startTestApp()
})
afterAll(() => kasyr.close())

const Status = z.strictObject({ status: z.string() })
const leaky = (): z.infer<typeof Status> => Object.assign({ status: 'ok' }, { password: 'hunter2' })

describe('a fault of ours', () => {
  test('is told as one sentence with a code for the log, and stops nothing', async () => {
    const web = await openWeb(kasyr, {
      routes: route('broken', async () => {
        throw new Error('ключ 4242 не підходить')
      }),
    })
    const { status, headers, body, text } = await web.anonymous.get('/broken')
    expect(status).toBe(500)
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(body.detail).toContain(body.instance)
    expect(text).not.toMatch(/4242|Error|\.ts|node_modules/)
    expect(kasyr.log_lines.find((line) => line.includes(body.instance) && line.includes('4242'))).toBeDefined()
    expect((await web.anonymous.get('/api/openapi.json')).status).toBe(200)
    await web.close()
  })

  test('in a query shows nothing of the query', async () => {
    const web = await openWeb(kasyr, {
      routes: route('broken', () => sql`select 1 / 0 as secret_column from users`.execute(kasyr.db)),
    })
    const { status, text } = await web.anonymous.get('/broken')
    expect(status).toBe(500)
    expect(text).not.toMatch(/division|secret_column|22012/)
    await web.close()
  })

  test('in an answer that does not fit the contract is not sent to anybody', async () => {
    const web = await openWeb(kasyr, {
      routes: (http) =>
        void http.get(
          '/api/v1/leaky',
          { config: { permission: 'public' }, schema: { summary: 'Зайве', response: { 200: Status } } },
          async () => leaky(),
        ),
    })
    const { status, text } = await web.anonymous.get('/leaky')
    expect(status).toBe(500)
    expect(text).not.toContain('hunter2')
    await web.close()
  })
})

describe('without the database', () => {
  test('the service says so, asks to come back, and is not ready', async () => {
    const { log } = kasyr.app
    const nowhere = {
      database_url: 'postgres://nobody@127.0.0.1:1/none',
      data_dir: '/nonexistent',
      claim: 'own',
      log,
    } as const
    const database = await openDatabase(nowhere)
    const web = await openWeb(kasyr, { db: database.db })
    const { status, headers, body } = await web.anonymous.post('/auth/login', { login: 'admin', password: 'x' })
    expect(status).toBe(503)
    expect(headers.get('retry-after')).toBe('5')
    expect(body.code).toBe('server.database_unavailable')
    const ready = await fetch(`${web.url}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toEqual({ status: 'unavailable' })
    expect((await fetch(`${web.url}/healthz`)).status).toBe(200)
    await web.close()
    await database.close()
  })

  test('for a moment, every request is still answered, and then all is as before', async () => {
    const admin = await loggedIn(kasyr, 'admin')
    // A connection of its own: the service's may be among the dead ones of the round before.
    const killer = new Client({ connectionString: kasyr.config.database_url ?? '' })
    await killer.connect()
    const statuses = new Set<number>()
    for (let round = 0; round < 5; round += 1) {
      const asking = Array.from({ length: 20 }, () => admin.get('/users'))
      await killer.query(`select pg_terminate_backend(pid) from pg_stat_activity
                          where datname = current_database() and pid <> pg_backend_pid()`)
      for (const { status } of await Promise.all(asking)) statuses.add(status)
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    await killer.end()
    await expect.poll(async () => (await fetch(`${kasyr.url}/readyz`)).status).toBe(200)
    await expect.poll(async () => (await admin.get('/users')).status).toBe(200)
  })

  test('reset by the network, the fault is not laid at the caller’s door', async () => {
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    const web = await openWeb(kasyr, { routes: route('reset', () => Promise.reject(reset)) })
    expect((await web.anonymous.get('/reset')).body.code).toBe('server.database_unavailable')
    await web.close()
  })
})
