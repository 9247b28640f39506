import { once } from 'node:events'
import { createServer, request, type OutgoingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkProxy } from '#/server/cli/check-proxy.ts'
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

  test.each([
    ['a word', 'garbage'],
    ['a tag', '<script>alert(1)</script>'],
    ['8,000 letters', 'x'.repeat(8_000)],
    ['a zone without end', `fe80::1%${'a'.repeat(8_000)}`],
    ['a port', '203.0.113.9:4711'],
    ['no address at the end', '203.0.113.9, unknown'],
    ['nothing', ''],
  ])(
    'that passes on no address as one is not believed, and nothing of it is recorded: %s',
    async (_name, forwarded) => {
      expect(await addressSeen(trusting, { 'x-forwarded-for': forwarded })).toBe('127.0.0.1')
      await trusting.anonymous.post(
        '/auth/login',
        { login: 'admin', password: 'здогадка' },
        { 'x-forwarded-for': forwarded },
      )
      const { rows } = await sql<{ address: string }>`
      select distinct address from audit_log where address is not null
      union select distinct split_part(bucket, ':', 2) from login_failures where bucket like 'address:%'`.execute(
        trusting.db,
      )
      expect(rows.filter(({ address }) => isIP(address) === 0 || address.length > 45)).toEqual([])
    },
  )

  test('that names nobody is told of once, in the log, whether it keeps the name of the request or not', async () => {
    const warnings = () => trusting.log_lines.filter((line) => line.includes('X-Forwarded-For'))
    await trusting.anonymous.get('/auth/me', { 'x-forwarded-for': '203.0.113.9', origin: 'https://kasyr.example.ua' })
    await trusting.anonymous.get('/auth/me')
    expect(warnings()).toEqual([])
    for (let turn = 0; turn < 3; turn += 1)
      await trusting.anonymous.get('/auth/me', { origin: 'https://kasyr.example.ua' })
    expect(warnings()).toHaveLength(1)
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

test('made-up passkeys, which cost nothing, use up no tries of a password from the same network', async () => {
  const kasyr = await startTestApp({ config: { public_url: 'https://kasyr.example.ua' } })
  const { login } = await aUser(kasyr)
  const victim = { 'x-forwarded-for': '203.0.113.5' }
  const bogus = (number: number) => ({
    challenge_id: crypto.randomUUID(),
    credential: {
      id: `bogus${number}`,
      rawId: `bogus${number}`,
      type: 'public-key',
      response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x', userHandle: 'x' },
    },
  })
  const statuses = await Promise.all(
    Array.from({ length: 35 }, async (_, number) => {
      return (await kasyr.anonymous.post('/auth/passkey-login', bogus(number), victim)).status
    }),
  )
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect((await kasyr.anonymous.post('/auth/login', { login, password: somePassword }, victim)).status).toBe(200)
  await kasyr.close()
})

describe('the doctor asks through the proxy, under a made-up address, and tells', () => {
  /** As a proxy on this machine; `change` is what it does to the headers. */
  async function behindProxy(change: (headers: OutgoingHttpHeaders) => void) {
    let target = ''
    const proxy = createServer((asked, answer) => {
      const headers: OutgoingHttpHeaders = { ...asked.headers }
      change(headers)
      const passed = request(target + asked.url, { headers }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers)
        got.pipe(answer)
      })
      passed.end()
    })
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    const address = proxy.address()
    const public_url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const kasyr = await startTestApp({ config: { public_url } })
    target = kasyr.url
    const found = await checkProxy({ public_url })
    proxy.close()
    await kasyr.close()
    return { found, gone: await checkProxy({ public_url }) }
  }

  test('that whoever comes chooses his own address, where the proxy leaves the headers as they are', async () => {
    const { found, gone } = await behindProxy(() => undefined)
    expect(found).toMatchObject([{ ok: false, detail: expect.stringContaining('будь-якою адресою') }])
    expect(gone).toMatchObject([{ ok: 'advice', detail: expect.stringContaining('не перевірено') }])
  })

  test('that all look like one, where it names nobody', async () => {
    const { found } = await behindProxy((headers) => delete headers['x-forwarded-for'])
    expect(found).toMatchObject([{ ok: 'advice', detail: expect.stringContaining('127.0.0.1') }])
  })

  test('nothing, where it writes the address of its client itself, or where there is no public address', async () => {
    const { found } = await behindProxy((headers) => (headers['x-forwarded-for'] = '203.0.113.9'))
    expect(found).toMatchObject([{ ok: true, detail: expect.stringContaining('203.0.113.9') }])
    expect(await checkProxy({ public_url: null })).toEqual([])
  })
})
