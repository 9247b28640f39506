import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Session, TokenAnswer } from '#/contract/auth.ts'
import { ApiClient } from '../support/api-client.ts'
import { aUser, loggedIn, somePassword } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
let admin: ApiClient
beforeAll(async () => {
  kasyr = await startTestApp()
  admin = await loggedIn(kasyr, 'admin')
})
afterAll(() => kasyr.close())
beforeEach(async () => void (await sql`delete from login_failures`.execute(kasyr.db)))

/** A browser: it keeps the cookies it is given. */
class Browser {
  readonly cookies = new Map<string, string>()

  async logIn(login: string, password = somePassword) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await kasyr.anonymous.post<TokenAnswer>(
      '/auth/login',
      { login, password, refresh: 'cookie' },
      cookie === '' ? {} : { cookie },
    )
    for (const given of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? []
      this.cookies.set(name, value)
    }
    return { status: answer.status, client: new ApiClient(kasyr.url, answer.body) }
  }
}

const endings = async (user_id: string) =>
  (
    await sql<{ reason: string; actor_login: string }>`
      select details->>'reason' as reason, actor_login from audit_log join sessions on sessions.id::text = subject_id
      where action = 'auth.session_ended' and user_id = ${user_id} order by at`.execute(kasyr.db)
  ).rows

const sessionsOf = async (client: ApiClient, path = '/auth/sessions') =>
  (await client.get<{ items: Session[] }>(path)).body.items

describe('logging in again in the same browser', () => {
  test('ends the session it had', async () => {
    const { id, login } = await aUser(kasyr)
    const browser = new Browser()
    const before = (await browser.logIn(login)).client
    const after = (await browser.logIn(login)).client
    expect((await before.get('/auth/me')).body.code).toBe('auth.session_ended')
    expect(await sessionsOf(after)).toHaveLength(1)
    expect(await endings(id)).toEqual([{ reason: 'replaced', actor_login: login }])
  })

  test('ends it also when it was of somebody else, and only there', async () => {
    const [olena, taras] = [await aUser(kasyr), await aUser(kasyr)]
    const browser = new Browser()
    const here = (await browser.logIn(olena.login)).client
    const elsewhere = (await new Browser().logIn(olena.login)).client
    expect((await browser.logIn(taras.login)).status).toBe(200)
    expect((await here.get('/auth/me')).status).toBe(401)
    expect((await elsewhere.get('/auth/me')).status).toBe(200)
    expect(await endings(olena.id)).toEqual([{ reason: 'replaced', actor_login: taras.login }])
  })

  test('ends nothing when the password was wrong', async () => {
    const { login } = await aUser(kasyr)
    const browser = new Browser()
    const { client } = await browser.logIn(login)
    expect((await browser.logIn(login, 'не той пароль')).status).toBe(401)
    expect((await client.get('/auth/me')).status).toBe(200)
  })
})

describe('a browser that was trusted', () => {
  /** While somebody guesses, only a browser that has logged in before gets through. */
  async function isTrusted(browser: Browser, login: string, password: string): Promise<boolean> {
    await sql`delete from login_failures`.execute(kasyr.db)
    await kasyr.anonymous.post('/auth/login', { login, password: 'здогадка' })
    await sql`update login_failures set failures = 20 where bucket like 'account-network:%'`.execute(kasyr.db)
    return (await browser.logIn(login, password)).status === 200
  }

  test('is no longer trusted after its owner chose another password', async () => {
    const { login } = await aUser(kasyr)
    const browser = new Browser()
    await browser.logIn(login)
    const thief = new Browser()
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value)
    expect(await isTrusted(browser, login, somePassword)).toBe(true)
    const new_password = 'тиха-вода-греблю-рве'
    await sql`delete from login_failures`.execute(kasyr.db)
    const owner = await kasyr.anonymous.logIn(login, somePassword)
    expect((await owner.post('/auth/password', { current_password: somePassword, new_password })).status).toBe(204)
    expect(await isTrusted(thief, login, new_password)).toBe(false)
  })

  test('is no longer trusted after an admin reset the password', async () => {
    const { id, login } = await aUser(kasyr)
    const browser = new Browser()
    await browser.logIn(login)
    const { body } = await admin.post<{ one_time_password: string }>(`/users/${id}/password-reset`)
    expect(await isTrusted(browser, login, body.one_time_password)).toBe(false)
  })
})

describe('an admin', () => {
  test('sees where a person is logged in, and ends it all at once', async () => {
    const { id, login } = await aUser(kasyr)
    const phone = await kasyr.anonymous.logIn(login, somePassword, { 'user-agent': 'Firefox/140' })
    const till = await kasyr.anonymous.logIn(login, somePassword, { 'user-agent': 'Chrome/156' })
    expect(await sessionsOf(admin, `/users/${id}/sessions`)).toMatchObject([
      { current: false, user_agent: 'Chrome/156', address: '127.0.0.1' },
      { current: false, user_agent: 'Firefox/140' },
    ])
    expect((await admin.delete(`/users/${id}/sessions`)).status).toBe(204)
    for (const client of [phone, till]) {
      expect((await client.get('/auth/me')).status).toBe(401)
      expect((await client.post('/auth/refresh', { refresh_token: client.refresh_token })).status).toBe(401)
    }
    expect(await sessionsOf(admin, `/users/${id}/sessions`)).toEqual([])
    expect(await endings(id)).toEqual(Array.from({ length: 2 }, () => ({ reason: 'by_admin', actor_login: 'admin' })))
    expect((await admin.get('/auth/me')).status).toBe(200)
    // The password stays: the person may come in again.
    expect((await kasyr.anonymous.logIn(login, somePassword)).token).not.toBeNull()
  })

  test('finds no sessions of a user that does not exist', async () => {
    const path = `/users/${crypto.randomUUID()}/sessions`
    expect((await admin.get(path)).body.code).toBe('user.not_found')
    expect((await admin.delete(path)).body.code).toBe('user.not_found')
  })

  test.each(['cashier', 'auditor'] as const)('is not a %s: they reach no session of another', async (role) => {
    const { id } = await aUser(kasyr)
    const person = await loggedIn(kasyr, role)
    expect((await person.get(`/users/${id}/sessions`)).status).toBe(403)
    expect((await person.delete(`/users/${id}/sessions`)).status).toBe(403)
  })
})

test('a person ends all sessions but the one they are in', async () => {
  const { id, login } = await aUser(kasyr)
  const others = [await kasyr.anonymous.logIn(login, somePassword), await kasyr.anonymous.logIn(login, somePassword)]
  const stranger = await loggedIn(kasyr)
  const here = await kasyr.anonymous.logIn(login, somePassword)
  expect((await here.delete('/auth/sessions')).status).toBe(204)
  for (const other of others) expect((await other.get('/auth/me')).status).toBe(401)
  expect((await here.get('/auth/me')).status).toBe(200)
  expect((await stranger.get('/auth/me')).status).toBe(200)
  expect(await endings(id)).toEqual(Array.from({ length: 2 }, () => ({ reason: 'by_owner', actor_login: login })))
})
