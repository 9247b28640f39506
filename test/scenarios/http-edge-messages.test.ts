import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Problem } from '#/contract/problem.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { sayRaw } from './http-edge-support.ts'

let kasyr: TestApp
beforeAll(async () => {
  kasyr = await startTestApp()
})
afterAll(() => kasyr.close())

const post = (path: string, body: string, type = 'application/json') =>
  kasyr.anonymous.post(path, body, { 'content-type': type })

describe('a body', () => {
  test.each(['{', '{"login":}', "{'login':1}", '{"login":"a"}}', '', ' ', '\u0000', '{"__proto__":{"role":"admin"}}'])(
    'that is not JSON is refused: %j',
    async (text) => {
      const { status, body } = await post('/auth/login', text)
      expect(status).toBe(400)
      expect(body.code).toBe('request.malformed')
    },
  )

  test('that is missing where one is needed is refused', async () => {
    expect((await kasyr.anonymous.post('/auth/login')).status).toBe(400)
  })

  test('that is said to be JSON and is empty is none: a route that needs none does its work', async () => {
    const cashier = await loggedIn(kasyr, 'admin')
    const json = { 'content-type': 'application/json' }
    expect((await cashier.post('/auth/logout', ' ', json)).body.code).toBe('request.malformed')
    expect((await cashier.get('/auth/me')).status).toBe(200)
    expect((await cashier.post('/auth/logout', '', json)).status).toBe(204)
    expect((await cashier.get('/auth/me')).status).toBe(401)
  })

  test('in any other format is refused, above all in those a form on another site can send', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/xml',
    ]) {
      const { status, body } = await post('/auth/login', '{"login":"admin","password":"x"}', type)
      expect(status, type).toBe(415)
      expect(body.code).toBe('request.unsupported_media_type')
    }
  })

  test('that is too large is refused before it is read to its end', async () => {
    const admin = await loggedIn(kasyr, 'admin')
    const large = await admin.post('/users', { name: 'x'.repeat(1024 * 1024) })
    expect(large.status).toBe(413)
    expect(large.body.code).toBe('request.too_large')
  })
})

describe('an address', () => {
  test.each([
    '/api/v1/nowhere',
    '/api/nowhere',
    '/api/v1/audit/',
    '/assets/nothing.js',
    '/api/v1/users/%zz',
    `/api/v1/users/${'x'.repeat(300)}`,
  ])('that does not exist is not found, in JSON, whatever the browser would like: %s', async (path) => {
    const answer = await fetch(`${kasyr.url}${path}`, { headers: { accept: 'text/html' } })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Problem.parse(await answer.json()).code).toBe('request.not_found')
  })

  test('is not repeated in the refusal, where somebody could have put a script', async () => {
    const answer = await fetch(`${kasyr.url}/api/v1/users/%zz<script>alert(1)</script>`)
    expect(await answer.text()).not.toContain('script')
  })
})

describe('a method', () => {
  test('HEAD answers as GET does, without the body', async () => {
    const { token } = await loggedIn(kasyr)
    const headers = { authorization: `Bearer ${token}` }
    const [head, get] = await Promise.all(
      ['HEAD', 'GET'].map((method) => fetch(`${kasyr.url}/api/v1/auth/me`, { method, headers })),
    )
    expect(head?.status).toBe(200)
    expect(head?.headers.get('content-length')).toBe(get?.headers.get('content-length'))
    expect(await head?.text()).toBe('')
    expect((await fetch(`${kasyr.url}/api/v1/auth/me`, { method: 'HEAD' })).status).toBe(401)
  })

  test.each(['PUT', 'DELETE', 'OPTIONS'])(
    '%s is refused where it has no meaning, and the others are named',
    async (method) => {
      const { status, headers, body } = await kasyr.anonymous.call(method, '/users')
      expect(status).toBe(405)
      expect(headers.get('allow')).toBe('GET, HEAD, POST')
      expect(body.detail).toBe(`Ця адреса не приймає метод ${method}. Дозволено: GET, HEAD, POST.`)
      // No other site may read our answers, so there is nothing to negotiate.
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    },
  )

  test('of another protocol is refused like any address that does not exist', async () => {
    const status = await new Promise((resolve, reject) => {
      request(`${kasyr.url}/api/v1/users`, { method: 'TRACE' }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(404)
  })
})

describe('the head of a request', () => {
  test('with a token of 10 KB is read and the token refused', async () => {
    const answer = await kasyr.anonymous.get('/auth/me', { authorization: `Bearer ${'x'.repeat(10_000)}` })
    expect(answer.status).toBe(401)
  })

  test.each([
    [
      'of 100 KB is refused',
      `GET /api/v1/auth/me HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${'x'.repeat(100_000)}\r\n\r\n`,
      413,
      'request.too_large',
    ],
    ['that is not HTTP is refused', 'HELLO\r\n\r\n', 400, 'request.malformed'],
    [
      'with a broken length is refused',
      'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
      400,
      'request.malformed',
    ],
    [
      'that hides a second request is refused',
      'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'request.malformed',
    ],
  ])('%s as a problem, and the connection ends', async (_what, text, status, code) => {
    const answer = await sayRaw(kasyr.url, text)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status} `)
    expect(head).toContain('application/problem+json')
    expect(Problem.parse(JSON.parse(body)).code).toBe(code)
    expect((await fetch(`${kasyr.url}/healthz`)).status).toBe(200)
  })
})
