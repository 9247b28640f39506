import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser, somePassword } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const dashboard = mkdtempSync(join(tmpdir(), 'kasyr-dashboard-'))
mkdirSync(join(dashboard, 'assets'))
writeFileSync(
  join(dashboard, 'index.html'),
  '<!doctype html><script nonce="__CSP_NONCE__" src="/assets/a.js"></script>',
)
writeFileSync(join(dashboard, 'assets', 'a.js'), 'document.title = "Касир"')

let plain: TestApp
let secure: TestApp
beforeAll(async () => {
  plain = await startTestApp({ web: { dashboard } })
  secure = await startTestApp({ web: { dashboard }, config: { public_url: 'https://kasyr.example.ua' } })
})
afterAll(async () => {
  await plain.close()
  await secure.close()
  rmSync(dashboard, { recursive: true })
})

const page = { accept: 'text/html' }
const places: [string, string, string, Record<string, string>][] = [
  ['an answer', 'GET', '/healthz', {}],
  ['a refusal of the API', 'GET', '/api/v1/auth/me', {}],
  ['a missing address of the API', 'GET', '/api/v1/nowhere', {}],
  ['a wrong method', 'PUT', '/api/v1/users', {}],
  ['a refused body', 'POST', '/api/v1/auth/login', { 'content-type': 'text/plain' }],
  ['the dashboard', 'GET', '/orders', page],
  ['a file of the dashboard', 'GET', '/assets/a.js', {}],
  ['the description of the API', 'GET', '/api/openapi.json', {}],
  ['the page that shows it', 'GET', '/api/docs', page],
  ['an address in another spelling', 'GET', '/%61pi/v1/users', page],
  ['a wrong address with a body', 'POST', '/nowhere', { 'content-type': 'application/json' }],
]

describe.each(places)('%s', (_what, method, path, headers) => {
  const ask = (kasyr: TestApp) =>
    fetch(kasyr.url + path, { method, headers, ...(method === 'POST' && { body: 'x' }) }).then(
      (answer) => answer.headers,
    )

  test('tells the browser what this site never does', async () => {
    const said = await ask(plain)
    const policy = said.get('content-security-policy') ?? ''
    // What is never a page may load nothing at all.
    expect(policy).toMatch(path === '/orders' ? /default-src 'self'.*object-src 'none'/ : /default-src 'none'/)
    for (const part of ["base-uri 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(part)
    // No other machine is named in it: nothing a page knows can go to anybody else.
    expect(policy).not.toMatch(/unsafe|https?:|wss?:|\*/)
    expect(said.get('content-type')).toMatch(/; charset=utf-8$/i)
    expect(said.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(said.get('x-content-type-options')).toBe('nosniff')
    expect(said.get('x-frame-options')).toBe('DENY')
    expect(said.get('referrer-policy')).toBe('same-origin')
    expect(said.get('cross-origin-opener-policy')).toBe('same-origin')
    expect([...said.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect(said.get('x-powered-by')).toBeNull()
    expect(said.get('server')).toBeNull()
  })

  test('asks for https from now on only when the public address has it', async () => {
    expect((await ask(plain)).get('strict-transport-security')).toBeNull()
    expect((await ask(secure)).get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  })

  test('is kept in no cache unless it is named after its content', async () => {
    const expected = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store'
    expect((await ask(plain)).get('cache-control')).toBe(expected)
  })
})

test('the page of the dashboard carries the nonce of its own policy, a new one each time', async () => {
  const pages = await Promise.all([1, 2].map(() => fetch(`${plain.url}/anything`, { headers: page })))
  const nonces = await Promise.all(
    pages.map(async (answer) => {
      const [, nonce = ''] = /nonce="([^"]+)"/.exec(await answer.text()) ?? []
      expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
      return nonce
    }),
  )
  expect(new Set(nonces).size).toBe(2)
})

describe('the cookie of a browser', () => {
  const cookiesOf = async (kasyr: TestApp) => {
    const { login } = await aUser(kasyr)
    const body = { login, password: somePassword, refresh: 'cookie' }
    return (await kasyr.anonymous.post('/auth/login', body)).headers.getSetCookie()
  }

  test('on https is secure, for this host alone and out of reach of scripts', async () => {
    for (const cookie of await cookiesOf(secure)) {
      expect(cookie).toMatch(
        /^__Host-kasyr_(refresh|device)=[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      )
    }
  })

  test('on plain http goes to the login addresses only', async () => {
    const cookies = await cookiesOf(plain)
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies) {
      expect(cookie).toMatch(
        /^kasyr_(refresh|device)=[\w.-]+; Max-Age=\d+; Path=\/api\/v1\/auth; HttpOnly; SameSite=Strict$/,
      )
    }
  })
})

describe('a request made by another site', () => {
  const logIn = (kasyr: TestApp, headers: Record<string, string>) =>
    kasyr.anonymous.post('/auth/login', { login: 'admin', password: kasyr.adminPassword }, headers)

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://kasyr.example.ua.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('is refused: %j', async (headers) => {
    const { status, body } = await logIn(secure, headers)
    expect(status).toBe(403)
    expect(body.code).toBe('request.cross_site')
  })

  test('is told from one of our own pages and from a program', async () => {
    const own = [{ origin: 'https://kasyr.example.ua', 'sec-fetch-site': 'same-origin' }, { origin: secure.url }, {}]
    for (const headers of own) expect((await logIn(secure, headers)).status).toBe(200)
  })

  test('may still be a link that somebody followed', async () => {
    const answer = await fetch(`${secure.url}/orders`, { headers: { ...page, 'sec-fetch-site': 'cross-site' } })
    expect(answer.status).toBe(200)
  })
})
