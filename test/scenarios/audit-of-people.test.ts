import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session, User } from '#/contract/auth.ts'
import type { ApiClient } from '../support/api-client.ts'
import { aUser, loggedIn, somePassword } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
let admin: ApiClient
beforeAll(async () => {
  kasyr = await startTestApp()
  admin = await loggedIn(kasyr, 'admin')
})
afterAll(() => kasyr.close())

const address = '127.0.0.1'
const tryToLogIn = (login: string, password: string) => kasyr.anonymous.post('/auth/login', { login, password })
const sessionOf = async (client: ApiClient): Promise<string> =>
  (await client.get<{ items: Session[] }>('/auth/sessions')).body.items.find(({ current }) => current)?.id ?? ''

/** Everything written of these subjects after the person was made. */
const writtenOf = (...subjects: string[]) =>
  kasyr.db
    .selectFrom('audit_log')
    .select(['action', 'actor_login', 'address', 'subject_id', 'details'])
    .where('subject_id', 'in', subjects)
    .where('action', '<>', 'user.created')
    .orderBy('at')
    .orderBy('id')
    .execute()

describe('every step of a person is written down: who, from where, what', () => {
  test('coming and going', async () => {
    const { login } = await aUser(kasyr)
    const person = await kasyr.anonymous.logIn(login, somePassword, { 'user-agent': 'Firefox/140' })
    const session_id = await sessionOf(person)
    await person.post('/auth/logout')
    const of = { actor_login: login, address, subject_id: session_id }
    expect(await writtenOf(session_id)).toEqual([
      { ...of, action: 'auth.logged_in', details: { session_id, user_agent: 'Firefox/140' } },
      { ...of, action: 'auth.logged_out', details: { session_id } },
    ])
  })

  test('an end that has come already is not written again', async () => {
    const person = await loggedIn(kasyr)
    const session_id = await sessionOf(person)
    await person.post('/auth/logout')
    const again = await kasyr.anonymous.post('/auth/logout', { refresh_token: person.refresh_token })
    expect(again.body.code).toBe('auth.required')
    expect((await writtenOf(session_id)).map(({ action }) => action)).toEqual(['auth.logged_in', 'auth.logged_out'])
  })

  test('being refused, and why', async () => {
    const { id, login } = await aUser(kasyr)
    await tryToLogIn(login, 'не той пароль')
    await kasyr.db.updateTable('users').set({ disabled: true }).where('id', '=', id).execute()
    await tryToLogIn(login, somePassword)
    await kasyr.db.updateTable('users').set({ disabled: false }).where('id', '=', id).execute()
    const one_time_until = '2026-01-01T00:00:00Z'
    await kasyr.db.updateTable('credentials').set({ one_time_until }).where('user_id', '=', id).execute()
    await tryToLogIn(login, somePassword)
    expect(await writtenOf(id)).toEqual(
      ['wrong_password', 'disabled', 'one_time_expired'].map((reason) => ({
        action: 'auth.login_failed',
        actor_login: null,
        address,
        subject_id: id,
        details: { login, reason },
      })),
    )
  })

  test('a session that its owner ends, one that is one too many, and one that an admin takes away', async () => {
    const { id, login } = await aUser(kasyr)
    const oldest = await sessionOf(await kasyr.anonymous.logIn(login, somePassword))
    const second = await sessionOf(await kasyr.anonymous.logIn(login, somePassword))
    for (let count = 0; count < 48; count += 1) await kasyr.anonymous.logIn(login, somePassword)
    const here = await kasyr.anonymous.logIn(login, somePassword)
    await here.delete(`/auth/sessions/${second}`)
    const last = await sessionOf(here)
    await admin.patch(`/users/${id}`, { disabled: true })
    const ended = (await writtenOf(oldest, second, last)).filter(({ action }) => action === 'auth.session_ended')
    expect(ended.map(({ actor_login, subject_id, details }) => [actor_login, subject_id, details])).toEqual([
      [login, oldest, { session_id: oldest, reason: 'too_many_sessions' }],
      [login, second, { session_id: second, reason: 'by_owner' }],
      ['admin', last, { session_id: last, reason: 'user_disabled' }],
    ])
  })

  test('being added, changed and given a new password', async () => {
    const { body } = await admin.post<{ user: User }>('/users', { login: 'nova', name: 'Нова', role: 'cashier' })
    const { id } = body.user
    await admin.patch(`/users/${id}`, { name: 'Новенька', role: 'auditor' })
    await admin.post(`/users/${id}/password-reset`)
    const created = await kasyr.db
      .selectFrom('audit_log')
      .select(['actor_login', 'details'])
      .where('action', '=', 'user.created')
      .where('subject_id', '=', id)
      .execute()
    expect(created).toEqual([{ actor_login: 'admin', details: { login: 'nova', name: 'Нова', role: 'cashier' } }])
    const of = { actor_login: 'admin', address, subject_id: id }
    const changes = {
      name: { before: 'Нова', after: 'Новенька' },
      role: { before: 'cashier', after: 'auditor' },
    }
    expect(await writtenOf(id)).toEqual([
      { ...of, action: 'user.edited', details: { changes } },
      { ...of, action: 'user.password_reset', details: { sessions_ended: 0, passkeys_removed: 0 } },
    ])
  })
})
