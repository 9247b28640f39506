import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { accessTokenSeconds } from '#/server/auth/sessions/tokens.ts'
import { ApiClient } from '../support/api-client.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
let claims: JWTPayload
let kid: string
let secret: Buffer

beforeAll(async () => {
  kasyr = await startTestApp()
  const { token } = await kasyr.anonymous.logIn('admin', kasyr.adminPassword)
  claims = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString())
  const [name = '', key = ''] = readFileSync(join(kasyr.config.data_dir, 'keys', 'token.keys'), 'utf8')
    .trim()
    .split(':')
  kid = name
  secret = Buffer.from(key, 'base64')
})
afterAll(() => kasyr.close())

const ours = () =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]),
    format: 'der',
    type: 'pkcs8',
  })
const sign = (
  payload: JWTPayload,
  header: Record<string, unknown> = {},
  key: Parameters<SignJWT['sign']>[0] = ours(),
) => new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid, ...header }).sign(key)
const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
const seconds = () => Math.floor(Date.now() / 1000)

describe('a token we did not make, or not like this', () => {
  test('the one we made is accepted, so the forgeries below fail for their own reasons', async () => {
    expect((await ask(await sign(claims))).status).toBe(200)
  })

  const forgeries: [string, () => Promise<string> | string][] = [
    ['alg none', () => new UnsecuredJWT(claims).encode()],
    [
      'alg none with our header',
      () =>
        `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid })).toString('base64url')}.${part(claims)}.`,
    ],
    [
      'HS256 with the public key as the secret',
      () =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid })
          .sign(createPublicKey(ours()).export({ format: 'der', type: 'spki' })),
    ],
    ['another key under our key id', () => sign(claims, {}, generateKeyPairSync('ed25519').privateKey)],
    ['RS256', () => sign(claims, { alg: 'RS256' }, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)],
    ['wrong typ', () => sign(claims, { typ: 'JWT' })],
    ['no typ', () => sign(claims, { typ: undefined })],
    ['wrong audience', () => sign({ ...claims, aud: 'another' })],
    ['wrong issuer', () => sign({ ...claims, iss: 'another' })],
    ['expired', () => sign({ ...claims, exp: seconds() - 60 })],
    ['not valid yet', () => sign({ ...claims, nbf: seconds() + 3600 })],
    ['no expiry', () => sign(without('exp'))],
    ['no subject', () => sign(without('sub'))],
    ['no session', () => sign(without('sid'))],
    ['no token id', () => sign(without('jti'))],
    ['a session that is not a UUID', () => sign({ ...claims, sid: "' or 1=1 --" })],
    ["somebody else's session", () => sign({ ...claims, sid: crypto.randomUUID() })],
    ["somebody else's subject in our session", () => sign({ ...claims, sub: crypto.randomUUID() })],
    ['unknown key id', () => sign(claims, { kid: 'nobody' })],
    ['a path as the key id', () => sign(claims, { kid: '../../etc/passwd' })],
    ['SQL as the key id', () => sign(claims, { kid: "' or '1'='1" })],
    ['no key id', () => sign(claims, { kid: undefined })],
    [
      'a key brought along',
      () =>
        sign(
          claims,
          { jwk: generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }) },
          generateKeyPairSync('ed25519').privateKey,
        ),
    ],
    [
      'an unknown critical header',
      () =>
        sign(claims, { crit: ['x'], x: 1 }).catch(
          () => `${Buffer.from('{"alg":"EdDSA","crit":["x"]}').toString('base64url')}.${part(claims)}.AAAA`,
        ),
    ],
    ['10 KB', () => sign({ ...claims, filler: 'x'.repeat(10_000) })],
    ['40 KB', () => 'x'.repeat(40_000)],
    [
      'a changed payload',
      async () => (await sign(claims)).replace(/\.[^.]+\./, `.${part({ ...claims, sub: crypto.randomUUID() })}.`),
    ],
    ['a cut signature', async () => (await sign(claims)).slice(0, -4)],
    ['no signature', async () => (await sign(claims)).split('.').slice(0, 2).join('.')],
    ['an empty token', () => ''],
    ['rubbish', () => 'rubbish'],
    ['dots', () => '...'],
    ['a header that is not JSON', () => `${Buffer.from('not json').toString('base64url')}.${part(claims)}.AAAA`],
  ]
  test.each(forgeries)('%s gets 401 and nothing else', async (_name, forge) => {
    const answer = await ask(await forge())
    expect(answer.status).toBe(401)
    expect(answer.body.code).toMatch(/^auth\.(required|session_ended)$/)
    expect(answer.headers.get('www-authenticate')).toContain('Bearer')
  })

  test('one that worked is refused once its ten minutes are over', async () => {
    let laterMs = 0
    const beside = await startTestApp({
      clock: { now: () => new Date(Date.now() + laterMs) },
      config: { database_url: kasyr.config.database_url, data_dir: kasyr.config.data_dir },
    })
    onTestFinished(beside.close)
    const admin = await beside.anonymous.logIn('admin', beside.adminPassword)
    expect((await admin.get('/auth/me')).status).toBe(200)
    laterMs = (accessTokenSeconds - 60) * 1000
    expect((await admin.get('/auth/me')).status).toBe(200)
    laterMs = (accessTokenSeconds + 6) * 1000
    expect((await admin.get('/auth/me')).body.code).toBe('auth.session_ended')
  })

  test('another scheme is not a token at all', async () => {
    expect((await kasyr.anonymous.get('/auth/me', { authorization: 'Basic YWRtaW46YWRtaW4=' })).body.code).toBe(
      'auth.required',
    )
  })
})

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const ask = (token: string) => new ApiClient(kasyr.url, { access_token: token }).get('/auth/me')
