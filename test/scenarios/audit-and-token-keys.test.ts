import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { accessTokenSeconds } from '#/server/auth/sessions/tokens.ts'
import { lostAnswerSeconds } from '#/server/auth/rules.ts'
import { sealAudit } from '#/server/audit/verifying/seal-audit.ts'
import { tokenLifeMs } from '#/server/keys/rules.ts'
import { newKey, parseKeyring } from '#/server/platform/encryption/keyring.ts'
import { recordAudit, theSystem } from '#/server/audit/record-audit.ts'
import { adminOf, alarmsOf, anotherProcess, verifyAfresh, writeEntries } from '../attack/audit-ground.ts'
import type { ApiClient } from '../support/api-client.ts'
import { runKasyr } from '../support/command-line.ts'
import { noteSecret } from '../support/evidence.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
let admin: ApiClient
let path: string
beforeAll(async () => {
  kasyr = await startTestApp()
  admin = await adminOf(kasyr)
  path = join(kasyr.config.data_dir, 'keys', 'token.keys')
})
afterAll(() => kasyr.close())
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', kasyr.config.database_url ?? '')
  vi.stubEnv('KASYR_DATA_DIR', kasyr.config.data_dir)
})
afterEach(() => vi.unstubAllEnvs())

const entriesOf = async (action: string) => {
  const rows = await kasyr.db
    .selectFrom('audit_log')
    .select(['subject_id', 'details'])
    .where('action', '=', action)
    .execute()
  return rows
}

describe('a rotation of the key of the audit log', () => {
  test('gives entries and seals a new key without a restart, and those before keep verifying', async () => {
    await writeEntries(kasyr, kasyr.app, 3)
    await sealAudit(kasyr.app)
    const { code, out } = await runKasyr(['keys', 'rotate', '--audit'])
    expect(code).toBe(0)
    const kid = /«(k\w+)»/.exec(out)?.[1] ?? ''
    expect(await entriesOf('keys.audit_rotated')).toEqual([{ subject_id: kid, details: { kid } }])
    // The running process has not heard of it yet; what it writes is good all the same.
    await writeEntries(kasyr, kasyr.app, 1)
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
    expect(await sealAudit(kasyr.app)).toBe(2)
    await writeEntries(kasyr, kasyr.app, 1)
    await sealAudit(kasyr.app)
    const { rows } = await sql<{ entry: string | null; seal: string | null }>`
      select audit_log.key_id as entry, audit_seals.key_id as seal from audit_seals join audit_log on id = entry_id
      order by seq desc limit 4`.execute(kasyr.db)
    expect(rows).toEqual([
      { entry: kid, seal: kid },
      { entry: null, seal: kid },
      { entry: null, seal: kid },
      { entry: null, seal: null },
    ])
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
    expect((await runKasyr(['audit', 'verify'])).code).toBe(0)
    const list = (await runKasyr(['keys', 'list'])).out.replaceAll(/ {2,}/g, ' ')
    expect(list).toContain(`Журнал:\n${kid} підписує\n(перший) перевіряє`)
    for (const key of kasyr.app.audit.keys.all) noteSecret(key.secret.toString('base64'))
  })

  test('survives the rotation of the keys of secrets and another one of its own', async () => {
    expect((await runKasyr(['keys', 'rotate'])).code).toBe(0)
    expect((await runKasyr(['keys', 'rotate', '--audit'])).code).toBe(0)
    await writeEntries(kasyr, kasyr.app, 1)
    await sealAudit(kasyr.app)
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
    expect(await alarmsOf(kasyr)).toEqual([])
  })

  test('ends what the old key may write: an entry made with it later is found', async () => {
    const old = await anotherProcess(kasyr)
    const [first] = old.audit.keys.all
    if (first === undefined) throw new Error('there is no key')
    const late = new Date(Date.now() + 11 * 60_000)
    const thief = {
      ...old,
      clock: { now: () => late },
      audit: { ...old.audit, writingKey: () => Promise.resolve(first) },
    }
    await kasyr.db.transaction().execute((tx) =>
      recordAudit(thief, tx, theSystem, {
        action: 'user.edited',
        subject: { type: 'user', id: 'late' },
        details: { changes: {} },
      }),
    )
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: false, reason: expect.stringContaining('який уже замінено') })
    expect(await sealAudit(kasyr.app)).toBe(0)
  })
})

const kids = (): string[] => {
  const keyring = parseKeyring(readFileSync(path, 'utf8').trim())
  if ('problem' in keyring) throw new Error(keyring.problem)
  for (const { secret } of keyring) noteSecret(secret.toString('base64'))
  return keyring.map(({ kid }) => kid)
}
const kidOfToken = (client: ApiClient): string =>
  JSON.parse(Buffer.from(client.token?.split('.')[0] ?? '', 'base64url').toString()).kid
const refresh = (token: string | undefined) =>
  kasyr.anonymous.post<{ refresh_token: string; access_token: string }>('/auth/refresh', { refresh_token: token })

describe('a rotation of the keys of tokens', () => {
  test('signs with the new key at once, logs nobody out, and old keys go only when nothing is signed by them', async () => {
    const [old = ''] = kids()
    expect(kidOfToken(admin)).toBe(old)
    const lost = await refresh(admin.refresh_token ?? undefined)
    const device = { user_id: '01999999-0000-7000-8000-000000000000', device_id: 'a', devices_of: '' }
    const proof = kasyr.app.tokens.deviceProof(device)
    expect((await runKasyr(['keys', 'rotate', '--tokens'])).code).toBe(0)
    const [fresh = '', ...others] = kids()
    expect(others).toEqual([old])
    expect((await admin.get('/auth/me')).status).toBe(200)
    const later = await kasyr.anonymous.logIn('admin', kasyr.adminPassword)
    expect(kidOfToken(later)).toBe(fresh)
    expect((await later.get('/auth/me')).status).toBe(200)
    // The answer that was lost before the rotation is given again.
    expect((await refresh(admin.refresh_token ?? undefined)).body.refresh_token).toBe(lost.body.refresh_token)
    expect(kasyr.app.tokens.provesDevice(device, proof)).toBe(true)
    expect(kasyr.app.tokens.deviceProof(device)).not.toBe(proof)

    const early = await runKasyr(['keys', 'forget', '--tokens'])
    expect(early).toMatchObject({ code: 1, err: expect.stringMatching(/Повторіть за \d{3} с\./) })
    utimesSync(path, new Date(), new Date(Date.now() - 3_600_000))
    expect((await runKasyr(['keys', 'forget', '--tokens'])).out).toContain(`Прибрано: «${old}».`)
    expect(kids()).toEqual([fresh])
    expect(kasyr.app.tokens.provesDevice(device, proof)).toBe(false)
    expect((await later.get('/auth/me')).status).toBe(200)
    expect(await entriesOf('keys.tokens_rotated')).toEqual([{ subject_id: fresh, details: { kid: fresh } }])
    expect(await entriesOf('keys.tokens_forgotten')).toEqual([{ subject_id: fresh, details: { kids: [old] } }])
    expect((await runKasyr(['keys', 'forget', '--tokens'])).out).toBe('Зайвих ключів немає.')
  })

  test('waits longer than anything signed can live', () => {
    expect(tokenLifeMs / 1000).toBeGreaterThan(accessTokenSeconds + lostAnswerSeconds)
  })

  test('of the environment is told, not done', async () => {
    const keys = [
      { ...newKey(), kid: 't2' },
      { ...newKey(), kid: 't1' },
    ]
    for (const { secret } of keys) noteSecret(secret.toString('base64'))
    vi.stubEnv('KASYR_TOKEN_KEYS', keys.map(({ kid, secret }) => `${kid}:${secret.toString('base64')}`).join())
    onTestFinished(() => void vi.unstubAllEnvs())
    expect((await runKasyr(['keys', 'rotate', '--tokens'])).out).toContain('Допишіть його в KASYR_TOKEN_KEYS першим')
    expect((await runKasyr(['keys', 'forget', '--tokens'])).out).toContain('Приберіть із KASYR_TOKEN_KEYS «t1»')
    expect((await runKasyr(['keys', 'rotate', '--tokens', '--audit'])).code).toBe(1)
  })
})
