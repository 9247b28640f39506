import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sentenceOf } from '#/contract/errors.ts'
import { Problem } from '#/contract/problem.ts'
import { ownHosts } from '#/server/platform/http/edge/own-hosts.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { codeOf, openRaw, type RawAnswer } from './raw-connection.ts'

let local: TestApp
let published: TestApp
beforeAll(async () => {
  local = await startTestApp({ config: { host: 'localhost' } })
  published = await startTestApp({ config: { host: '0.0.0.0', public_url: 'https://Kasyr.Example.ua:8443/' } })
})
afterAll(async () => {
  await local.close()
  await published.close()
})

async function ask(kasyr: TestApp, headers: string[], path = '/api/v1/auth/me', version = '1.1'): Promise<RawAnswer> {
  const raw = openRaw(kasyr.url)
  const answer = await raw.ask([`GET ${path} HTTP/${version}`, ...headers, 'connection: close', '\r\n'].join('\r\n'))
  raw.close()
  return answer
}

const foreign = [
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'kasyr.example.ua.evil.example',
  'localhost.',
  'kasyr.example.ua.',
  '127.0.0.1.',
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  '0.0.0.0',
  '::1',
  '[::1',
  '[127.0.0.1]',
  '[::ffff:203.0.113.9]',
  'localhost@evil.example',
  'evil@localhost',
  'localhost/evil',
  'localhost?x',
  'localhost:',
  'localhost:80:80',
  'localhost:999999',
  'localhost, evil.example',
  'http://localhost',
  '203.0.113.9',
  '[2001:db8::1]',
  ' ',
]

describe('a request under a name that is not ours', () => {
  test.each(foreign)('is refused: Host %j', async (host) => {
    for (const kasyr of [local, published]) {
      const answer = await ask(kasyr, [`host: ${host}`])
      expect([answer.status, codeOf(answer)]).toEqual([421, 'request.wrong_host'])
    }
  })

  test('is told what to do, with the headers of every answer', async () => {
    const answer = await ask(published, ['host: evil.example'])
    expect(Problem.parse(JSON.parse(answer.body))).toMatchObject({
      title: 'Не та адреса',
      detail: sentenceOf('request.wrong_host'),
    })
    expect(sentenceOf('request.wrong_host')).toContain('KASYR_PUBLIC_URL')
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
  })

  test.each([
    ['two of them', ['host: localhost', 'host: evil.example'], '1.1'],
    ['two of them, both ours', ['host: localhost', 'Host: localhost'], '1.1'],
    ['none', [], '1.1'],
    ['none, as of old', [], '1.0'],
    ['an empty one', ['host:'], '1.1'],
  ])('is refused: %s', async (_what, headers, version) => {
    const answer = await ask(local, headers, '/api/v1/auth/me', version)
    expect([answer.status, codeOf(answer)]).toEqual([421, 'request.wrong_host'])
  })

  test('sees nothing: no page, no file, no description, no numbers', async () => {
    for (const path of ['/', '/api/openapi.json', '/api/docs', '/metrics', '/nowhere', '/%61pi'])
      expect([path, (await ask(local, ['host: evil.example'], path)).status]).toEqual([path, 421])
  })

  test('is let in nowhere but where a machine asks whether we live', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect([path, (await ask(local, ['host: 10.1.2.3:8080'], path)).status]).toEqual([path, 200])
  })
})

describe('our own names', () => {
  test.each([
    'localhost',
    'LOCALHOST:1',
    'localhost:8080',
    '127.0.0.1',
    '127.0.0.1:65535',
    '127.5.5.5',
    '[::1]',
    '[::1]:8080',
    '[0:0:0:0:0:0:0:1]',
  ])('are those of this machine: %s', async (host) => {
    for (const kasyr of [local, published]) expect(codeOf(await ask(kasyr, [`host: ${host}`]))).toBe('auth.required')
  })

  test('are the public one, whatever the port and the case of its letters', async () => {
    for (const host of ['kasyr.example.ua', 'KASYR.example.ua:8443', 'kasyr.example.ua:1']) {
      expect(codeOf(await ask(published, [`host: ${host}`]))).toBe('auth.required')
      expect((await ask(local, [`host: ${host}`])).status).toBe(421)
    }
  })

  test('are the address the connection came in on, and no other of the same network', () => {
    const own = ownHosts('0.0.0.0', null)
    expect(own.has('192.168.1.5:8080', '::ffff:192.168.1.5')).toBe(true)
    expect(own.has('192.168.1.5', '192.168.1.5')).toBe(true)
    expect(own.has('192.168.1.6', '192.168.1.5')).toBe(false)
    expect(own.has('[fe80:0::1]', 'fe80::1%eth0')).toBe(true)
    expect(own.has('[fe80::2]', 'fe80::1')).toBe(false)
    expect(own.has('192.168.1.5', undefined)).toBe(false)
  })

  test('are on the real network too', async () => {
    const address = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal)?.address
    if (address === undefined) return
    const { port } = new URL(published.url)
    const answer = await fetch(`http://${address}:${port}/api/v1/auth/me`)
    expect(answer.status).toBe(401)
    expect((await ask(published, [`host: ${address}`])).status).toBe(421)
  })

  test('are the name that is listened on', () => {
    expect(ownHosts('Kasa.lan', null).has('kasa.lan:80', '10.0.0.1')).toBe(true)
    expect(ownHosts('0.0.0.0', null).has('0.0.0.0', '127.0.0.1')).toBe(false)
  })
})
