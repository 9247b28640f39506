import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TokenAnswer } from '#/contract/auth.ts'
import type { ApiClient } from '../support/api-client.ts'
import { aUser, loggedIn, somePassword } from '../support/people.ts'
import {
  codeOf,
  createStandingClock,
  enrol,
  newestEntry,
  stretchWaiting,
  told,
  tryToLogIn,
  type Enrolled,
} from '../support/second-factor.ts'
import { startTestApp } from '../support/test-app.ts'

const clock = createStandingClock()
const kasyr = await startTestApp({ clock, config: { public_url: 'http://kasyr.test' } })
afterAll(() => kasyr.close())
beforeEach(() => kasyr.db.deleteFrom('login_failures').execute())

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const letPass = (seconds: number) =>
  sql`update login_failures set last_failed_at = last_failed_at - make_interval(secs => ${seconds}),
      window_started_at = window_started_at - make_interval(secs => ${seconds})`.execute(kasyr.db)

/** A person with an authenticator app, who is logged in. */
async function protectedPerson(): Promise<Enrolled & { id: string; login: string; client: ApiClient }> {
  const { id, login } = await aUser(kasyr)
  const client = await kasyr.anonymous.logIn(login, somePassword)
  return { id, login, client, ...(await enrol(client, clock)) }
}

/** Six digits that are right neither now nor a step away. */
function wrongCode(secret: string, number = 0): string {
  const right = new Set([-1, 0, 1].map((step) => codeOf(secret, clock, step)))
  return (
    Array.from({ length: 20 }, (_, index) => String(100_000 + number * 20 + index)).find((code) => !right.has(code)) ??
    ''
  )
}

describe('somebody who knows the password', () => {
  test('is not let in without the code, and opens no session', async () => {
    const { id, login } = await protectedPerson()
    const before = await kasyr.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
    expect(told(await tryToLogIn(kasyr, login))).toBe('401 auth.second_factor_required')
    expect(told(await tryToLogIn(kasyr, login, '000 000'))).toBe('401 auth.second_factor_wrong')
    const after = await kasyr.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
    expect(after).toEqual(before)
  })

  test('cannot use a code that was used, not even the one that set the app up', async () => {
    const { login, secret } = await protectedPerson()
    expect(told(await tryToLogIn(kasyr, login, codeOf(secret, clock, -1)))).toBe('401 auth.second_factor_wrong')
    const code = codeOf(secret, clock)
    expect(told(await tryToLogIn(kasyr, login, code))).toBe('200')
    expect(told(await tryToLogIn(kasyr, login, code))).toBe('401 auth.second_factor_wrong')
    clock.pass(30)
    expect(told(await tryToLogIn(kasyr, login, code))).toBe('401 auth.second_factor_wrong')
    expect(told(await tryToLogIn(kasyr, login, codeOf(secret, clock)))).toBe('200')
  })

  test('cannot use the code before the one that was just used', async () => {
    const { login, secret } = await protectedPerson()
    clock.pass(60)
    expect(told(await tryToLogIn(kasyr, login, codeOf(secret, clock)))).toBe('200')
    expect(told(await tryToLogIn(kasyr, login, codeOf(secret, clock, -1)))).toBe('401 auth.second_factor_wrong')
  })

  test('gets one session for one code, however many logins race with it', async () => {
    const { login, secret } = await protectedPerson()
    const code = codeOf(secret, clock)
    const answers = await Promise.all(Array.from({ length: 5 }, () => tryToLogIn(kasyr, login, code)))
    const outcomes = answers.map(told).toSorted()
    expect(outcomes).toEqual(['200', ...Array.from({ length: 4 }, () => '401 auth.second_factor_wrong')])
  })

  test('gets one session for one recovery code, however many logins race with it', async () => {
    const { login, recovery_codes } = await protectedPerson()
    const answers = await Promise.all(Array.from({ length: 5 }, () => tryToLogIn(kasyr, login, recovery_codes[3])))
    const outcomes = answers.map(told).toSorted()
    expect(outcomes).toEqual(['200', ...Array.from({ length: 4 }, () => '401 auth.second_factor_wrong')])
  })

  test('cannot use somebody else’s recovery code or app', async () => {
    const mine = await protectedPerson()
    const theirs = await protectedPerson()
    expect(told(await tryToLogIn(kasyr, theirs.login, mine.recovery_codes[0]))).toBe('401 auth.second_factor_wrong')
    expect(told(await tryToLogIn(kasyr, theirs.login, codeOf(mine.secret, clock)))).toBe('401 auth.second_factor_wrong')
  })

  test('gains nothing by copying a secret or the hash of a code into another row of the database', async () => {
    const mine = await protectedPerson()
    const theirs = await protectedPerson()
    await sql`update authenticators set secret = (select secret from authenticators where user_id = ${mine.id})
              where user_id = ${theirs.id}`.execute(kasyr.db)
    await sql`insert into recovery_codes (user_id, code_hash) select ${theirs.id}, code_hash from recovery_codes
              where user_id = ${mine.id}`.execute(kasyr.db)
    expect(told(await tryToLogIn(kasyr, theirs.login, codeOf(mine.secret, clock)))).toBe('401 auth.second_factor_wrong')
    expect(told(await tryToLogIn(kasyr, theirs.login, mine.recovery_codes[0]))).toBe('401 auth.second_factor_wrong')
    // The owner, whose secret is gone, still has the recovery codes.
    expect(told(await tryToLogIn(kasyr, theirs.login, theirs.recovery_codes[0]))).toBe('200')
  })
})

describe('guessing a code', () => {
  test('is slowed down like guessing a password, and the right password between guesses resets nothing', async () => {
    const { login, secret } = await protectedPerson()
    for (let guess = 0; guess < 5; guess += 1) {
      expect(told(await tryToLogIn(kasyr, login))).toBe('401 auth.second_factor_required')
      expect(told(await tryToLogIn(kasyr, login, wrongCode(secret, guess)))).toBe('401 auth.second_factor_wrong')
    }
    await stretchWaiting(kasyr)
    expect(told(await tryToLogIn(kasyr, login))).toBe('429 auth.throttled')
    expect(told(await tryToLogIn(kasyr, login, codeOf(secret, clock)))).toBe('429 auth.throttled')
    await letPass(64)
    expect(told(await tryToLogIn(kasyr, login))).toBe('401 auth.second_factor_required')
    // To be asked for the code does not cost the turn: the owner, who has waited, may type it now.
    expect(told(await tryToLogIn(kasyr, login, codeOf(secret, clock)))).toBe('200')
    expect(told(await tryToLogIn(kasyr, login, wrongCode(secret)))).toBe('401 auth.second_factor_wrong')
  })

  test('ends after ten an hour, from however many addresses', async () => {
    const { login, secret } = await protectedPerson()
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        tryToLogIn(kasyr, login, wrongCode(secret, number), from(`198.51.100.${number}`)),
      ),
    )
    const outcomes = guesses.map(told)
    expect(outcomes.filter((outcome) => outcome === '401 auth.second_factor_wrong')).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome === '429 auth.throttled')).toHaveLength(30)
    const right = () => tryToLogIn(kasyr, login, codeOf(secret, clock), from('192.0.2.1'))
    expect(told(await right())).toBe('429 auth.throttled')
    await letPass(3600)
    expect(told(await right())).toBe('200')
  })

  test('does not shut the owner out of the browser they use', async () => {
    const { login, secret } = await protectedPerson()
    const first = await kasyr.anonymous.post<TokenAnswer>('/auth/login', {
      login,
      password: somePassword,
      code: codeOf(secret, clock),
      refresh: 'cookie',
    })
    clock.pass(30)
    const device =
      first.headers
        .getSetCookie()
        .find((cookie) => cookie.includes('kasyr_device='))
        ?.split(';')[0] ?? ''
    await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        tryToLogIn(kasyr, login, wrongCode(secret, number), from(`198.51.100.${number}`)),
      ),
    )
    expect(told(await tryToLogIn(kasyr, login, codeOf(secret, clock)))).toBe('429 auth.throttled')
    const here = await tryToLogIn(kasyr, login, codeOf(secret, clock), { headers: { cookie: device } })
    expect(told(here)).toBe('200')
  })

  test('is impossible without the password, and so is using up the tries of the owner', async () => {
    const { login, secret } = await protectedPerson()
    const password = 'не той пароль'
    const outcomes = await Promise.all(
      Array.from({ length: 15 }, (_, number) =>
        tryToLogIn(kasyr, login, codeOf(secret, clock), { password, ...from(`198.51.100.${number}`) }),
      ),
    )
    expect(new Set(outcomes.map(told))).toEqual(new Set(['401 auth.invalid_credentials']))
    expect(told(await tryToLogIn(kasyr, login, codeOf(secret, clock), from('192.0.2.1')))).toBe('200')
  })
})

describe('somebody without the password', () => {
  test('does not learn whether an account has a second factor', async () => {
    const { login, recovery_codes } = await protectedPerson()
    const plain = await aUser(kasyr)
    for (const code of [undefined, '123456', recovery_codes[0]]) {
      const answers = await Promise.all(
        [login, plain.login, 'nobody'].map((name) => tryToLogIn(kasyr, name, code, { password: 'не той пароль' })),
      )
      const [first, ...others] = answers.map(({ body: { status, code, detail, title } }) => ({
        status,
        code,
        detail,
        title,
      }))
      expect(first).toMatchObject({ status: 401, code: 'auth.invalid_credentials' })
      for (const other of others) expect(other).toEqual(first)
      await kasyr.db.deleteFrom('login_failures').execute()
    }
    expect(told(await tryToLogIn(kasyr, login, recovery_codes[0]))).toBe('200')
  })
})

describe('somebody at an unlocked screen', () => {
  test('can connect no app of their own, cannot disconnect the owner’s, and gets no recovery codes', async () => {
    const { login, id, client, recovery_codes } = await protectedPerson()
    const password = 'не той пароль'
    const shown = { password, code: recovery_codes[0] }
    expect(told(await client.call('DELETE', '/auth/second-factor', shown))).toBe('403 auth.wrong_current_password')
    expect(told(await client.post('/auth/second-factor/recovery-codes', shown))).toBe('403 auth.wrong_current_password')
    const plain = await aUser(kasyr)
    const unlocked = await kasyr.anonymous.logIn(plain.login, somePassword)
    await sql`update sessions set authenticated_at = authenticated_at - interval '16 minutes'`.execute(kasyr.db)
    expect(told(await unlocked.post('/auth/second-factor'))).toBe('403 auth.reauth_required')
    expect(
      await kasyr.db.selectFrom('authenticators').select('user_id').where('user_id', '=', plain.id).execute(),
    ).toEqual([])
    expect(await newestEntry(kasyr, 'auth.reauth_failed')).toMatchObject({ actor_login: login, subject_id: id })
  })

  test('cannot replace the owner’s app by beginning anew', async () => {
    const { client, login, secret } = await protectedPerson()
    expect(told(await client.post('/auth/second-factor'))).toBe('409 auth.second_factor_exists')
    expect(told(await client.post('/auth/second-factor/confirm', { code: codeOf(secret, clock) }))).toBe(
      '409 auth.second_factor_exists',
    )
    expect(told(await tryToLogIn(kasyr, login, codeOf(secret, clock)))).toBe('200')
  })

  test('who guesses the password of a removal is slowed down', async () => {
    const { client, recovery_codes } = await protectedPerson()
    const shown = { password: 'не той пароль', code: recovery_codes[0] }
    const guess = async () => told(await client.call('DELETE', '/auth/second-factor', shown))
    for (let number = 0; number < 5; number += 1) expect(await guess()).toBe('403 auth.wrong_current_password')
    await stretchWaiting(kasyr)
    expect(await guess()).toBe('429 auth.throttled')
  })
})

test('of a race between a login with a code and a reset only the reset remains', async () => {
  const { id, login, secret } = await protectedPerson()
  const admin = await loggedIn(kasyr, 'admin')
  await Promise.all([tryToLogIn(kasyr, login, codeOf(secret, clock)), admin.post(`/users/${id}/second-factor-reset`)])
  const alive = await sql<{ id: string }>`
    select s.id from sessions s join audit_log reset on reset.action = 'user.second_factor_reset' and reset.subject_id = ${id}
    join audit_log login on login.action = 'auth.logged_in' and login.subject_id = s.id::text
    where s.user_id = ${id} and s.ended_at is null and login.details ? 'second_factor'`.execute(kasyr.db)
  expect(alive.rows).toEqual([])
})
