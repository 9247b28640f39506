import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigProblems, readConfig } from '#/server/config.ts'
import { sayRaw } from '../scenarios/http-edge-support.ts'
import { noteSecret } from '../support/evidence.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const token = 'Zm9yIHRoZSB3YXRjaGVyIG9ubHk-7'
noteSecret(token)
let local: TestApp
let closed: TestApp
let open: TestApp
beforeAll(async () => {
  local = await startTestApp()
  closed = await startTestApp({ config: { public_url: 'https://kasyr.example.ua' } })
  open = await startTestApp({ config: { public_url: 'https://kasyr.example.ua', metrics_token: token } })
})
afterAll(async () => {
  await local.close()
  await closed.close()
  await open.close()
})

const ask = async (kasyr: TestApp, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${kasyr.url}/metrics`, { headers })
  return { status: answer.status, text: await answer.text() }
}
/** By hand, because `fetch` chooses its `Host` itself. */
async function statusRaw({ url }: TestApp, host: string, ...headers: string[]): Promise<number> {
  const lines = ['GET /metrics HTTP/1.1', `host: ${host}`, 'connection: close', ...headers]
  return Number((await sayRaw(url, `${lines.join('\r\n')}\r\n\r\n`)).split(' ')[1])
}
const throughProxy = { 'x-forwarded-for': '127.0.0.1' }

describe('the numbers', () => {
  test('are read on this machine as they are, where there is no public address', async () => {
    const { status, text } = await ask(local)
    expect(status).toBe(200)
    expect(text).toContain('kasyr_http_request_seconds')
    expect((await ask(local, throughProxy)).status).toBe(404)
  })

  test.each(['kasyr.example.ua', '127.0.0.1', 'localhost', '[::1]'])(
    'want the token once there is a public address, under the name %s and from loopback too: a proxy may add no header',
    async (host) => {
      const { port } = new URL(open.url)
      const names = host === 'kasyr.example.ua' ? [host] : [host, `${host}:${port}`]
      for (const name of names) {
        expect(await statusRaw(closed, name)).toBe(404)
        expect(await statusRaw(open, name)).toBe(404)
        expect(await statusRaw(open, name, `authorization: Bearer ${token}`)).toBe(200)
      }
    },
  )

  test.each([
    throughProxy,
    { 'x-forwarded-for': '10.0.0.7' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
  ])('are not there for a client of a proxy, whatever address it claims: %j', async (headers) => {
    const { status, text } = await ask(closed, headers)
    expect(status).toBe(404)
    expect(text).toContain('request.not_found')
    expect((await ask(open, headers)).status).toBe(404)
    expect((await ask(closed, { ...headers, authorization: 'Bearer ' })).status).toBe(404)
    expect((await ask(closed, { ...headers, authorization: 'Bearer null' })).status).toBe(404)
  })

  test('open to the token of the settings and to nothing like it', async () => {
    const withToken = (authorization: string) => ask(open, { ...throughProxy, authorization })
    expect((await withToken(`Bearer ${token}`)).status).toBe(200)
    expect((await withToken(`bearer ${token}`)).status).toBe(200)
    const wrong = [
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Basic ${token}`,
      token,
      `Bearer  ${token}`,
      'Bearer x',
    ]
    for (const authorization of wrong)
      expect([authorization, (await withToken(authorization)).status]).toEqual([authorization, 404])
  })

  test('do not open to somebody who is logged in: the token is for machines', async () => {
    const admin = await loggedIn(open, 'admin')
    expect((await ask(open, { ...throughProxy, authorization: `Bearer ${admin.token}` })).status).toBe(404)
  })

  test('count requests by the route that was matched, so that nobody can fill them with addresses', async () => {
    for (const path of ['/%61pi/v1/users', '/api/v1/nothing-17', '/nothing-18', '/api/v1/users/x?secret=19'])
      await fetch(open.url + path)
    const { text } = await ask(open, { authorization: `Bearer ${token}` })
    const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route))
    expect([...routes].filter((route) => /17|18|19|%|secret/.test(route ?? ''))).toEqual([])
  })
})

test.each(['short', 'with a space in the middle', 'x'.repeat(201), 'лише-українські-літери'])(
  'a token that nobody could send, or anybody guess, is refused at the start: %s',
  (KASYR_METRICS_TOKEN) => {
    expect(() => readConfig({ KASYR_METRICS_TOKEN }, '/nonexistent')).toThrow(ConfigProblems)
    expect(readConfig({ KASYR_METRICS_TOKEN: token }, '/nonexistent').metrics_token).toBe(token)
  },
)
