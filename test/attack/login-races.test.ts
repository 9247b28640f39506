import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TokenAnswer } from '#/contract/auth.ts'
import { checkPassword } from '#/server/auth/passwords/passwords.ts'
import type { ApiClient } from '../support/api-client.ts'
import { holdLock, untilWaiting, type HeldLock } from '../support/held-lock.ts'
import { aUser, loggedIn, somePassword } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
let admin: ApiClient
beforeAll(async () => {
  kasyr = await startTestApp()
  admin = await loggedIn(kasyr, 'admin')
})
afterAll(() => kasyr.close())

const newPassword = 'тиха-вода-греблю-рве'
const address = '127.0.0.1'
// Every login from here passes this counter after it has read the account and before it checks the password.
const counter = sql`select from login_failures where bucket = ${`address:${address}`} for update`

beforeEach(async () => {
  await sql`delete from login_failures`.execute(kasyr.db)
  await sql`insert into login_failures (bucket, failures, window_started_at, last_failed_at)
            values (${`address:${address}`}, 0, clock_timestamp(), clock_timestamp())`.execute(kasyr.db)
})

const liveSessions = async (user_id: string): Promise<number> =>
  (
    await kasyr.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user_id)
      .where('ended_at', 'is', null)
      .execute()
  ).length

const failuresOf = async (id: string) =>
  (
    await kasyr.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'auth.login_failed')
      .where('subject_id', '=', id)
      .execute()
  ).map(({ details }) => details)

const logIn = (login: string, password = somePassword) =>
  kasyr.anonymous.post<TokenAnswer & { code: string }>('/auth/login', { login, password })

/** A login that has read the account and not yet checked the password. */
async function heldLogin(login: string): Promise<{ held: HeldLock; answer: ReturnType<typeof logIn> }> {
  const held = await holdLock(kasyr.db, counter)
  const answer = logIn(login)
  await untilWaiting(kasyr.db, 1)
  return { held, answer }
}

describe('a login that began before the account changed', () => {
  test('does not come in with the password of before a reset', async () => {
    const { id, login } = await aUser(kasyr)
    const { held, answer } = await heldLogin(login)
    expect((await admin.post(`/users/${id}/password-reset`)).status).toBe(200)
    await held.release()
    expect(await answer).toMatchObject({ status: 401, body: { code: 'auth.invalid_credentials' } })
    expect(await liveSessions(id)).toBe(0)
    expect(await failuresOf(id)).toEqual([{ login, reason: 'wrong_password' }])
  })

  test('does not come in after the account was disabled', async () => {
    const { id, login } = await aUser(kasyr)
    const { held, answer } = await heldLogin(login)
    expect((await admin.patch(`/users/${id}`, { disabled: true })).status).toBe(200)
    await held.release()
    expect(await answer).toMatchObject({ status: 403, body: { code: 'auth.account_disabled' } })
    expect(await liveSessions(id)).toBe(0)
    expect(await failuresOf(id)).toEqual([{ login, reason: 'disabled' }])
  })

  test('does not come in with a one-time password that expired meanwhile', async () => {
    const { id, login } = await aUser(kasyr)
    const { held, answer } = await heldLogin(login)
    await sql`update credentials set one_time_until = clock_timestamp() - interval '1 second' where user_id = ${id}`.execute(
      kasyr.db,
    )
    await held.release()
    expect(await answer).toMatchObject({ status: 401, body: { code: 'auth.one_time_expired' } })
    expect(await liveSessions(id)).toBe(0)
  })

  test('is told the role the person has now', async () => {
    const { id, login } = await aUser(kasyr, 'auditor')
    const { held, answer } = await heldLogin(login)
    expect((await admin.patch(`/users/${id}`, { role: 'cashier' })).status).toBe(200)
    await held.release()
    expect(await answer).toMatchObject({ status: 200, body: { user: { role: 'cashier' } } })
  })

  test('neither comes in with a changed password nor writes the old one back', async () => {
    const { id, login } = await aUser(kasyr)
    const owner = await kasyr.anonymous.logIn(login, somePassword)
    const usual = kasyr.app.password_cost
    // The stored hash is outdated now: a login that is let in would hash the typed password anew.
    kasyr.app.password_cost = { memory_kib: 128, passes: 1 }
    const { held, answer } = await heldLogin(login)
    const change = { current_password: somePassword, new_password: newPassword }
    expect((await owner.post('/auth/password', change)).status).toBe(204)
    await held.release()
    expect((await answer).status).toBe(401)
    kasyr.app.password_cost = usual
    const { password_hash } = await kasyr.db
      .selectFrom('credentials')
      .select('password_hash')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await checkPassword(newPassword, password_hash, usual)).matches).toBe(true)
    expect(await liveSessions(id)).toBe(1)
  })

  test('waits for a reset that is under way, however late it commits', async () => {
    const { id, login } = await aUser(kasyr)
    await kasyr.anonymous.logIn(login, somePassword)
    // The reset has written the new password and waits to end this session: nothing of it can be seen from outside yet.
    const held = await holdLock(kasyr.db, sql`select from sessions where user_id = ${id} for update`)
    const reset = admin.post(`/users/${id}/password-reset`)
    await untilWaiting(kasyr.db, 1)
    const answer = logIn(login)
    await untilWaiting(kasyr.db, 2)
    await held.release()
    expect((await reset).status).toBe(200)
    expect((await answer).status).toBe(401)
    expect(await liveSessions(id)).toBe(0)
  })

  test('waits for a disabling that is under way', async () => {
    const { id, login } = await aUser(kasyr)
    await kasyr.anonymous.logIn(login, somePassword)
    const held = await holdLock(kasyr.db, sql`select from sessions where user_id = ${id} for update`)
    const disabling = admin.patch(`/users/${id}`, { disabled: true })
    await untilWaiting(kasyr.db, 1)
    const answer = logIn(login)
    await untilWaiting(kasyr.db, 2)
    await held.release()
    expect((await disabling).status).toBe(200)
    expect((await answer).status).toBe(403)
    expect(await liveSessions(id)).toBe(0)
  })
})

describe('a password typed again before the account changed', () => {
  const counterOf = (session_id: string) =>
    sql`select from login_failures where bucket like ${`account-device:%:session-${session_id}`} for update`

  /** A person whose counter stands ready to be held: one wrong try made it. */
  async function aPerson() {
    const { id, login } = await aUser(kasyr)
    const person = await kasyr.anonymous.logIn(login, somePassword)
    expect((await person.post('/auth/reauth', { password: 'не той пароль' })).status).toBe(403)
    const { id: session_id } = await kasyr.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, login, person, counter: counterOf(session_id) }
  }

  test('does not overwrite the one-time password an admin gave meanwhile', async () => {
    const { id, login, person, counter: own } = await aPerson()
    const held = await holdLock(kasyr.db, own)
    const change = person.post('/auth/password', { current_password: somePassword, new_password: newPassword })
    await untilWaiting(kasyr.db, 1)
    const { body } = await admin.post<{ one_time_password: string }>(`/users/${id}/password-reset`)
    await held.release()
    expect(await change).toMatchObject({ status: 401, body: { code: 'auth.session_ended' } })
    expect((await logIn(login, newPassword)).status).toBe(401)
    expect((await logIn(login, body.one_time_password)).status).toBe(200)
  })

  test('proves nothing once the account is disabled', async () => {
    const { id, person, counter: own } = await aPerson()
    const held = await holdLock(kasyr.db, own)
    const again = person.post('/auth/reauth', { password: somePassword })
    await untilWaiting(kasyr.db, 1)
    await admin.patch(`/users/${id}`, { disabled: true })
    await held.release()
    expect(await again).toMatchObject({ status: 401, body: { code: 'auth.session_ended' } })
    const proofs = await kasyr.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'auth.reauthenticated')
      .where('subject_id', '=', id)
      .execute()
    expect(proofs).toEqual([])
  })
})
