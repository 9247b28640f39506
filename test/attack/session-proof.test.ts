import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { TokenAnswer } from '#/contract/auth.ts'
import type { PasskeyOptions, SecondFactorSetup } from '#/contract/second-factor.ts'
import { openStream } from '../scenarios/event-stream-support.ts'
import { ApiClient } from '../support/api-client.ts'
import { holdLock, untilWaiting } from '../support/held-lock.ts'
import { addPasskey, logInWithPasskey } from '../support/passkeys.ts'
import { aUser, somePassword as password } from '../support/people.ts'
import { aRegister } from '../support/registers.ts'
import { codeOf, enrol, told, tryToLogIn } from '../support/second-factor.ts'
import { byName, startProofGround } from './proof-ground.ts'

const { clock, one, two, anonymous, newPasskey, aRobbedPerson, aProtectedPerson } = await startProofGround()
const ended = '401 auth.session_ended'

let count = 0
const makeAnAdmin = async (client: ApiClient) =>
  told(await client.post('/users', { login: `false-admin${(count += 1)}`, name: 'Підставний', role: 'admin' }))
const changeASecret = async (client: ApiClient) => told(await client.post('/cash-registers', aRegister()))

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

test('a set-up that was left half done is finished by nobody who has but an open session, however many codes they try', async () => {
  const { id, owner } = await aRobbedPerson()
  const { body: app } = await owner.post<SecondFactorSetup>('/auth/second-factor')
  await sql`update sessions set authenticated_at = authenticated_at - interval '16 minutes' where user_id = ${id}`.execute(
    one.db,
  )
  const confirm = async () => told(await owner.post('/auth/second-factor/confirm', { code: codeOf(app.secret, clock) }))
  expect(await confirm()).toBe('403 auth.reauth_required')
  expect(told(await owner.post('/auth/reauth', { password }))).toBe('204')
  expect(await confirm()).toBe('200')
})

test.each(Object.entries(addFirst))(
  'browsers that a thief made known before the first factor are strangers after it, and share the ten codes an hour: %s',
  async (_name, addFactor) => {
    const { login, owner } = await aRobbedPerson()
    const cookies = []
    for (let count = 0; count < 4; count += 1) {
      const { headers } = await anonymous.post('/auth/login', { login, password, refresh: 'cookie' })
      cookies.push(
        headers
          .getSetCookie()
          .find((one) => one.includes('device'))
          ?.split(';')[0] ?? '',
      )
    }
    await addFactor(owner)
    const answers = []
    for (const cookie of cookies)
      for (let guess = 0; guess < 3; guess += 1)
        answers.push(told(await tryToLogIn(one, login, `00000${guess}`, { headers: { cookie } })))
    expect(answers.filter((answer) => answer === '401 auth.second_factor_wrong').length).toBeLessThanOrEqual(10)
    expect(answers.at(-1)).toBe('429 auth.throttled')
  },
)

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
