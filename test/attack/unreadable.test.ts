import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { openRaw } from './raw-connection.ts'

let kasyr: TestApp
beforeAll(async () => {
  kasyr = await startTestApp({ config: { public_url: 'https://kasyr.example.ua' } })
})
afterAll(() => kasyr.close())

test.each([
  ['no HTTP at all', 'HELLO\r\n\r\n', 400],
  ['a head of 100 KB', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, 413],
  ['a method nobody knows', 'BREW /api/v1/users HTTP/1.1\r\nhost: localhost\r\n\r\n', 400],
  ['an expectation nobody can meet', 'GET /api/v1/users HTTP/1.1\r\nhost: localhost\r\nexpect: miracle\r\n\r\n', 400],
  ['a method of another protocol', 'PROPFIND /api/v1/users HTTP/1.1\r\nhost: localhost\r\n\r\n', 404],
  ['no host', 'GET /api/v1/users HTTP/1.1\r\n\r\n', 421],
  ['an address the router could not read', 'GET /%zz HTTP/1.1\r\nhost: localhost\r\n\r\n', 404],
  [
    'a part of an address longer than any id',
    `GET /api/v1/users/${'x'.repeat(300)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
    404,
  ],
])('%s is refused with the headers of every other answer', async (_what, request, status) => {
  const raw = openRaw(kasyr.url)
  const answer = await raw.ask(request)
  raw.close()
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'none'",
    'content-type': 'application/problem+json; charset=utf-8',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
})
