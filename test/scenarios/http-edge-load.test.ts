import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { SessionList } from '#/contract/auth.ts'
import { sentenceOf } from '#/contract/errors.ts'
import type { OrderList } from '#/contract/orders.ts'
import { ApiClient } from '../support/api-client.ts'
import { aCrmOrder } from '../support/orders.ts'
import { aUser, loggedIn, somePassword } from '../support/people.ts'
import { ScriptedCrm } from '../support/scripted-crm.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { openWeb } from './http-edge-support.ts'

type Web = Awaited<ReturnType<typeof openWeb>>

let plain: TestApp
let proxied: TestApp
beforeAll(async () => {
  const crm = new ScriptedCrm()
  crm.put(aCrmOrder({}))
  plain = await startTestApp({ crm })
  proxied = await startTestApp({ config: { public_url: 'https://kasyr.example.ua' } })
})
afterAll(async () => {
  await plain.close()
  await proxied.close()
})

describe('where a request comes from', () => {
  /** The address that stands in one's own list of sessions. */
  async function addressSeen(kasyr: TestApp, forwarded: string): Promise<string | undefined> {
    const { login } = await aUser(kasyr)
    const client = await kasyr.anonymous.logIn(login, somePassword, { 'x-forwarded-for': forwarded })
    return (await client.get<z.infer<typeof SessionList>>('/auth/sessions')).body.items[0]?.address
  }

  test('is where the connection comes from, whatever it claims', async () => {
    expect(await addressSeen(plain, '203.0.113.9')).toBe('127.0.0.1')
  })

  test('is what the proxy on this machine says once a public address is set', async () => {
    expect(await addressSeen(proxied, '203.0.113.9')).toBe('203.0.113.9')
  })

  test('is not what the client told the proxy', async () => {
    expect(await addressSeen(proxied, '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9')
  })
})

describe('too many requests', () => {
  test('without a token are stopped for the address, with the time to wait', async () => {
    const web = await openWeb(plain, { limits: { anonymous_per_address: 3, writes_per_user: 100 } })
    const answers = []
    for (let n = 0; n < 4; n += 1) answers.push(await web.anonymous.get('/auth/me'))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429])
    const seconds = Number(answers[3]?.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(answers[3]?.body).toMatchObject({
      code: 'request.rate_limited',
      detail: sentenceOf('request.rate_limited', { seconds }),
    })
    await web.close()
  })

  test('count also for addresses that do not exist and for other spellings, but not for signs of life', async () => {
    const web = await openWeb(plain, { limits: { anonymous_per_address: 3, writes_per_user: 100 } })
    const statuses = []
    for (const path of [
      '/api/v1/nowhere',
      '/%61pi/v1/users',
      '/nowhere',
      '/api/v1/nowhere',
      '/%61pi/v1/users',
      '/healthz',
    ])
      statuses.push((await fetch(web.url + path)).status)
    expect(statuses).toEqual([404, 404, 404, 429, 429, 200])
    await web.close()
  })

  describe('to get in', () => {
    const wayIn = async (web: Web, body: object, from = '203.0.113.9', path = '/auth/login') =>
      (await web.anonymous.post(path, body, { 'x-forwarded-for': from })).status

    test('are stopped for the network after sixty in a minute, each way in by itself', async () => {
      const web = await openWeb(proxied)
      for (let turn = 0; turn < 60; turn += 1) expect(await wayIn(web, {})).toBe(400)
      const answer = await web.anonymous.post('/auth/login', {}, { 'x-forwarded-for': '203.0.113.9' })
      expect([answer.status, answer.body.code]).toEqual([429, 'request.rate_limited'])
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
      expect(await wayIn(web, {}, '203.0.113.9', '/auth/passkey-login')).toBe(400)
      expect(await wayIn(web, {}, '203.0.113.10')).toBe(400)
      await web.close()
    })

    test('count challenges of passkeys, although each is answered', async () => {
      const web = await openWeb(plain, { limits: { tries_per_address: 3 } })
      // Passkeys belong to a name.
      const byName = new ApiClient(web.url.replace('127.0.0.1', 'localhost'))
      const asked = []
      for (let turn = 0; turn < 5; turn += 1) asked.push((await byName.post('/auth/passkey-login/options')).status)
      expect(asked).toEqual([200, 200, 200, 429, 429])
      await web.close()
    })

    test('count neither who got in, nor who refreshes, nor who has a session: a full office is no flood', async () => {
      const web = await openWeb(proxied, { limits: { tries_per_address: 3 } })
      const { login } = await aUser(proxied)
      const here = { 'x-forwarded-for': '203.0.113.11' }
      for (let turn = 0; turn < 8; turn += 1) {
        const { body } = await web.anonymous.post<{ access_token: string; refresh_token: string }>(
          '/auth/login',
          { login, password: somePassword },
          here,
        )
        const refreshed = await web.anonymous.post('/auth/refresh', { refresh_token: body.refresh_token }, here)
        const asked = await web.anonymous.get('/auth/me', { ...here, authorization: `Bearer ${body.access_token}` })
        expect([refreshed.status, asked.status]).toEqual([200, 200])
        expect((await web.anonymous.post('/auth/refresh', { refresh_token: 'x'.repeat(43) }, here)).status).toBe(401)
      }
      await web.close()
    })
  })

  test.each([
    ['POST', '/auth/password', {}, 400],
    // Its session is proved by what it reads, once it is remembered.
    ['PATCH', `/orders/${crypto.randomUUID()}`, { notes: '' }, 404],
  ] as const)('of one person stop this person’s changes only: %s %s', async (method, path, body, usual) => {
    const web = await openWeb(plain, { limits: { anonymous_per_address: 1_000, writes_per_user: 2 } })
    const [eager, calm] = [await loggedIn(plain), await loggedIn(plain)]
    const change = async (token: string | null) =>
      (await web.anonymous.call(method, path, body, { authorization: `Bearer ${token}` })).status
    const statuses = []
    for (let n = 0; n < 4; n += 1) statuses.push(await change(eager.token))
    expect(statuses).toEqual([usual, usual, 429, 429])
    expect(await change(calm.token)).toBe(usual)
    expect((await web.anonymous.get('/auth/me', { authorization: `Bearer ${eager.token}` })).status).toBe(200)
    await web.close()
  })
})

describe('a change whose session is proved by what it reads', () => {
  test('is counted once, and for nobody before the proof: an ended session spends nothing of its owner', async () => {
    const web = await openWeb(plain, { limits: { anonymous_per_address: 1_000, writes_per_user: 4 } })
    const { login } = await aUser(plain)
    const [stolen, own] = [
      await plain.anonymous.logIn(login, somePassword),
      await plain.anonymous.logIn(login, somePassword),
    ]
    const [order] = (await own.get<OrderList>('/orders')).body.items
    const edit = async ({ token }: ApiClient) =>
      (
        await web.anonymous.call(
          'PATCH',
          `/orders/${order?.id}`,
          { notes: 'зміна' },
          { authorization: `Bearer ${token}` },
        )
      ).status
    for (let turn = 0; turn < 3; turn += 1) expect(await edit(stolen)).toBe(200)
    // By hand, so that this process goes on remembering it.
    const { sid } = JSON.parse(Buffer.from(stolen.token?.split('.')[1] ?? '', 'base64url').toString())
    await sql`update sessions set ended_at = clock_timestamp() where id = ${sid}`.execute(plain.db)
    const sockets = await beginWithoutBody(web, `/api/v1/orders/${order?.id}`, stolen.token, 5)
    expect(await edit(own)).toBe(200)
    expect(await edit(own)).toBe(429)
    for (const socket of sockets) socket.destroy()
    await web.close()
  })

  /** Says only the head of so many requests, and waits until it is read. */
  async function beginWithoutBody(
    { url, http }: Web,
    path: string,
    token: string | null,
    count: number,
  ): Promise<Socket[]> {
    let begun = 0
    http.server.on('request', () => (begun += 1))
    const { hostname, port, host } = new URL(url)
    const head = `PATCH ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n`
    const sockets = Array.from({ length: count }, () => {
      const socket = connect(Number(port), hostname, () => socket.write(head))
      return socket.on('error', () => undefined)
    })
    await expect.poll(() => begun).toBe(count)
    return sockets
  }
})

describe('whether the service is ready', () => {
  test('is told to everybody, and asked of the database once for all who ask within a second', async () => {
    const web = await openWeb(plain, { limits: { anonymous_per_address: 1 } })
    let asked = 0
    plain.watchStatements((text) => (asked += text === 'select 1' ? 1 : 0))
    const answers = await Promise.all(Array.from({ length: 200 }, () => fetch(`${web.url}/readyz`)))
    plain.watchStatements(null)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    // On a slow machine a second or two may pass meanwhile.
    expect(asked).toBeGreaterThanOrEqual(1)
    expect(asked).toBeLessThan(20)
    await web.close()
  })
})

describe('the numbers for the machine that watches', () => {
  test('count requests by route and status, and jobs by state', async () => {
    await plain.anonymous.get('/auth/me')
    const answer = await fetch(`${plain.url}/metrics`)
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(text).toMatch(/kasyr_http_request_seconds_count\{method="GET",route="\/api\/v1\/auth\/me",status="401"\} \d/)
    expect(text).toMatch(/kasyr_jobs\{job="events\.purge",state="queued"\} \d/)
  })
})

describe('a service that cannot follow', () => {
  test('refuses what it is asked for, and still says that it is alive and able to work', async () => {
    // No event loop is as quick as that.
    const web = await openWeb(plain, { limits: { longest_event_loop_delay_ms: 1e-6 } })
    await expect.poll(async () => (await fetch(`${web.url}/api/v1/auth/me`)).status).toBe(503)
    expect(await (await fetch(`${web.url}/api/v1/auth/me`)).json()).toMatchObject({ code: 'server.overloaded' })
    for (const path of ['/healthz', '/readyz'])
      expect([path, (await fetch(web.url + path)).status]).toEqual([path, 200])
    await web.close()
  })
})
