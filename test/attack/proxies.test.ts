import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigProblems, readConfig } from '#/server/config.ts'
import { aUser, somePassword } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const nowhere = '/nonexistent'
const settings = (environment: Record<string, string>) => readConfig(environment, nowhere)

describe('the proxies that may say who the client is', () => {
  test('are none without a public address, and this machine with one', () => {
    expect(settings({}).trusted_proxies).toEqual([])
    expect(settings({ KASYR_PUBLIC_URL: 'https://kasyr.example.ua' }).trusted_proxies).toEqual(['loopback'])
  })

  test('are those that were named', () => {
    const KASYR_TRUSTED_PROXIES = ' loopback,127.0.0.1 , 172.18.0.0/16,fd00::/8, 2001:db8::7'
    expect(settings({ KASYR_TRUSTED_PROXIES }).trusted_proxies).toEqual([
      'loopback',
      '127.0.0.1',
      '172.18.0.0/16',
      'fd00::/8',
      '2001:db8::7',
    ])
  })

  test.each([
    '*',
    'true',
    'nginx',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.1/8/8',
    '10.0.0.1,',
    'fe80::1%eth0',
  ])('are never everybody, and never a guess: %s is refused', (KASYR_TRUSTED_PROXIES) => {
    expect(() => settings({ KASYR_TRUSTED_PROXIES })).toThrow(ConfigProblems)
    expect(() => settings({ KASYR_TRUSTED_PROXIES })).toThrow(/KASYR_TRUSTED_PROXIES: неправильне значення/)
  })
})

describe('a proxy', () => {
  let trusting: TestApp
  let distrusting: TestApp
  beforeAll(async () => {
    trusting = await startTestApp({
      config: { trusted_proxies: ['127.0.0.1'], public_url: 'https://kasyr.example.ua' },
    })
    distrusting = await startTestApp({
      config: { trusted_proxies: ['10.9.9.9'], public_url: 'https://kasyr.example.ua' },
    })
  })
  afterAll(async () => {
    await trusting.close()
    await distrusting.close()
  })

  async function addressSeen(kasyr: TestApp, headers: Record<string, string>): Promise<string> {
    const { id, login } = await aUser(kasyr)
    await kasyr.anonymous.logIn(login, somePassword, headers)
    const { address } = await kasyr.db
      .selectFrom('sessions')
      .select('address')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    return address
  }

  test('is believed about the client when it is one of ours, and only about its own neighbour', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' }
    expect(await addressSeen(trusting, headers)).toBe('203.0.113.9')
    expect(await addressSeen(distrusting, headers)).toBe('127.0.0.1')
  })

  test('that passes on a foreign name is refused when it is one of ours, and not listened to when it is not', async () => {
    const foreign = { 'x-forwarded-host': 'evil.example' }
    expect((await trusting.anonymous.get('/auth/me', foreign)).body.code).toBe('request.wrong_host')
    expect((await distrusting.anonymous.get('/auth/me', foreign)).body.code).toBe('auth.required')
    expect((await trusting.anonymous.get('/auth/me', { 'x-forwarded-host': 'kasyr.example.ua' })).body.code).toBe(
      'auth.required',
    )
  })

  test('cannot make another site pass for ours', async () => {
    const headers = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }
    for (const kasyr of [trusting, distrusting]) {
      const { status, body } = await kasyr.anonymous.post('/auth/login', { login: 'admin', password: 'x' }, headers)
      expect([403, 421]).toContain(status)
      expect(['request.cross_site', 'request.wrong_host']).toContain(body.code)
    }
  })
})
