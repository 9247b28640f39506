import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TokenAnswer, User } from '#/contract/auth.ts'
import type { Role } from '#/contract/permissions.ts'
import type { SecondFactorState } from '#/contract/second-factor.ts'
import { ApiClient } from '../support/api-client.ts'
import { runKasyr } from '../support/command-line.ts'
import { addPasskey, logInWithPasskey } from '../support/passkeys.ts'
import { aUser, somePassword } from '../support/people.ts'
import { enrol, newestEntry, told, tryToLogIn } from '../support/second-factor.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from '../support/software-passkey.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

/** Somebody got in for a while and left a passkey of their own, which asks for no password. */
let kasyr: TestApp
let anonymous: ApiClient
let admin: ApiClient
beforeAll(async () => {
  kasyr = await startTestApp()
  anonymous = new ApiClient(kasyr.url.replace('127.0.0.1', 'localhost'))
  admin = await anonymous.logIn('admin', kasyr.adminPassword)
})
afterAll(() => kasyr.close())
beforeEach(() => kasyr.db.deleteFrom('login_failures').execute())

const newPassword = 'гомінлива-криниця-88'
/** The time of the service itself: what was added since a login is told by it. */
const thisMoment = { now: () => new Date(), pass: () => undefined }
const newPasskey = () => createSoftwarePasskey(new URL(anonymous.url).origin)
const enter = async (passkey: SoftwarePasskey) => told(await logInWithPasskey(anonymous, passkey))

async function anIntrudedPerson(role: Role = 'cashier') {
  const { id, login } = await aUser(kasyr, role)
  const owner = await anonymous.logIn(login, somePassword)
  const { recovery_codes } = await enrol(owner, thisMoment)
  const own = newPasskey()
  const intruders = newPasskey()
  const ownId = (await addPasskey(owner, own)).body.passkey.id
  // Over an unlocked screen, right after the owner had given a code.
  const intrudersId = (await addPasskey(owner, intruders)).body.passkey.id
  return { id, login, owner, own, ownId, intruders, intrudersId, recovery_codes }
}

describe('a reset', () => {
  test('by an admin removes every passkey, and says so', async () => {
    const { id, login, own, intruders, recovery_codes } = await anIntrudedPerson()
    expect(await enter(intruders)).toBe('200')
    const { body } = await admin.post<{ one_time_password: string }>(`/users/${id}/password-reset`)
    expect(body).toMatchObject({ passkeys_removed: 2 })
    expect(await newestEntry(kasyr, 'user.password_reset')).toMatchObject({
      subject_id: id,
      details: { passkeys_removed: 2 },
    })
    for (const passkey of [own, intruders]) expect(await enter(passkey)).toBe('401 auth.passkey_wrong')
    // The app stays: the person still needs a code beside the one-time password.
    const { one_time_password: password } = body
    expect(told(await tryToLogIn(kasyr, login, undefined, { password }))).toBe('401 auth.second_factor_required')
    const entered = await tryToLogIn(kasyr, login, recovery_codes[0], { password })
    const person = new ApiClient(anonymous.url, entered.body)
    const chosen = { current_password: password, new_password: newPassword }
    expect((await person.post('/auth/password', chosen)).status).toBe(204)
    expect(await enter(intruders)).toBe('401 auth.passkey_wrong')
  })

  test('removes the recovery codes with a passkey that was the only factor', async () => {
    const { id, login } = await aUser(kasyr)
    const person = await anonymous.logIn(login, somePassword)
    expect((await addPasskey(person, newPasskey())).status).toBe(201)
    const { body } = await admin.post<{ one_time_password: string }>(`/users/${id}/password-reset`)
    const entered = await tryToLogIn(kasyr, login, undefined, { password: body.one_time_password })
    expect([entered.status, entered.body.user.second_factor]).toEqual([200, false])
    expect(await kasyr.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', id).execute()).toEqual([])
  })

  test('on the command line removes every passkey, and says so', async () => {
    const { login, intruders } = await anIntrudedPerson()
    const { database_url, data_dir } = kasyr.config
    const environment = { DATABASE_URL: database_url ?? '', KASYR_DATA_DIR: data_dir, KASYR_LOG_LEVEL: 'silent' }
    const { out } = await runKasyr(['user', 'password', login], environment)
    expect(out).toMatch(/^Одноразовий пароль: \S+\nВидалено ключів доступу: 2\.$/)
    expect(await enter(intruders)).toBe('401 auth.passkey_wrong')
  })

  test('of somebody without passkeys says nothing of them', async () => {
    const { id } = await aUser(kasyr)
    expect((await admin.post(`/users/${id}/password-reset`)).body).toMatchObject({ passkeys_removed: 0 })
  })
})

describe('a new password of one’s own', () => {
  test('shows what else opens the account, with dates, and removes what the person names in the same step', async () => {
    const { login, owner, own, ownId, intruders, intrudersId, recovery_codes } = await anIntrudedPerson()
    const { body } = await owner.get<SecondFactorState>('/auth/second-factor')
    expect(body).toMatchObject({ authenticator: true, passkeys: [{ id: ownId }, { id: intrudersId }] })
    for (const at of [body.authenticator_since, ...body.passkeys.map(({ created_at }) => created_at)])
      expect(new Date(at ?? 0).getTime()).toBeGreaterThanOrEqual(new Date(body.password_changed_at).getTime())

    const change = { current_password: somePassword, new_password: newPassword, remove_passkeys: [intrudersId] }
    expect(told(await owner.post('/auth/password', { ...change, code: recovery_codes[0] }))).toBe('204')
    expect(await enter(intruders)).toBe('401 auth.passkey_wrong')
    expect(await enter(own)).toBe('200')
    expect(told(await tryToLogIn(kasyr, login))).toBe('401 auth.invalid_credentials')
    expect(await newestEntry(kasyr, 'auth.passkey_removed')).toMatchObject({
      actor_login: login,
      details: { passkey_id: intrudersId, second_factor: 'recovery_code' },
    })
  })

  test('changes nothing when one of the named passkeys is not the person’s', async () => {
    const { login, owner, intruders, intrudersId, recovery_codes } = await anIntrudedPerson()
    const other = await anIntrudedPerson()
    const change = { current_password: somePassword, new_password: newPassword }
    const named = { remove_passkeys: [intrudersId, other.ownId], code: recovery_codes[0] }
    expect(told(await owner.post('/auth/password', { ...change, ...named }))).toBe('404 passkey.not_found')
    expect(await enter(intruders)).toBe('200')
    expect(told(await tryToLogIn(kasyr, login, recovery_codes[0]))).toBe('200')
  })
})

describe('the next login tells of a passkey that was added', () => {
  const namesOf = ({ passkeys_added = [] }: TokenAnswer) => passkeys_added.map(({ id }) => id)

  test('to whoever comes in with the password, until then and not after', async () => {
    const { login, intruders, ownId, intrudersId, recovery_codes } = await anIntrudedPerson()
    // The intruder's own logins do not use the notice up.
    expect(namesOf((await logInWithPasskey(anonymous, intruders)).body)).toEqual([])
    expect(namesOf((await logInWithPasskey(anonymous, intruders)).body)).toEqual([])
    const first = await tryToLogIn(kasyr, login, recovery_codes[0])
    expect(namesOf(first.body)).toEqual([ownId, intrudersId])
    const refreshed = await anonymous.post<TokenAnswer>('/auth/refresh', { refresh_token: first.body.refresh_token })
    expect(refreshed.body).not.toHaveProperty('passkeys_added')
    expect((await tryToLogIn(kasyr, login, recovery_codes[1])).body).not.toHaveProperty('passkeys_added')
  })

  test('to whoever comes in with an older passkey', async () => {
    const { own, intruders, intrudersId } = await anIntrudedPerson()
    await logInWithPasskey(anonymous, intruders)
    expect(namesOf((await logInWithPasskey(anonymous, own)).body)).toEqual([intrudersId])
    expect(namesOf((await logInWithPasskey(anonymous, own)).body)).toEqual([])
  })

  test('and of nothing that is a month old', async () => {
    const { id, login, recovery_codes } = await anIntrudedPerson()
    await sql`update passkeys set created_at = created_at - interval '31 days' where user_id = ${id}`.execute(kasyr.db)
    await sql`delete from sessions where user_id = ${id}`.execute(kasyr.db)
    expect((await tryToLogIn(kasyr, login, recovery_codes[0])).body).not.toHaveProperty('passkeys_added')
  })
})

test('a passkey that is removed takes the sessions along that it opened, and no others', async () => {
  const { owner, own, intruders, intrudersId, recovery_codes } = await anIntrudedPerson()
  const [stolen, other] = await Promise.all(
    [intruders, own].map(
      async (passkey) => new ApiClient(anonymous.url, (await logInWithPasskey(anonymous, passkey)).body),
    ),
  )
  const shown = { password: somePassword, code: recovery_codes[0] }
  expect((await owner.delete(`/auth/passkeys/${intrudersId}`, shown)).status).toBe(204)
  expect((await stolen?.get('/auth/me'))?.status).toBe(401)
  expect((await other?.get('/auth/me'))?.status).toBe(200)
  expect((await owner.get('/auth/me')).status).toBe(200)
})

test('a reset of the second factor removes the passkeys too', async () => {
  const { id, login, intruders } = await anIntrudedPerson()
  expect((await admin.post(`/users/${id}/second-factor-reset`)).status).toBe(204)
  expect(await enter(intruders)).toBe('401 auth.passkey_wrong')
  const { body } = await tryToLogIn(kasyr, login)
  expect((await new ApiClient(anonymous.url, body).get<User>('/auth/me')).body.second_factor).toBe(false)
})
