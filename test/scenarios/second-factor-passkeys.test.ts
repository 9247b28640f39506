import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TokenAnswer, User } from '#/contract/auth.ts'
import { ApiClient } from '../support/api-client.ts'
import { addPasskey, logInWithPasskey, showPasskey, startPasskeys } from '../support/passkeys.ts'
import { somePassword } from '../support/people.ts'
import { enrol, newestEntry, stretchWaiting, told, tryToLogIn } from '../support/second-factor.ts'

const { kasyr, clock, url, anonymous, newPasskey, aPerson, aPersonWithPasskey, stateOf, loginOptions } =
  await startPasskeys()
afterAll(() => kasyr.close())
beforeEach(() => kasyr.db.deleteFrom('login_failures').execute())

describe('a passkey', () => {
  test('opens a session alone, with the rights of its owner, and the log says so', async () => {
    const { login, id, passkey, client } = await aPersonWithPasskey()
    const { status, body } = await logInWithPasskey(anonymous, passkey)
    expect([status, body.user]).toMatchObject([200, { login, second_factor: true }])
    const me = await new ApiClient(url, body).get<User>('/auth/me')
    expect(me.body.id).toBe(id)
    expect(await newestEntry(kasyr, 'auth.logged_in')).toMatchObject({
      actor_login: login,
      details: { second_factor: 'passkey' },
    })
    const [known] = (await stateOf(client)).passkeys
    expect(known).toMatchObject({ name: 'Ноутбук', last_used_at: clock.now().toISOString() })
    expect(told(await logInWithPasskey(anonymous, passkey))).toBe('200')
  })

  test('brings the recovery codes when it is the first factor, and only then', async () => {
    const { client, login, added } = await aPersonWithPasskey()
    expect(added.recovery_codes).toHaveLength(10)
    const second = await addPasskey(client, newPasskey())
    expect(second.body.recovery_codes).toBeNull()
    expect(await newestEntry(kasyr, 'auth.passkey_added')).toMatchObject({
      actor_login: login,
      details: { name: 'Ноутбук' },
    })
    const other = await aPerson()
    await enrol(other.client, clock)
    expect((await addPasskey(other.client, newPasskey())).body.recovery_codes).toBeNull()
  })

  test('is a second factor: the password alone is no longer enough, with a recovery code it is', async () => {
    const { login, added } = await aPersonWithPasskey()
    expect(told(await tryToLogIn(kasyr, login))).toBe('401 auth.second_factor_required')
    expect(told(await tryToLogIn(kasyr, login, '123456'))).toBe('401 auth.second_factor_wrong')
    expect(told(await tryToLogIn(kasyr, login, added.recovery_codes?.[0]))).toBe('200')
  })

  test('that is removed opens nothing, and the recovery codes go with the last one', async () => {
    const { client, login, passkey, added } = await aPersonWithPasskey()
    const other = newPasskey()
    const second = await addPasskey(client, other)
    const remove = async (id: string) =>
      told(await client.call('DELETE', `/auth/passkeys/${id}`, await showPasskey(anonymous, passkey)))
    expect(await remove(second.body.passkey.id)).toBe('204')
    expect(told(await logInWithPasskey(anonymous, other))).toBe('401 auth.passkey_wrong')
    expect((await stateOf(client)).recovery_codes_left).toBe(10)
    expect(await remove(second.body.passkey.id)).toBe('404 passkey.not_found')
    expect(await remove(added.passkey.id)).toBe('204')
    expect(told(await logInWithPasskey(anonymous, passkey))).toBe('401 auth.passkey_wrong')
    expect(await stateOf(client)).toMatchObject({ authenticator: false, recovery_codes_left: 0, passkeys: [] })
    expect(await newestEntry(kasyr, 'auth.passkey_removed')).toMatchObject({
      actor_login: login,
      details: { passkey_id: added.passkey.id, second_factor: 'passkey' },
    })
    expect(await remove(added.passkey.id)).toBe('409 auth.second_factor_missing')
    expect(told(await tryToLogIn(kasyr, login))).toBe('200')
  })

  test('outlives the authenticator app, and its recovery codes with it', async () => {
    const { client, passkey } = await aPersonWithPasskey()
    await enrol(client, clock)
    const removed = await client.call('DELETE', '/auth/second-factor', await showPasskey(anonymous, passkey))
    expect(removed.status).toBe(204)
    expect((await stateOf(client)).recovery_codes_left).toBe(10)
    expect(told(await logInWithPasskey(anonymous, passkey))).toBe('200')
  })

  test('is forgotten by a reset, with a challenge that was given out before', async () => {
    const { id, client, passkey } = await aPersonWithPasskey()
    await client.post('/auth/passkeys/options')
    const admin = await aPerson('admin')
    expect((await admin.client.post(`/users/${id}/second-factor-reset`)).status).toBe(204)
    expect(told(await logInWithPasskey(anonymous, passkey))).toBe('401 auth.passkey_wrong')
    const left = await kasyr.db.selectFrom('passkey_challenges').select('id').where('user_id', '=', id).execute()
    expect(left).toEqual([])
  })

  test('still opens the door while somebody guesses the password', async () => {
    const { login, passkey } = await aPersonWithPasskey()
    for (let guess = 0; guess < 5; guess += 1) await tryToLogIn(kasyr, login, undefined, { password: 'здогадка' })
    await stretchWaiting(kasyr)
    expect(told(await tryToLogIn(kasyr, login))).toBe('429 auth.throttled')
    expect(told(await logInWithPasskey(anonymous, passkey))).toBe('200')
  })

  test('takes the place of the session the browser had, with cookies like a login with a password', async () => {
    const { login, passkey, added } = await aPersonWithPasskey()
    const [code] = added.recovery_codes ?? []
    const before = await anonymous.post<TokenAnswer>('/auth/login', {
      login,
      password: somePassword,
      code,
      refresh: 'cookie',
    })
    const cookie = before.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const { challenge_id, options } = await loginOptions()
    const credential = passkey.get(options)
    const body = { challenge_id, credential, refresh: 'cookie' }
    const opened = await anonymous.post('/auth/passkey-login', body, { cookie })
    const cookies = opened.headers.getSetCookie().map((one) => one.replace(/=.*/, ''))
    expect(cookies.toSorted()).toEqual(['kasyr_device', 'kasyr_refresh'])
    expect(opened.body).not.toHaveProperty('refresh_token')
    expect(told(await new ApiClient(url, before.body).get('/auth/me'))).toBe('401 auth.session_ended')
  })
})
