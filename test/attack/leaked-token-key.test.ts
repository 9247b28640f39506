import { createPrivateKey } from 'node:crypto'
import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accessTokenSeconds } from '#/server/auth/sessions/tokens.ts'
import { newKey, parseKeyring, type Key } from '#/server/platform/encryption/keyring.ts'
import { aWeb, openStream } from '../scenarios/event-stream-support.ts'
import { ApiClient } from '../support/api-client.ts'
import { runKasyr } from '../support/command-line.ts'
import { noteSecret } from '../support/evidence.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
/** Another process of the same service, in which nobody logs in: it signs nothing. */
let beside: TestApp
let path: string
beforeAll(async () => {
  kasyr = await startTestApp()
  const { database_url, data_dir } = kasyr.config
  beside = await startTestApp({ config: { database_url, data_dir } })
  path = join(data_dir, 'keys', 'token.keys')
})
afterAll(async () => {
  await beside.close()
  await kasyr.close()
})
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', kasyr.config.database_url ?? '')
  vi.stubEnv('KASYR_DATA_DIR', kasyr.config.data_dir)
})
afterEach(() => vi.unstubAllEnvs())

function leakedKeys(): [Key, ...Key[]] {
  const keyring = parseKeyring(readFileSync(path, 'utf8').trim())
  if ('problem' in keyring) throw new Error(keyring.problem)
  for (const { secret } of keyring) noteSecret(secret.toString('base64'))
  return [...keyring]
}

/** What somebody makes who has the key, and knows the session of `victim` from the audit log. */
async function forge({ kid, secret }: Key, victim: ApiClient, times: { iat?: number; exp?: number } = {}) {
  const { sub, sid, gen } = JSON.parse(Buffer.from(victim.token?.split('.')[1] ?? '', 'base64url').toString())
  const now = Math.floor(Date.now() / 1000)
  const { iat = now, exp = iat + accessTokenSeconds } = times
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]),
    format: 'der',
    type: 'pkcs8',
  })
  return new SignJWT({ iss: 'kasyr', aud: 'kasyr-api', sub, sid, gen, jti: crypto.randomUUID(), iat, nbf: now, exp })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid })
    .sign(key)
}

/** One route that asks for the session first, and one that proves it by what it reads. */
async function ask(token: string): Promise<number[]> {
  const statuses: number[] = []
  for (const { url } of [kasyr, beside])
    for (const route of ['/auth/me', '/orders'])
      statuses.push((await new ApiClient(url, { access_token: token }).get(route)).status)
  return statuses
}
const taken = [200, 200, 200, 200]
const refused = [401, 401, 401, 401]
const years = 10 * 365 * 86_400
const seconds = () => Math.floor(Date.now() / 1000)
const refresh = (token: string | null) =>
  kasyr.anonymous.post<{ refresh_token: string; access_token: string; code: string }>('/auth/refresh', {
    refresh_token: token,
  })

describe('a token that lives longer than tokens may is refused, although its key is ours:', () => {
  test.each([
    ['it ends in ten years', () => ({ exp: seconds() + years })],
    ['it ends a second too late', () => ({ exp: seconds() + accessTokenSeconds + 1 })],
    [
      'it says it was issued in ten years',
      () => ({ iat: seconds() + years, exp: seconds() + years + accessTokenSeconds }),
    ],
    ['it was issued ten years ago', () => ({ iat: seconds() - years, exp: seconds() + accessTokenSeconds })],
  ])('%s', async (_how, times) => {
    const cashier = await loggedIn(kasyr)
    const [key] = leakedKeys()
    expect(await ask(await forge(key, cashier, times()))).toEqual(refused)
    expect(await ask(await forge(key, cashier))).toEqual(taken)
  })
})

describe('a key of tokens that was taken away', () => {
  test('opens nothing in any process, neither with a token that was seen before nor with a fresh one', async () => {
    const cashier = await loggedIn(kasyr)
    const [leaked] = leakedKeys()
    const seen = await forge(leaked, cashier)
    // Twice: the second time the process only remembers it.
    for (let time = 0; time < 2; time += 1) expect(await ask(seen)).toEqual(taken)
    expect((await runKasyr(['keys', 'rotate', '--tokens'])).code).toBe(0)
    expect(await ask(seen)).toEqual(taken)
    utimesSync(path, new Date(), new Date(Date.now() - 3_600_000))
    expect((await runKasyr(['keys', 'forget', '--tokens'])).out).toContain(`Прибрано: «${leaked.kid}»`)
    expect(await ask(seen)).toEqual(refused)
    expect(await ask(await forge(leaked, cashier))).toEqual(refused)
  })

  test('at once, with one command: a new one signs, and whoever was logged in only refreshes', async () => {
    const cashier = await loggedIn(kasyr)
    const [leaked] = leakedKeys()
    const seen = await forge(leaked, cashier)
    const device = { user_id: '01999999-0000-7000-8000-000000000000', device_id: 'a', devices_of: '' }
    const proof = beside.app.tokens.deviceProof(device)
    expect(await ask(seen)).toEqual(taken)

    const { code, out } = await runKasyr(['keys', 'forget', '--tokens', '--now'])
    const keys = leakedKeys()
    expect(code).toBe(0)
    expect(keys).toHaveLength(1)
    expect(keys[0].kid).not.toBe(leaked.kid)
    expect(out).toContain(`Прибрано: «${leaked.kid}»`)
    expect(out).toContain(`Підписує новий ключ «${keys[0].kid}»`)
    expect(out).toContain('поновлять вхід самі')

    expect(await ask(seen)).toEqual(refused)
    expect(await ask(await forge(leaked, cashier))).toEqual(refused)
    expect(beside.app.tokens.provesDevice(device, proof)).toBe(false)
    expect(await ask(cashier.token ?? '')).toEqual(refused)
    const next = await refresh(cashier.refresh_token)
    expect(next.status).toBe(200)
    expect(await ask(next.body.access_token)).toEqual(taken)
    const entries = await kasyr.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('subject_id', '=', keys[0].kid)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { action: 'keys.tokens_rotated', details: { kid: keys[0].kid } },
      { action: 'keys.tokens_forgotten', details: { kids: [leaked.kid] } },
    ])
  })

  test('right after a rotation leaves the key that the rotation made, and asked once more takes that too', async () => {
    const cashier = await loggedIn(kasyr)
    const [leaked] = leakedKeys()
    expect((await runKasyr(['keys', 'rotate', '--tokens'])).code).toBe(0)
    const [fresh] = leakedKeys()
    const early = await runKasyr(['keys', 'forget', '--tokens'])
    expect(early).toMatchObject({ code: 1, err: expect.stringContaining('kasyr keys forget --tokens --now') })
    const later = await kasyr.anonymous.logIn('admin', kasyr.adminPassword)
    const { out } = await runKasyr(['keys', 'forget', '--tokens', '--now'])
    expect(out).toContain(`Підписує ключ «${fresh.kid}», щойно створений ротацією.`)
    expect(leakedKeys().map(({ kid }) => kid)).toEqual([fresh.kid])
    expect(await ask(await forge(leaked, cashier))).toEqual(refused)
    expect(await ask(later.token ?? '')).toEqual(taken)
    await runKasyr(['keys', 'forget', '--tokens', '--now'])
    expect(await ask(later.token ?? '')).toEqual(refused)
  })

  test('after a rotation of last week takes also the key that signed since', async () => {
    expect((await runKasyr(['keys', 'rotate', '--tokens'])).code).toBe(0)
    utimesSync(path, new Date(), new Date(Date.now() - 7 * 86_400_000))
    const before = leakedKeys().map(({ kid }) => kid)
    expect(before).toHaveLength(2)
    await runKasyr(['keys', 'forget', '--tokens', '--now'])
    const after = leakedKeys().map(({ kid }) => kid)
    expect(after).toHaveLength(1)
    expect(before).not.toContain(after[0])
  })

  test('ends the streams of events that its tokens opened, and leaves the others', async () => {
    const web = await aWeb(kasyr, { heartbeat_ms: 20 })
    const cashier = await loggedIn(kasyr)
    const [leaked] = leakedKeys()
    const thief = await openStream(web.url, new ApiClient(web.url, { access_token: await forge(leaked, cashier) }))
    await thief.next()
    await runKasyr(['keys', 'forget', '--tokens', '--now'])
    const honest = await openStream(web.url, await loggedIn(kasyr))
    await honest.next()
    expect(await thief.next()).toBeNull()
    expect(web.readers()).toBe(1)
    honest.leave()
    await web.close()
  })

  test('with an answer that was lost in that moment asks the person to log in, and fails nothing', async () => {
    const cashier = await loggedIn(kasyr)
    expect((await refresh(cashier.refresh_token)).status).toBe(200)
    await runKasyr(['keys', 'forget', '--tokens', '--now'])
    const again = await refresh(cashier.refresh_token)
    expect([again.status, again.body.code]).toEqual([401, 'auth.refresh_invalid'])
  })

  test('of the environment is taken away by the operator, who is told how', async () => {
    const key = newKey()
    noteSecret(key.secret.toString('base64'))
    vi.stubEnv('KASYR_TOKEN_KEYS', `${key.kid}:${key.secret.toString('base64')}`)
    const { code, out } = await runKasyr(['keys', 'forget', '--tokens', '--now'])
    expect(code).toBe(0)
    expect(out).toContain('Залиште в KASYR_TOKEN_KEYS лише його, на всіх машинах, і перезапустіть Касир')
  })

  test('is not confused with a key of secrets', async () => {
    expect(await runKasyr(['keys', 'forget', '--now'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--now діє лише разом із --tokens'),
    })
  })
})
