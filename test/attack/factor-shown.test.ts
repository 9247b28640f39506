import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { PasskeyOptions } from '#/contract/second-factor.ts'
import type { ApiClient } from '../support/api-client.ts'
import { addPasskey } from '../support/passkeys.ts'
import { aUser, somePassword as password } from '../support/people.ts'
import { codeOf, newestEntry, stretchWaiting, told, tryToLogIn } from '../support/second-factor.ts'
import { startProofGround } from './proof-ground.ts'

const { clock, one, anonymous, newPasskey, aProtectedPerson } = await startProofGround()

describe('somebody with the password and an open session that has proved a factor', () => {
  const acts = {
    'disconnecting the app': (client: ApiClient, body: object) => client.call('DELETE', '/auth/second-factor', body),
    'making new recovery codes': (client: ApiClient, body: object) =>
      client.post('/auth/second-factor/recovery-codes', body),
    'removing a passkey': async (client: ApiClient, body: object) =>
      client.call('DELETE', `/auth/passkeys/${await aPasskeyOf(client)}`, body),
    'removing a passkey with the old password': async (client: ApiClient, body: object) =>
      client.post('/auth/password', {
        ...{ current_password: password, new_password: 'гомінлива-криниця-88' },
        ...{ remove_passkeys: [await aPasskeyOf(client)], ...body, password: undefined },
      }),
  }
  const aPasskeyOf = async (client: ApiClient): Promise<string> => {
    const { body } = await client.get<{ passkeys: { id: string }[] }>('/auth/second-factor')
    return body.passkeys[0]?.id ?? (await addPasskey(client, newPasskey())).body.passkey.id
  }
  const everything = async (id: string) =>
    (
      await sql`select (select json_agg(a) from authenticators a where user_id = ${id}) as apps,
        (select json_agg(p order by id) from passkeys p where user_id = ${id}) as passkeys,
        (select json_agg(r order by code_hash) from recovery_codes r where user_id = ${id}) as codes,
        (select password_hash from credentials where user_id = ${id}) as hash`.execute(one.db)
    ).rows

  test.each(Object.entries(acts))('gets no further without the factor itself: %s', async (_name, act) => {
    const { id, client, secret } = await aProtectedPerson()
    await aPasskeyOf(client)
    const before = await everything(id)
    expect(told(await act(client, { password }))).toBe('403 auth.second_factor_not_shown')
    expect(told(await act(client, { password, code: '000000' }))).toBe('422 auth.code_wrong')
    // Nor with a code that was used: the one that set the app up.
    expect(told(await act(client, { password, code: codeOf(secret, clock, -1) }))).toBe('422 auth.code_wrong')
    expect(await everything(id)).toEqual(before)
    expect(
      (await newestEntry(one, _name.includes('old') ? 'auth.password_change_failed' : 'auth.reauth_failed'))?.details,
    ).toMatchObject({
      reason: 'wrong_code',
    })
  })

  test.each(Object.entries(acts))('is let on by a code, once: %s', async (_name, act) => {
    const { client, login, secret } = await aProtectedPerson()
    const id = await aPasskeyOf(client)
    const code = codeOf(secret, clock)
    expect([200, 204]).toContain((await act(client, { password, code })).status)
    expect(
      told(await tryToLogIn(one, login, code, { password: _name.includes('old') ? 'гомінлива-криниця-88' : password })),
    ).toBe('401 auth.second_factor_wrong')
    expect(id).not.toBe('')
  })

  test.each(Object.entries(acts))('is let on by a recovery code, and the log says so: %s', async (_name, act) => {
    const { client, recovery_codes } = await aProtectedPerson()
    await aPasskeyOf(client)
    expect([200, 204]).toContain((await act(client, { password, code: recovery_codes[4] })).status)
    expect((await newestEntry(one, 'auth.recovery_code_used'))?.details).toEqual({ left: 9 })
  })

  test('is let on by a passkey of the person, not by another’s, nor by a signature that was used', async () => {
    const { client } = await aProtectedPerson()
    const [mine, theirs] = [newPasskey(), newPasskey()]
    expect((await addPasskey(client, mine)).status).toBe(201)
    const other = await aProtectedPerson()
    expect((await addPasskey(other.client, theirs)).status).toBe(201)
    const sign = async (passkey: typeof mine, twist = {}) => {
      const { body } = await anonymous.post<PasskeyOptions>('/auth/passkey-login/options')
      return { challenge_id: body.challenge_id, credential: passkey.get(body.options, twist) }
    }
    const renew = async (passkey: object) =>
      told(await client.post('/auth/second-factor/recovery-codes', { password, passkey }))
    expect(await renew(await sign(theirs))).toBe('422 passkey.invalid')
    expect(await renew(await sign(mine, { unverified: true }))).toBe('422 passkey.invalid')
    expect((await newestEntry(one, 'auth.reauth_failed'))?.details).toMatchObject({ reason: 'wrong_passkey' })
    const shown = await sign(mine)
    expect(await renew(shown)).toBe('200')
    expect(await renew(shown)).toBe('422 passkey.invalid')
    expect((await newestEntry(one, 'auth.recovery_codes_renewed'))?.details).toEqual({ second_factor: 'passkey' })
  })

  test('takes one thing away with one code, however many calls race with it', async () => {
    const { client, secret } = await aProtectedPerson()
    const code = codeOf(secret, clock)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => client.post('/auth/second-factor/recovery-codes', { password, code })),
    )
    expect(answers.map(told).toSorted()).toEqual(['200', ...Array.from({ length: 3 }, () => '422 auth.code_wrong')])
  })

  test('who guesses codes is slowed down, and gets ten an hour in all', async () => {
    const { client, login, secret, recovery_codes } = await aProtectedPerson()
    const guess = async () => told(await client.call('DELETE', '/auth/second-factor', { password, code: '000000' }))
    for (let number = 0; number < 5; number += 1) expect(await guess()).toBe('422 auth.code_wrong')
    await stretchWaiting(one)
    expect(await guess()).toBe('429 auth.throttled')
    await sql`delete from login_failures where bucket like 'account-%'`.execute(one.db)
    for (let number = 0; number < 5; number += 1) {
      expect(await guess()).toBe('422 auth.code_wrong')
      await sql`delete from login_failures where bucket like 'account-%'`.execute(one.db)
    }
    expect(await guess()).toBe('429 auth.throttled')
    expect(await newestEntry(one, 'auth.reauth_failed')).toMatchObject({
      actor_login: login,
      details: { reason: 'throttled' },
    })
    // The same ten are those of logins from elsewhere.
    expect(told(await tryToLogIn(one, login, codeOf(secret, clock)))).toBe('429 auth.throttled')
    await one.db.deleteFrom('login_failures').execute()
    expect(told(await tryToLogIn(one, login, recovery_codes[0]))).toBe('200')
  })

  test('adds no further way in unless the factor was shown in the last fifteen minutes', async () => {
    const { id, client, secret } = await aProtectedPerson()
    await sql`update sessions set second_factor_at = second_factor_at - interval '16 minutes' where user_id = ${id}`.execute(
      one.db,
    )
    const stale = '403 auth.second_factor_not_shown'
    expect(told(await client.post('/auth/passkeys/options'))).toBe(stale)
    expect(
      told(await client.post('/auth/passkeys', { challenge_id: crypto.randomUUID(), name: 'Х', credential: {} })),
    ).toBe(stale)
    expect((await client.post('/auth/reauth', { password })).status).toBe(204)
    expect(told(await client.post('/auth/passkeys/options'))).toBe(stale)
    expect(told(await client.post('/auth/reauth', { password, code: '000000' }))).toBe('422 auth.code_wrong')
    expect(told(await client.post('/auth/passkeys/options'))).toBe(stale)
    expect((await client.post('/auth/reauth', { password, code: codeOf(secret, clock) })).status).toBe(204)
    expect((await addPasskey(client, newPasskey())).status).toBe(201)
    expect((await newestEntry(one, 'auth.reauthenticated'))?.details).toMatchObject({ second_factor: 'authenticator' })
  })

  test('adds no app to a passkey that was shown longer ago', async () => {
    const { id, login } = await aUser(one)
    const client = await anonymous.logIn(login, password)
    expect((await addPasskey(client, newPasskey())).status).toBe(201)
    await sql`update sessions set second_factor_at = second_factor_at - interval '16 minutes' where user_id = ${id}`.execute(
      one.db,
    )
    expect(told(await client.post('/auth/second-factor'))).toBe('403 auth.second_factor_not_shown')
  })

  test('cannot go round as an admin who resets the own account', async () => {
    const { id, client } = await aProtectedPerson('admin')
    expect(told(await client.post(`/users/${id}/second-factor-reset`))).toBe('409 user.own_reset')
    expect(told(await client.post(`/users/${id}/password-reset`))).toBe('409 user.own_reset')
  })
})
