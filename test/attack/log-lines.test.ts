import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openWeb, sayRaw } from '../scenarios/http-edge-support.ts'
import { aUser, somePassword } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
beforeAll(async () => {
  kasyr = await startTestApp({ config: { public_url: 'https://kasyr.example.ua' } })
})
afterAll(() => kasyr.close())

const Line = z.looseObject({
  method: z.string(),
  route: z.string(),
  status: z.int(),
  ms: z.int(),
  address: z.string().optional(),
  user_id: z.string().optional(),
})
/** Without the logins before, whose lines may come late. */
const linesSince = (start: number) =>
  kasyr.log_lines.slice(start).flatMap((line) => {
    const read: unknown = JSON.parse(line)
    const { data } = z.looseObject({ msg: z.literal('request') }).safeParse(read)
    return data ? [Line.parse(data)].filter(({ route }) => route !== '/api/v1/auth/login') : []
  })
/** The lines of what was asked, once all of them are written. */
async function linesOf(ask: () => Promise<unknown>, count: number) {
  const start = kasyr.log_lines.length
  await ask()
  await expect.poll(() => linesSince(start).length).toBe(count)
  return linesSince(start)
}
const from = { 'x-forwarded-for': '203.0.113.9' }

describe('the line of a request that was refused', () => {
  test('names the address; and the person, if one is known', async () => {
    const { id, login } = await aUser(kasyr)
    const client = await kasyr.anonymous.logIn(login, somePassword)
    const lines = await linesOf(async () => {
      await kasyr.anonymous.get('/users', from)
      await client.get('/users', from)
      // Not with fetch, which asks a second time after a 421.
      const head =
        'GET /api/v1/auth/me HTTP/1.1\r\nhost: evil.example\r\nx-forwarded-for: 203.0.113.9\r\nconnection: close'
      await sayRaw(kasyr.url, `${head}\r\n\r\n`)
    }, 3)
    expect(lines).toMatchObject([
      { method: 'GET', route: '/api/v1/users', status: 401, address: '203.0.113.9' },
      { method: 'GET', route: '/api/v1/users', status: 403, address: '203.0.113.9', user_id: id },
      { method: 'GET', route: '/api/v1/auth/me', status: 421, address: '203.0.113.9' },
    ])
    expect(lines[0]).not.toHaveProperty('user_id')
  })

  test('names both also when it came too often', async () => {
    const { id, login } = await aUser(kasyr)
    const { token } = await kasyr.anonymous.logIn(login, somePassword)
    const web = await openWeb(kasyr, { limits: { anonymous_per_address: 1, writes_per_user: 1 } })
    const lines = await linesOf(async () => {
      for (const headers of [
        from,
        from,
        { ...from, authorization: `Bearer ${token}` },
        { ...from, authorization: `Bearer ${token}` },
      ])
        await web.anonymous.post('/auth/reauth', {}, headers)
    }, 4)
    expect(lines.filter(({ status }) => status === 429)).toMatchObject([
      { route: '/api/v1/auth/reauth', address: '203.0.113.9' },
      { route: '/api/v1/auth/reauth', address: '203.0.113.9', user_id: id },
    ])
    await web.close()
  })

  test('stands also for an address in another spelling, without the address itself', async () => {
    const lines = await linesOf(() => fetch(`${kasyr.url}/%61pi/v1/users?password=hunter2`), 1)
    expect(lines[0]).toMatchObject({ method: 'GET', status: 404 })
    expect(JSON.stringify(lines)).not.toMatch(/hunter2|%61|password/)
  })
})

test('no line carries a query, whatever separates it from the address', async () => {
  const secret = 'k7w2q9x4'
  const start = kasyr.log_lines.length
  for (const mark of ['?', '#', ';', '%3f', '%23', '?#', '/?', '\\?'])
    await sayRaw(
      kasyr.url,
      `GET /api/v1/users${mark}token=${secret} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
    )
  await expect.poll(() => linesSince(start).length).toBe(8)
  expect(kasyr.log_lines.slice(start).filter((line) => line.includes(secret))).toEqual([])
})
