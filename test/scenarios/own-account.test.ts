import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '#/contract/auth.ts'
import type { ApiClient } from '../support/api-client.ts'
import { aUser, loggedIn, somePassword } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
beforeAll(async () => {
  kasyr = await startTestApp()
})
afterAll(() => kasyr.close())

const sessionsOf = async (client: ApiClient) => (await client.get<{ items: Session[] }>('/auth/sessions')).body.items

describe('my sessions', () => {
  test('show where I am logged in, this one first', async () => {
    const { login } = await aUser(kasyr)
    await kasyr.anonymous.logIn(login, somePassword, { 'user-agent': 'Firefox/140' })
    const here = await kasyr.anonymous.logIn(login, somePassword, { 'user-agent': 'Chrome/156' })
    const items = await sessionsOf(here)
    expect(items).toMatchObject([
      { current: true, user_agent: 'Chrome/156', address: '127.0.0.1' },
      { current: false, user_agent: 'Firefox/140' },
    ])
  })

  test('one can be ended, and is gone with its next request', async () => {
    const { login } = await aUser(kasyr)
    const lost = await kasyr.anonymous.logIn(login, somePassword)
    const here = await kasyr.anonymous.logIn(login, somePassword)
    const other = (await sessionsOf(here)).find(({ current }) => !current)
    expect((await here.delete(`/auth/sessions/${other?.id}`)).status).toBe(204)
    expect((await lost.get('/auth/me')).status).toBe(401)
    expect(await sessionsOf(here)).toHaveLength(1)
    expect((await here.delete(`/auth/sessions/${other?.id}`)).body.code).toBe('session.not_found')
  })

  test("somebody else's session is not found, like one that never was", async () => {
    const [mine, theirs] = [await loggedIn(kasyr), await loggedIn(kasyr)]
    const [session] = await sessionsOf(theirs)
    expect((await mine.delete(`/auth/sessions/${session?.id}`)).body.code).toBe('session.not_found')
    expect((await theirs.get('/auth/me')).status).toBe(200)
  })

  test('of more than fifty the oldest ends', async () => {
    const { login } = await aUser(kasyr)
    const first = await kasyr.anonymous.logIn(login, somePassword)
    for (let count = 0; count < 49; count += 1) await kasyr.anonymous.logIn(login, somePassword)
    expect((await first.get('/auth/me')).status).toBe(200)
    const newest = await kasyr.anonymous.logIn(login, somePassword)
    expect((await first.get('/auth/me')).status).toBe(401)
    expect(await sessionsOf(newest)).toHaveLength(50)
  })

  test('a login makes a new session and leaves no cookie of the old one in force', async () => {
    const { login } = await aUser(kasyr)
    const log = () => kasyr.anonymous.post('/auth/login', { login, password: somePassword, refresh: 'cookie' })
    const cookies = await Promise.all([log(), log()])
    const tokens = cookies.map(({ headers }) =>
      headers.getSetCookie().find((cookie) => cookie.startsWith('kasyr_refresh=')),
    )
    expect(new Set(tokens).size).toBe(2)
    expect(cookies.map(({ text }) => text.includes('refresh_token'))).toEqual([false, false])
  })
})

describe('my password', () => {
  test('is changed with the old one, and every other session ends', async () => {
    const { login, id } = await aUser(kasyr)
    const elsewhere = await kasyr.anonymous.logIn(login, somePassword)
    const here = await kasyr.anonymous.logIn(login, somePassword)
    const new_password = 'тиха-вода-греблю-рве'
    expect((await here.post('/auth/password', { current_password: somePassword, new_password })).status).toBe(204)
    expect((await here.get('/auth/me')).status).toBe(200)
    expect((await elsewhere.get('/auth/me')).status).toBe(401)
    expect((await kasyr.anonymous.post('/auth/login', { login, password: somePassword })).status).toBe(401)
    expect((await kasyr.anonymous.logIn(login, new_password)).token).not.toBeNull()
    const entry = await kasyr.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'auth.password_changed')
      .where('subject_id', '=', id)
      .executeTakeFirst()
    expect(entry?.details).toEqual({ sessions_ended: 1 })
  })

  test.each([
    [
      'a wrong current password',
      { current_password: 'не той пароль', new_password: 'тиха-вода-греблю-рве' },
      403,
      'auth.wrong_current_password',
    ],
    [
      'the same password again',
      { current_password: somePassword, new_password: somePassword },
      422,
      'auth.password_unchanged',
    ],
    [
      'a simple one',
      { current_password: somePassword, new_password: 'passwordpassword' },
      422,
      'auth.password_too_simple',
    ],
    ['eleven characters', { current_password: somePassword, new_password: 'a1!b2?c3.d4' }, 400, 'request.invalid'],
    ['129 characters', { current_password: somePassword, new_password: 'кіт'.repeat(43) }, 400, 'request.invalid'],
  ])('%s is refused, and the old one stays', async (_name, body, status, code) => {
    const { login } = await aUser(kasyr)
    const person = await kasyr.anonymous.logIn(login, somePassword)
    const answer = await person.post('/auth/password', body)
    expect(answer.body).toMatchObject({ status, code })
    expect((await kasyr.anonymous.logIn(login, somePassword)).token).not.toBeNull()
  })

  test('cannot be guessed through a stolen access token', async () => {
    const person = await loggedIn(kasyr)
    const guess = () =>
      person.post('/auth/password', { current_password: 'здогадка', new_password: 'тиха-вода-греблю-рве' })
    for (let count = 0; count < 5; count += 1) expect((await guess()).status).toBe(403)
    expect((await guess()).body.code).toBe('auth.throttled')
  })

  test('is hashed anew at login when the parameters have grown', async () => {
    const { id, login } = await aUser(kasyr)
    kasyr.app.password_cost = { memory_kib: 128, passes: 2 }
    await kasyr.anonymous.logIn(login, somePassword)
    const row = await kasyr.db
      .selectFrom('credentials')
      .select('password_hash')
      .where('user_id', '=', id)
      .executeTakeFirst()
    expect(row?.password_hash).toContain('m=128,t=2')
    await kasyr.anonymous.logIn(login, somePassword)
    kasyr.app.password_cost = { memory_kib: 64, passes: 1 }
  })
})
