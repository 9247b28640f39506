import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TokenAnswer } from '#/contract/auth.ts'
import type { Role } from '#/contract/permissions.ts'
import type { PasskeyOptions, SecondFactorSetup } from '#/contract/second-factor.ts'
import { openStream } from '../scenarios/event-stream-support.ts'
import { ApiClient } from '../support/api-client.ts'
import { holdLock, untilWaiting } from '../support/held-lock.ts'
import { addPasskey, logInWithPasskey } from '../support/passkeys.ts'
import { aUser, somePassword } from '../support/people.ts'
import { aRegister } from '../support/registers.ts'
import {
  codeOf,
  createStandingClock,
  enrol,
  newestEntry,
  realCrm,
  stretchWaiting,
  told,
  tryToLogIn,
} from '../support/second-factor.ts'
import { createSoftwarePasskey } from '../support/software-passkey.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

/** Two processes on one database, of a real shop: admins are obliged to a second factor. Opened by name, for passkeys. */
const clock = createStandingClock()
const config = { crm: realCrm, second_factor: 'admins' as const }
const one = await startTestApp({ clock, config })
const { database_url, data_dir } = one.config
const two = await startTestApp({ clock, config: { ...config, database_url, data_dir } })
afterAll(async () => {
  await two.close()
  await one.close()
})
beforeEach(async () => {
  for (const { app } of [one, two]) app.mode = 'real'
  await one.db.deleteFrom('login_failures').execute()
})

const byName = ({ url }: TestApp) => url.replace('127.0.0.1', 'localhost')
const anonymous = new ApiClient(byName(one))
const newPasskey = () => createSoftwarePasskey(new URL(byName(one)).origin)
const ended = '401 auth.session_ended'
const password = somePassword

let count = 0
const makeAnAdmin = async (client: ApiClient) =>
  told(await client.post('/users', { login: `false-admin${(count += 1)}`, name: 'Підставний', role: 'admin' }))
const changeASecret = async (client: ApiClient) => told(await client.post('/cash-registers', aRegister()))

/** The owner of an account without a factor, and somebody who has stolen the password: each in a session of their own. */
async function aRobbedPerson(role: Role = 'admin') {
  const { id, login } = await aUser(one, role)
  const owner = await anonymous.logIn(login, password)
  const thief = await anonymous.logIn(login, password)
  return { id, login, owner, thief, thiefElsewhere: new ApiClient(byName(two), { access_token: thief.token ?? '' }) }
}

/** Somebody with an app, and their session that has proved it. */
async function aProtectedPerson(role: Role = 'cashier') {
  const { id, login } = await aUser(one, role)
  const client = await anonymous.logIn(login, password)
  return { id, login, client, ...(await enrol(client, clock)) }
}

const addFirst = {
  authenticator: async (client: ApiClient) => void (await enrol(client, clock)),
  passkey: async (client: ApiClient) => expect((await addPasskey(client, newPasskey())).status).toBe(201),
}

describe('a thief who knows the password and was logged in before the owner set the first factor up', () => {
  test.each(Object.entries(addFirst))('is out at once, in every process: %s', async (_name, addFactor) => {
    const { id, owner, thief, thiefElsewhere } = await aRobbedPerson()
    const { answer, leave } = await openStream(byName(two), thief)
    const stream = answer.text()
    expect(told(await thiefElsewhere.get('/auth/me'))).toBe('200')
    expect(await makeAnAdmin(thief)).toBe('403 auth.second_factor_needed')

    await addFactor(owner)

    expect(await makeAnAdmin(thief)).toBe(ended)
    expect(await makeAnAdmin(thiefElsewhere)).toBe(ended)
    expect(await changeASecret(thief)).toBe(ended)
    for (const path of ['/auth/me', '/orders', '/orders/summary', '/events'])
      for (const client of [thief, thiefElsewhere]) expect(told(await client.get(path)), path).toBe(ended)
    expect(told(await thief.post('/auth/reauth', { password }))).toBe(ended)
    expect(told(await thief.call('DELETE', '/auth/second-factor', { password, code: '123456' }))).toBe(ended)
    expect(told(await thief.post('/auth/passkeys/options'))).toBe(ended)
    const refreshed = await anonymous.post('/auth/refresh', { refresh_token: thief.refresh_token })
    expect(told(refreshed)).toBe('401 auth.refresh_invalid')
    // The stream was opened at the other process; it is told at once, with no heartbeat in between.
    await stream
    leave()
    const { rows } = await sql`select from audit_log where action = 'auth.session_ended'
      and actor_id = ${id} and details ->> 'reason' = 'factor_enrolled'`.execute(one.db)
    expect(rows).toHaveLength(1)
  })

  test.each(Object.entries(addFirst))(
    'while the owner goes on in the session it was set up in: %s',
    async (_name, add) => {
      const { owner, login } = await aRobbedPerson()
      expect(await makeAnAdmin(owner)).toBe('403 auth.second_factor_needed')
      await add(owner)
      expect(await makeAnAdmin(owner)).toBe('201')
      const { body } = await anonymous.post<TokenAnswer>('/auth/refresh', { refresh_token: owner.refresh_token })
      expect(await makeAnAdmin(new ApiClient(byName(two), body))).toBe('201')
      expect(told(await tryToLogIn(one, login))).toBe('401 auth.second_factor_required')
    },
  )

  test('cannot finish what they had begun: neither an app nor a passkey of their own', async () => {
    const { id, owner, thief } = await aRobbedPerson()
    const { body: app } = await thief.post<SecondFactorSetup>('/auth/second-factor')
    const { body: offered } = await thief.post<PasskeyOptions>('/auth/passkeys/options')
    const credential = newPasskey().create(offered.options)
    expect((await addPasskey(owner, newPasskey())).status).toBe(201)
    const added = { challenge_id: offered.challenge_id, name: 'Чужий', credential }
    expect(told(await thief.post('/auth/passkeys', added))).toBe(ended)
    const confirmed = { code: codeOf(app.secret, clock) }
    expect(told(await thief.post('/auth/second-factor/confirm', confirmed))).toBe(ended)
    // Not even with a token of the owner's own session: what was begun before the first factor is gone.
    expect(told(await owner.post('/auth/second-factor/confirm', confirmed))).toBe('409 auth.second_factor_missing')
    expect(told(await owner.post('/auth/passkeys', added))).toBe('422 passkey.invalid')
    const { length } = await one.db.selectFrom('passkeys').select('id').where('user_id', '=', id).execute()
    expect(length).toBe(1)
  })
})

describe('what waits at the lock of the account while the first factor is set up', () => {
  /** The owner's confirmation stands first in line, then what the thief does; both go on when the lock is let go. */
  async function behindConfirmation<Answer>(
    act: (person: Awaited<ReturnType<typeof aRobbedPerson>>) => Promise<Answer>,
  ) {
    const person = await aRobbedPerson()
    const { body } = await person.owner.post<SecondFactorSetup>('/auth/second-factor')
    const held = await holdLock(one.db, sql`select from credentials where user_id = ${person.id} for update`)
    const confirmed = person.owner.post('/auth/second-factor/confirm', { code: codeOf(body.secret, clock) })
    await untilWaiting(one.db, 1)
    const answer = act(person)
    await untilWaiting(one.db, 2)
    await held.release()
    expect((await confirmed).status).toBe(200)
    return { person, answer: await answer }
  }

  test('a login with the password alone opens no session', async () => {
    const { person, answer } = await behindConfirmation(({ login }) => tryToLogIn(one, login))
    expect(told(answer)).toBe('401 auth.second_factor_required')
    const live = await one.db
      .selectFrom('sessions')
      .select(['second_factor'])
      .where('user_id', '=', person.id)
      .where('ended_at', 'is', null)
      .execute()
    expect(live).toEqual([{ second_factor: 'authenticator' }])
  })

  test('a login with a guessed code is asked for a true one', async () => {
    const { answer } = await behindConfirmation(({ login }) => tryToLogIn(one, login, '123456'))
    expect(told(answer)).toBe('401 auth.second_factor_required')
  })

  test('a passkey of the thief is not added', async () => {
    const { person, answer } = await behindConfirmation(async ({ thief }) => addPasskey(thief, newPasskey()))
    expect(told(answer)).toBe(ended)
    expect(await one.db.selectFrom('passkeys').select('id').where('user_id', '=', person.id).execute()).toEqual([])
  })

  test('the password is not changed by the thief, nor typed again', async () => {
    const changed = await behindConfirmation(({ thief }) =>
      thief.post('/auth/password', { current_password: password, new_password: 'гомінлива-криниця-88' }),
    )
    expect(told(changed.answer)).toBe(ended)
    const again = await behindConfirmation(({ thief }) => thief.post('/auth/reauth', { password }))
    expect(told(again.answer)).toBe(ended)
  })
})

test('a session that proved no factor while its owner has one is over, however it arose', async () => {
  const { id, login } = await aUser(one, 'admin')
  const client = await anonymous.logIn(login, password)
  expect(told(await client.get('/auth/me'))).toBe('200')
  await sql`insert into authenticators (user_id, secret, created_at, confirmed_at) values (${id}, 's', now(), now())`.execute(
    one.db,
  )
  for (const path of ['/auth/me', '/orders', '/orders/summary', '/auth/sessions'])
    expect(told(await client.get(path)), path).toBe(ended)
  const refreshed = await anonymous.post('/auth/refresh', { refresh_token: client.refresh_token })
  expect(told(refreshed)).toBe('401 auth.refresh_invalid')
})

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

describe('what a session has proved', () => {
  test('stays with it when it is refreshed, and is another session’s business no longer', async () => {
    const { login, client, secret } = await aProtectedPerson('admin')
    const { body } = await tryToLogIn(one, login, codeOf(secret, clock))
    const refreshed = await anonymous.post<TokenAnswer>('/auth/refresh', { refresh_token: body.refresh_token })
    expect(await makeAnAdmin(new ApiClient(byName(one), refreshed.body))).toBe('201')
    expect(await makeAnAdmin(client)).toBe('201')
  })

  test.each(['authenticator', 'recovery_code', 'passkey'] as const)('is kept as what it was: %s', async (kind) => {
    const { id, client, login, secret, recovery_codes } = await aProtectedPerson('admin')
    const passkey = newPasskey()
    const added = (await addPasskey(client, passkey)).body.passkey.id
    const { body } = await {
      authenticator: () => tryToLogIn(one, login, codeOf(secret, clock)),
      recovery_code: () => tryToLogIn(one, login, recovery_codes[0]),
      passkey: () => logInWithPasskey(anonymous, passkey),
    }[kind]()
    expect(await makeAnAdmin(new ApiClient(byName(one), body))).toBe('201')
    const [newest] = await one.db
      .selectFrom('sessions')
      .select(['second_factor', 'passkey_id'])
      .where('user_id', '=', id)
      .orderBy('created_at', 'desc')
      .execute()
    expect(newest).toEqual({ second_factor: kind, passkey_id: kind === 'passkey' ? added : null })
  })

  test('is nothing any more once the last factor is removed, in all sessions of the person', async () => {
    const { login, client, secret, recovery_codes } = await aProtectedPerson('admin')
    const other = new ApiClient(byName(two), (await tryToLogIn(one, login, codeOf(secret, clock))).body)
    expect(await makeAnAdmin(other)).toBe('201')
    const removed = await client.call('DELETE', '/auth/second-factor', { password, code: recovery_codes[0] })
    expect(removed.status).toBe(204)
    expect(await makeAnAdmin(client)).toBe('403 auth.second_factor_needed')
    expect(await makeAnAdmin(other)).toBe('403 auth.second_factor_needed')
    // Set up again from one of them, it is that one's alone.
    await enrol(client, clock)
    expect(await makeAnAdmin(client)).toBe('201')
    expect(await makeAnAdmin(other)).toBe(ended)
  })
})
