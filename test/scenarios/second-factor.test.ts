import { sql } from 'kysely'
import { URI } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { User } from '#/contract/auth.ts'
import type { Role } from '#/contract/permissions.ts'
import type { RecoveryCodes, SecondFactorSetup, SecondFactorState } from '#/contract/second-factor.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { rotateKeys } from '#/server/keys/rotate-keys.ts'
import { decrypt, kidOf } from '#/server/platform/encryption/encryption.ts'
import { runKasyr } from '../support/command-line.ts'
import { aUser, loggedIn, somePassword } from '../support/people.ts'
import { codeOf, createStandingClock, enrol, newestEntry, told, tryToLogIn } from '../support/second-factor.ts'
import { startTestApp } from '../support/test-app.ts'

const clock = createStandingClock()
const kasyr = await startTestApp({ clock })
afterAll(() => kasyr.close())
beforeEach(() => kasyr.db.deleteFrom('login_failures').execute())

async function aPerson(role: Role = 'cashier') {
  const { id, login } = await aUser(kasyr, role)
  return { id, login, client: await kasyr.anonymous.logIn(login, somePassword) }
}

async function aProtectedPerson(role: Role = 'cashier') {
  const person = await aPerson(role)
  return { ...person, ...(await enrol(person.client, clock)) }
}

const nothing = { authenticator: false, authenticator_since: null, recovery_codes_left: 0, passkeys: [] }
const stateOf = async ({ client }: Pick<Awaited<ReturnType<typeof aPerson>>, 'client'>) =>
  (await client.get<SecondFactorState>('/auth/second-factor')).body

/** Without the moment of the password, which is the same throughout. */
const factorsOf = async (person: Pick<Awaited<ReturnType<typeof aPerson>>, 'client'>) => {
  const { password_changed_at, ...factors } = await stateOf(person)
  expect(password_changed_at).toMatch(/Z$/)
  return factors
}

describe('connecting an authenticator app', () => {
  test('gives a secret every app takes, and counts only after a code of it was seen', async () => {
    const person = await aPerson()
    const { body } = await person.client.post<SecondFactorSetup>('/auth/second-factor')
    expect(URI.parse(body.uri)).toMatchObject({
      issuer: 'Касир',
      label: person.login,
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
    })
    expect(body.uri).toContain(`secret=${body.secret}`)
    // 160 bits are 32 letters of Base32.
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(await factorsOf(person)).toEqual(nothing)
    expect(told(await tryToLogIn(kasyr, person.login))).toBe('200')

    expect(told(await person.client.post('/auth/second-factor/confirm', { code: '000000' }))).toBe(
      '422 auth.code_wrong',
    )
    const code = codeOf(body.secret, clock)
    const confirmed = await person.client.post<RecoveryCodes>('/auth/second-factor/confirm', { code })
    expect(confirmed.status).toBe(200)
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10)
    for (const one of confirmed.body.recovery_codes) expect(one).toMatch(/^([a-hjkmnp-z2-9]{6}-){3}[a-hjkmnp-z2-9]{6}$/)
    const authenticator_since = clock.now().toISOString()
    expect(await factorsOf(person)).toEqual({
      ...{ authenticator: true, authenticator_since, recovery_codes_left: 10, passkeys: [] },
    })
    expect(await newestEntry(kasyr, 'auth.second_factor_enrolled')).toMatchObject({
      actor_login: person.login,
      subject_id: person.id,
    })
  })

  test('replaces a secret that was never confirmed at each call', async () => {
    const { client } = await aPerson()
    const first = await client.post<SecondFactorSetup>('/auth/second-factor')
    const second = await client.post<SecondFactorSetup>('/auth/second-factor')
    expect(second.body.secret).not.toBe(first.body.secret)
    const confirm = (secret: string) => client.post('/auth/second-factor/confirm', { code: codeOf(secret, clock) })
    expect(told(await confirm(first.body.secret))).toBe('422 auth.code_wrong')
    expect(told(await confirm(second.body.secret))).toBe('200')
  })

  test('cannot be confirmed before it was begun', async () => {
    const { client } = await aPerson()
    expect(told(await client.post('/auth/second-factor/confirm', { code: '123456' }))).toBe(
      '409 auth.second_factor_missing',
    )
  })

  test('is told in every answer about the person', async () => {
    const admin = await loggedIn(kasyr, 'admin')
    const { login, id, client, secret } = await aProtectedPerson()
    const inList = (await admin.get<{ items: User[] }>('/users?limit=200')).body.items.find((user) => user.id === id)
    const atLogin = (await tryToLogIn(kasyr, login, codeOf(secret, clock))).body.user
    const me = (await client.get<User>('/auth/me')).body
    expect([inList?.second_factor, atLogin.second_factor, me.second_factor]).toEqual([true, true, true])
    const other = await aPerson()
    expect((await other.client.get<User>('/auth/me')).body.second_factor).toBe(false)
  })

  test('keeps the secret sealed and the codes as hashes, and the rotation of keys takes the secret along', async () => {
    const { id, login, secret, recovery_codes } = await aProtectedPerson()
    const sealed = async () => {
      const query = kasyr.db.selectFrom('authenticators').select('secret').where('user_id', '=', id)
      return (await query.executeTakeFirstOrThrow()).secret
    }
    const { rows } = await sql<{ row: string }>`
      select a::text as row from authenticators a union all select r::text from recovery_codes r`.execute(kasyr.db)
    const stored = rows.map(({ row }) => row).join()
    // Bytes are shown in hexadecimal, so a code kept as it is would stand there in both spellings.
    const secrets = [secret, ...recovery_codes, ...recovery_codes.map((code) => code.replaceAll('-', ''))]
    for (const one of secrets) {
      expect(stored).not.toContain(one)
      expect(stored).not.toContain(Buffer.from(one).toString('hex'))
    }
    const before = kidOf(await sealed())
    await rotateKeys({ ...kasyr.app, db: kasyr.db }, theSystem, () => undefined)
    const place = { table: 'authenticators', row: id, field: 'secret' }
    expect(kidOf(await sealed())).not.toBe(before)
    expect(decrypt(kasyr.app.encryption_keys, place, await sealed()).toString()).toBe(secret)
    expect(told(await tryToLogIn(kasyr, login, codeOf(secret, clock)))).toBe('200')
  })
})

describe('logging in with a code', () => {
  test('asks for it after the right password, also in the demo, and says which way was taken', async () => {
    const { login, secret } = await aProtectedPerson()
    const asked = await tryToLogIn(kasyr, login)
    expect(told(asked)).toBe('401 auth.second_factor_required')
    expect(asked.body.detail).toBe('Пароль правильний. Тепер введіть шість цифр із застосунку або код відновлення.')
    const { body } = await tryToLogIn(kasyr, login, codeOf(secret, clock))
    expect(body.user.login).toBe(login)
    expect((await newestEntry(kasyr, 'auth.logged_in'))?.details).toMatchObject({ second_factor: 'authenticator' })
  })

  test('takes a phone whose clock is off by up to a step, and no more', async () => {
    const { login, secret } = await aProtectedPerson()
    clock.pass(300)
    expect(told(await tryToLogIn(kasyr, login, codeOf(secret, clock, -2)))).toBe('401 auth.second_factor_wrong')
    expect(told(await tryToLogIn(kasyr, login, codeOf(secret, clock, 2)))).toBe('401 auth.second_factor_wrong')
    expect(told(await tryToLogIn(kasyr, login, codeOf(secret, clock, -1)))).toBe('200')
    expect(told(await tryToLogIn(kasyr, login, codeOf(secret, clock, 1)))).toBe('200')
  })

  test('takes digits with spaces and dashes, as people write them', async () => {
    const { login, secret } = await aProtectedPerson()
    const code = codeOf(secret, clock)
    expect(told(await tryToLogIn(kasyr, login, ` ${code.slice(0, 3)} ${code.slice(3)} `))).toBe('200')
    clock.pass(30)
    const later = codeOf(secret, clock)
    expect(told(await tryToLogIn(kasyr, login, `${later.slice(0, 3)}–${later.slice(3)}`))).toBe('200')
  })

  test('writes a wrong code down as what it is: somebody knows the password', async () => {
    const { id, login } = await aProtectedPerson()
    await tryToLogIn(kasyr, login, '000000')
    expect(await newestEntry(kasyr, 'auth.login_failed')).toMatchObject({
      subject_id: id,
      details: { login, reason: 'wrong_code' },
    })
  })

  test('passes over a code that nobody asked for', async () => {
    const { login } = await aUser(kasyr)
    expect(told(await tryToLogIn(kasyr, login, '123456'))).toBe('200')
  })

  test('asks once: a refreshed session is not asked again', async () => {
    const { login, secret } = await aProtectedPerson()
    const { body } = await tryToLogIn(kasyr, login, codeOf(secret, clock))
    const refreshed = await kasyr.anonymous.post('/auth/refresh', { refresh_token: body.refresh_token })
    expect(refreshed.status).toBe(200)
  })
})

describe('a recovery code', () => {
  test('opens the door once, and the log says how many are left', async () => {
    const person = await aProtectedPerson()
    const code = person.recovery_codes[0]
    expect(told(await tryToLogIn(kasyr, person.login, code))).toBe('200')
    expect((await newestEntry(kasyr, 'auth.logged_in'))?.details).toMatchObject({ second_factor: 'recovery_code' })
    expect(await newestEntry(kasyr, 'auth.recovery_code_used')).toMatchObject({
      actor_login: person.login,
      subject_id: person.id,
      details: { left: 9 },
    })
    expect(told(await tryToLogIn(kasyr, person.login, code))).toBe('401 auth.second_factor_wrong')
    expect((await stateOf(person)).recovery_codes_left).toBe(9)
  })

  test('may be typed without dashes, in capitals, or with a Ukrainian layout', async () => {
    const { login, recovery_codes } = await aProtectedPerson()
    const [a = '', b = '', c = '', d = ''] = recovery_codes
    const byKey = (code: string) => Array.from(code, (key) => ukrainian[latin.indexOf(key)] ?? key).join('')
    const byLook = (code: string) =>
      Array.from(code, (letter) => cyrillic['acekmhptyx'.indexOf(letter)] ?? letter).join('')
    const typed = [a.replaceAll('-', ''), ` ${b.toUpperCase().replaceAll('-', ' ')} `, byKey(c), byLook(d)]
    for (const code of typed) expect(told(await tryToLogIn(kasyr, login, code))).toBe('200')
  })

  test('of an old set is worth nothing once a new one was made', async () => {
    const person = await aProtectedPerson()
    const renewed = await person.client.post<RecoveryCodes>('/auth/second-factor/recovery-codes', {
      password: somePassword,
      code: person.recovery_codes[1],
    })
    expect(renewed.body.recovery_codes).toHaveLength(10)
    expect(told(await tryToLogIn(kasyr, person.login, person.recovery_codes[0]))).toBe('401 auth.second_factor_wrong')
    expect(told(await tryToLogIn(kasyr, person.login, renewed.body.recovery_codes[0]))).toBe('200')
    expect(await newestEntry(kasyr, 'auth.recovery_codes_renewed')).toMatchObject({ actor_login: person.login })
  })

  test('is not made for somebody who has no second factor', async () => {
    const { client } = await aPerson()
    const answer = await client.post('/auth/second-factor/recovery-codes', { password: somePassword })
    expect(told(answer)).toBe('409 auth.second_factor_missing')
  })
})

describe('disconnecting the app', () => {
  test('takes the password and a code of it, and then the password alone is enough again', async () => {
    const person = await aProtectedPerson()
    const shown = { password: somePassword, code: codeOf(person.secret, clock) }
    const removed = await person.client.call('DELETE', '/auth/second-factor', shown)
    expect(removed.status).toBe(204)
    expect(await factorsOf(person)).toEqual(nothing)
    expect(told(await tryToLogIn(kasyr, person.login))).toBe('200')
    expect(await newestEntry(kasyr, 'auth.second_factor_removed')).toMatchObject({
      actor_login: person.login,
      details: { second_factor: 'authenticator' },
    })
    const again = await person.client.call('DELETE', '/auth/second-factor', shown)
    expect(told(again)).toBe('409 auth.second_factor_missing')
    await enrol(person.client, clock)
    expect((await stateOf(person)).authenticator).toBe(true)
  })
})

describe('a lost phone', () => {
  test('is forgotten by an admin, who must have typed the password a short while ago', async () => {
    const person = await aProtectedPerson()
    const { id: adminId, client: admin } = await aPerson('admin')
    const reset = () => admin.post(`/users/${person.id}/second-factor-reset`)
    const age = (minutes: number) =>
      sql`update sessions set authenticated_at = clock_timestamp() - make_interval(mins => ${minutes})
          where user_id = ${adminId}`.execute(kasyr.db)
    await age(16)
    expect(told(await reset())).toBe('403 auth.reauth_required')
    expect(told(await tryToLogIn(kasyr, person.login))).toBe('401 auth.second_factor_required')
    await age(1)
    expect((await reset()).status).toBe(204)
    expect(told(await person.client.get('/auth/me'))).toBe('401 auth.session_ended')
    expect(told(await tryToLogIn(kasyr, person.login))).toBe('200')
    expect(await newestEntry(kasyr, 'user.second_factor_reset')).toMatchObject({
      subject_id: person.id,
      details: { sessions_ended: 1 },
    })
    expect(told(await tryToLogIn(kasyr, person.login, person.recovery_codes[0]))).toBe('200')
    expect(await kasyr.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', person.id).execute()).toEqual(
      [],
    )
    expect(told(await reset())).toBe('409 auth.second_factor_missing')
  })

  test('is forgotten on the command line', async () => {
    const person = await aProtectedPerson()
    const { database_url, data_dir } = kasyr.config
    const environment = { DATABASE_URL: database_url ?? '', KASYR_DATA_DIR: data_dir, KASYR_LOG_LEVEL: 'silent' }
    const reset = (login: string) => runKasyr(['user', 'second-factor', 'reset', login], environment)
    const said = await reset(person.login)
    expect(said).toEqual({
      code: 0,
      out: `Другий фактор скинуто: ${person.login}. Тепер для входу досить пароля.`,
      err: '',
    })
    expect(told(await person.client.get('/auth/me'))).toBe('401 auth.session_ended')
    expect(told(await tryToLogIn(kasyr, person.login))).toBe('200')
    expect(await newestEntry(kasyr, 'user.second_factor_reset')).toMatchObject({ actor_login: null, address: null })
    expect((await reset(person.login)).err).toContain('Другий фактор не налаштовано')
    expect((await reset('nobody')).err).toContain('Такого користувача немає.')
  })

  test('is no reason to ask an admin while recovery codes are left', async () => {
    const { client, login, recovery_codes } = await aProtectedPerson()
    expect(told(await tryToLogIn(kasyr, login, recovery_codes[5]))).toBe('200')
    const shown = { password: somePassword, code: recovery_codes[6] }
    expect((await client.call('DELETE', '/auth/second-factor', shown)).status).toBe(204)
  })
})

const latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const ukrainian = 'йцукенгшщзхїфівапролджєячсмитьбю'
const cyrillic = 'асекмнртух'
