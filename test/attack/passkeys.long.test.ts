import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PasskeyOptions } from '#/contract/second-factor.ts'
import { findRelyingParty } from '#/server/auth/passkeys/relying-party.ts'
import { purgeExpired } from '#/server/auth/purge-expired.ts'
import { ApiClient } from '../support/api-client.ts'
import { addPasskey, logInWithPasskey, showPasskey, startPasskeys } from '../support/passkeys.ts'
import { aUser, somePassword } from '../support/people.ts'
import { newestEntry, stretchWaiting, told, tryToLogIn } from '../support/second-factor.ts'
import type { SoftwarePasskey, Twist } from '../support/software-passkey.ts'

const { kasyr, url, anonymous, newPasskey, aPerson, aPersonWithPasskey, stateOf, loginOptions } = await startPasskeys()
afterAll(() => kasyr.close())
beforeEach(() => kasyr.db.deleteFrom('login_failures').execute())

const answer = (challenge_id: string, credential: unknown) =>
  anonymous.post('/auth/passkey-login', { challenge_id, credential })

describe('a login is refused', () => {
  const twists: [string, Twist | ((other: { id: string }) => Twist)][] = [
    ['when the browser was at another site', { origin: 'https://kasyr.evil.example' }],
    ['when it was at another port of this machine', { origin: 'http://localhost:1' }],
    ['when the passkey was asked for by another site', { rp_id: 'evil.example' }],
    ['when neither finger nor PIN was asked for', { unverified: true }],
    ['when the signature is of something else', { tampered_signature: true }],
    ['when another challenge was signed', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['when a passkey was made, not used', { type: 'webauthn.create' }],
    ['when it says to be somebody else’s', ({ id }) => ({ user_handle: handleOf(id) })],
    ['when it does not say whose it is', { user_handle: '' }],
  ]
  const handleOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')

  let mine: Awaited<ReturnType<typeof aPersonWithPasskey>>
  let other: Awaited<ReturnType<typeof aPersonWithPasskey>>
  beforeAll(async () => {
    mine = await aPersonWithPasskey()
    other = await aPersonWithPasskey()
  })

  test.each(twists)('%s', async (_name, twist) => {
    const { id, login, passkey } = mine
    const refused = await logInWithPasskey(anonymous, passkey, typeof twist === 'function' ? twist(other) : twist)
    expect(told(refused)).toBe('401 auth.passkey_wrong')
    const entry = await newestEntry(kasyr, 'auth.login_failed')
    // Without an owner it is no passkey at all, so nobody is named.
    const isNamed = typeof twist === 'function' || twist.user_handle !== ''
    expect(entry).toMatchObject(
      isNamed
        ? { subject_id: id, details: { login, reason: 'wrong_passkey' } }
        : { details: { reason: 'wrong_passkey' } },
    )
    expect(told(await logInWithPasskey(anonymous, passkey))).toBe('200')
  })

  test('when its challenge was used before, whether it was let in or not', async () => {
    const { passkey } = await aPersonWithPasskey()
    const used = await loginOptions()
    const credential = passkey.get(used.options)
    expect(told(await answer(used.challenge_id, credential))).toBe('200')
    expect(told(await answer(used.challenge_id, credential))).toBe('401 auth.passkey_wrong')
    const failed = await loginOptions()
    const wrong = passkey.get(failed.options, { tampered_signature: true })
    expect(told(await answer(failed.challenge_id, wrong))).toBe('401 auth.passkey_wrong')
    expect(told(await answer(failed.challenge_id, passkey.get(failed.options)))).toBe('401 auth.passkey_wrong')
  })

  test('when its challenge is five minutes old', async () => {
    const { passkey } = await aPersonWithPasskey()
    const { challenge_id, options } = await loginOptions()
    const age = (seconds: number) =>
      sql`update passkey_challenges set expires_at = expires_at - make_interval(secs => ${seconds})
          where id = ${challenge_id}`.execute(kasyr.db)
    await age(301)
    expect(told(await answer(challenge_id, passkey.get(options)))).toBe('401 auth.passkey_wrong')
  })

  test('when its challenge was meant for adding a passkey, and the other way round', async () => {
    const { client, passkey } = await aPersonWithPasskey()
    const adding = (await client.post<PasskeyOptions>('/auth/passkeys/options')).body
    const asLogin = { ...adding.options, rpId: 'localhost' }
    expect(told(await answer(adding.challenge_id, passkey.get(asLogin)))).toBe('401 auth.passkey_wrong')
    const login = await loginOptions()
    const credential = newPasskey().create({ ...adding.options, challenge: login.options['challenge'] })
    const added = await client.post('/auth/passkeys', { challenge_id: login.challenge_id, name: 'Х', credential })
    expect(told(added)).toBe('422 passkey.invalid')
  })

  test('when its counter goes back: the passkey was copied', async () => {
    const { passkey } = await aPersonWithPasskey()
    expect(told(await logInWithPasskey(anonymous, passkey, { count: 10 }))).toBe('200')
    expect(told(await logInWithPasskey(anonymous, passkey, { count: 10 }))).toBe('401 auth.passkey_wrong')
    expect(told(await logInWithPasskey(anonymous, passkey, { count: 3 }))).toBe('401 auth.passkey_wrong')
    expect(told(await logInWithPasskey(anonymous, passkey, { count: 0 }))).toBe('401 auth.passkey_wrong')
    expect(told(await logInWithPasskey(anonymous, passkey, { count: 11 }))).toBe('200')
  })

  test('when two come at once with the same count', async () => {
    const { passkey } = await aPersonWithPasskey()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => logInWithPasskey(anonymous, passkey, { count: 5 })),
    )
    expect(answers.map(told).toSorted()).toEqual(['200', ...Array.from({ length: 3 }, () => '401 auth.passkey_wrong')])
  })

  test('never for its counter when it does not count', async () => {
    const { passkey } = await aPersonWithPasskey()
    for (let time = 0; time < 2; time += 1)
      expect(told(await logInWithPasskey(anonymous, passkey, { count: 0 }))).toBe('200')
  })

  test('when nobody knows the passkey, and the answer is the same', async () => {
    const stranger = newPasskey()
    const { passkey } = await aPersonWithPasskey()
    const wrong = await logInWithPasskey(anonymous, passkey, { tampered_signature: true })
    const unknown = await logInWithPasskey(anonymous, stranger, { user_handle: handleOf(crypto.randomUUID()) })
    expect({ ...unknown.body, instance: '' }).toEqual({ ...wrong.body, instance: '' })
    expect(told(await answer(crypto.randomUUID(), {}))).toBe('401 auth.passkey_wrong')
    expect(told(await answer(crypto.randomUUID(), { id: 7, response: 'x' }))).toBe('401 auth.passkey_wrong')
  })

  test('when the account is disabled, or its one-time password was never taken up', async () => {
    const { id, passkey } = await aPersonWithPasskey()
    await kasyr.db.updateTable('users').set({ disabled: true }).where('id', '=', id).execute()
    expect(told(await logInWithPasskey(anonymous, passkey))).toBe('403 auth.account_disabled')
    await kasyr.db.updateTable('users').set({ disabled: false }).where('id', '=', id).execute()
    await kasyr.db
      .updateTable('credentials')
      .set({ must_change: true, one_time_until: '2026-01-01T00:00:00Z' })
      .where('user_id', '=', id)
      .execute()
    expect(told(await logInWithPasskey(anonymous, passkey))).toBe('401 auth.one_time_expired')
    await kasyr.db.updateTable('credentials').set({ one_time_until: null }).where('user_id', '=', id).execute()
    const { body } = await logInWithPasskey(anonymous, passkey)
    expect(told(await new ApiClient(url, body).get('/orders'))).toBe('403 auth.password_change_required')
  })

  test('without being looked at, after a few that were wrong', async () => {
    const { passkey } = await aPersonWithPasskey()
    for (let time = 0; time < 5; time += 1) await logInWithPasskey(anonymous, passkey, { tampered_signature: true })
    await stretchWaiting(kasyr)
    expect(told(await logInWithPasskey(anonymous, passkey))).toBe('429 auth.throttled')
  })
})

describe('a passkey is not added', () => {
  const twists: [string, Twist][] = [
    ['when the browser was at another site', { origin: 'https://kasyr.evil.example' }],
    ['when it was made for another site', { rp_id: 'evil.example' }],
    ['when neither finger nor PIN was asked for', { unverified: true }],
    ['when another challenge was signed', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['when it was used, not made', { type: 'webauthn.get' }],
  ]
  test.each(twists)('%s', async (_name, twist) => {
    const { client } = await aPerson()
    expect(told(await addPasskey(client, newPasskey(), twist))).toBe('422 passkey.invalid')
    expect((await stateOf(client)).passkeys).toEqual([])
  })

  test('with a challenge of somebody else, or one that was used', async () => {
    const { client } = await aPerson()
    const other = await aPerson()
    const { challenge_id, options } = (await other.client.post<PasskeyOptions>('/auth/passkeys/options')).body
    const passkey = newPasskey()
    const add = (by: ApiClient, made: SoftwarePasskey) =>
      by.post('/auth/passkeys', { challenge_id, name: 'Чужий', credential: made.create(options) })
    expect(told(await add(client, passkey))).toBe('422 passkey.invalid')
    expect(told(await add(other.client, passkey))).toBe('201')
    expect(told(await add(other.client, newPasskey()))).toBe('422 passkey.invalid')
  })

  test('when another account has it', async () => {
    const { passkey } = await aPersonWithPasskey()
    const { client, login } = await aPerson()
    expect(told(await addPasskey(client, passkey))).toBe('422 passkey.invalid')
    expect(told(await tryToLogIn(kasyr, login))).toBe('200')
  })

  test('beyond ten', async () => {
    const { client } = await aPerson()
    for (let number = 0; number < 10; number += 1) await addPasskey(client, newPasskey())
    expect(told(await addPasskey(client, newPasskey()))).toBe('422 passkey.too_many')
    expect((await stateOf(client)).passkeys).toHaveLength(10)
  })

  test('nor taken away, at an unlocked screen', async () => {
    const { id, client, passkey, added } = await aPersonWithPasskey()
    const { challenge_id, options } = (await client.post<PasskeyOptions>('/auth/passkeys/options')).body
    await sql`update sessions set authenticated_at = authenticated_at - interval '16 minutes'
              where user_id = ${id}`.execute(kasyr.db)
    const credential = newPasskey().create(options)
    const tries = [
      client.post('/auth/passkeys/options'),
      client.post('/auth/passkeys', { challenge_id, name: 'Чужий', credential }),
      client.call('DELETE', `/auth/passkeys/${added.passkey.id}`, { password: somePassword }),
    ]
    for (const one of await Promise.all(tries)) expect(told(one)).toBe('403 auth.second_factor_not_shown')
    expect(told(await logInWithPasskey(anonymous, passkey))).toBe('200')
    expect((await stateOf(client)).passkeys).toHaveLength(1)
  })

  test('by taking away somebody else’s', async () => {
    const { added } = await aPersonWithPasskey()
    const { client, passkey } = await aPersonWithPasskey()
    const shown = await showPasskey(anonymous, passkey)
    expect(told(await client.call('DELETE', `/auth/passkeys/${added.passkey.id}`, shown))).toBe('404 passkey.not_found')
  })
})

describe('challenges', () => {
  const stored = async () => (await kasyr.db.selectFrom('passkey_challenges').select('id').execute()).length

  test('do not fill the database: one network has a hundred at most, the newest', async () => {
    await kasyr.db.deleteFrom('passkey_challenges').execute()
    const oldest = await loginOptions()
    await sql`insert into passkey_challenges select gen_random_uuid(), null, network, 'x', expires_at
              from passkey_challenges, generate_series(1, 104) where id = ${oldest.challenge_id}`.execute(kasyr.db)
    await loginOptions()
    expect(await stored()).toBe(100)
    const { passkey } = await aPersonWithPasskey()
    expect(told(await answer(oldest.challenge_id, passkey.get(oldest.options)))).toBe('401 auth.passkey_wrong')
    expect(told(await logInWithPasskey(anonymous, passkey))).toBe('200')
  })

  test('that are over go with the hourly purge', async () => {
    await sql`update passkey_challenges set expires_at = expires_at - interval '301 seconds'`.execute(kasyr.db)
    const { challenge_id } = await loginOptions()
    await sql`insert into passkey_challenges select gen_random_uuid(), null, 'elsewhere', 'x', clock_timestamp() - interval '1 second'`.execute(
      kasyr.db,
    )
    await purgeExpired(kasyr.db)
    const left = await kasyr.db.selectFrom('passkey_challenges').select('id').execute()
    expect(left).toEqual([{ id: challenge_id }])
  })
})

describe('the address people open', () => {
  test('decides whose passkeys they are', () => {
    const party = (publicUrl: string | null, host = '127.0.0.1:8080') => findRelyingParty(publicUrl, host)
    expect(party('https://kasyr.example.ua')).toEqual({ id: 'kasyr.example.ua', origin: 'https://kasyr.example.ua' })
    expect(party('https://kasyr.example.ua:8443', 'localhost')).toEqual({
      id: 'kasyr.example.ua',
      origin: 'https://kasyr.example.ua:8443',
    })
    expect(party(null, 'localhost:8080')).toEqual({ id: 'localhost', origin: 'http://localhost:8080' })
    expect(party('http://localhost:9000')).toEqual({ id: 'localhost', origin: 'http://localhost:9000' })
  })

  test.each([
    [null, '127.0.0.1:8080'],
    [null, '[::1]:8080'],
    [null, 'kasyr.lan'],
    [null, 'evil.example'],
    [null, 'localhost.evil.example'],
    [null, ''],
    ['http://kasyr.lan', 'kasyr.lan'],
    ['https://192.168.1.5', '192.168.1.5'],
    ['https://[2001:db8::1]', '[2001:db8::1]'],
  ])('%s, opened as %s, knows no passkeys', (publicUrl, host) => {
    expect(findRelyingParty(publicUrl, host)).toBeNull()
  })

  test('is told to be changed when it is a bare number', async () => {
    const { login } = await aUser(kasyr)
    const person = await kasyr.anonymous.logIn(login, somePassword)
    expect(told(await kasyr.anonymous.post('/auth/passkey-login/options'))).toBe('422 passkey.wrong_address')
    const refused = await person.post('/auth/passkeys/options')
    expect(told(refused)).toBe('422 passkey.wrong_address')
    expect(refused.body.detail).toContain('http://localhost')
  })
})
