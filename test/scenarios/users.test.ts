import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '#/contract/auth.ts'
import type { Problem } from '#/contract/problem.ts'
import { editUser } from '#/server/users/edit-user.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import type { ApiClient } from '../support/api-client.ts'
import { aUser, loggedIn, somePassword } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

interface Created extends Problem {
  user: User
  one_time_password?: string
}

let kasyr: TestApp
let admin: ApiClient
beforeAll(async () => {
  kasyr = await startTestApp()
  admin = await loggedIn(kasyr, 'admin')
})
afterAll(() => kasyr.close())

const auditOf = (subject: string) =>
  kasyr.db.selectFrom('audit_log').selectAll().where('subject_id', '=', subject).orderBy('at').execute()

describe('adding people', () => {
  test('without a password a one-time one is made, and nothing works until it is changed', async () => {
    const created = await admin.post<Created>('/users', { login: 'Olena', name: 'Олена Шевченко', role: 'cashier' })
    expect(created.status).toBe(201)
    expect(created.body.user).toMatchObject({
      login: 'olena',
      name: 'Олена Шевченко',
      role: 'cashier',
      disabled: false,
      must_change_password: true,
    })
    const one_time = created.body.one_time_password ?? ''
    expect(one_time).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)

    const olena = await kasyr.anonymous.logIn('olena', one_time)
    expect((await olena.get('/auth/me')).status).toBe(200)
    expect((await olena.get('/events')).body.code).toBe('auth.password_change_required')
    expect(
      (await olena.post('/auth/password', { current_password: one_time, new_password: somePassword })).status,
    ).toBe(204)
    expect((await olena.get<User>('/auth/me')).body.must_change_password).toBe(false)
    expect((await kasyr.anonymous.post('/auth/login', { login: 'olena', password: one_time })).status).toBe(401)
  })

  test('a one-time password that nobody used dies after three days', async () => {
    const { body } = await admin.post<Created>('/users', { login: 'late', name: 'Запізніла', role: 'auditor' })
    const { one_time_until } = await kasyr.db
      .selectFrom('credentials')
      .select('one_time_until')
      .where('user_id', '=', body.user.id)
      .executeTakeFirstOrThrow()
    expect((Date.parse(one_time_until ?? '') - Date.now()) / 3_600_000).toBeCloseTo(72, 1)
    await kasyr.db
      .updateTable('credentials')
      .set({ one_time_until: '2026-01-01T00:00:00Z' })
      .where('user_id', '=', body.user.id)
      .execute()
    const answer = await kasyr.anonymous.post('/auth/login', { login: 'late', password: body.one_time_password })
    expect(answer.body.code).toBe('auth.one_time_expired')
  })

  test('a password that an admin chose is changed at the first login, and known to its owner alone from then on', async () => {
    const created = await admin.post<Created>('/users', {
      login: 'taras',
      name: 'Тарас',
      role: 'auditor',
      password: somePassword,
    })
    expect(created.body.user.must_change_password).toBe(true)
    expect(created.text).not.toContain('one_time_password')
    const taras = await kasyr.anonymous.logIn('taras', somePassword)
    expect((await taras.get('/users')).body).toMatchObject({ status: 403, code: 'auth.password_change_required' })
    const chosen = { current_password: somePassword, new_password: 'тиха-вода-греблю-рве' }
    expect((await taras.post('/auth/password', chosen)).status).toBe(204)
    expect((await taras.get('/users')).status).toBe(200)
    const again = await kasyr.anonymous.post('/auth/login', { login: 'taras', password: somePassword })
    expect(again.body.code).toBe('auth.invalid_credentials')
    expect(await auditOf(created.body.user.id)).toMatchObject([
      { action: 'user.created', actor_login: 'admin', details: { login: 'taras', name: 'Тарас', role: 'auditor' } },
      { action: 'auth.password_changed', actor_login: 'taras' },
      { action: 'auth.login_failed', details: { reason: 'wrong_password' } },
    ])
  })

  test('a password that an admin chose is good for three days, like one that was made up', async () => {
    const given = { login: 'later', name: 'Пізніша', role: 'auditor', password: somePassword }
    const { body } = await admin.post<Created>('/users', given)
    await kasyr.db
      .updateTable('credentials')
      .set({ one_time_until: sql`one_time_until - interval '72 hours 1 second'` })
      .where('user_id', '=', body.user.id)
      .execute()
    const answer = await kasyr.anonymous.post('/auth/login', { login: 'later', password: somePassword })
    expect(answer.body.code).toBe('auth.one_time_expired')
  })

  test('a taken login, a simple password and a look-alike login are refused, and nobody is added', async () => {
    const before = (await admin.get<{ items: User[] }>('/users?limit=200')).body.items.length
    expect((await admin.post('/users', { login: 'ADMIN', name: 'Другий', role: 'admin' })).body).toMatchObject({
      status: 409,
      code: 'user.login_taken',
      detail: 'Логін «admin» уже зайнятий. Виберіть інший.',
    })
    expect(
      (await admin.post('/users', { login: 'weak', name: 'Слабка', role: 'cashier', password: 'password1234' })).body,
    ).toMatchObject({ status: 422, code: 'auth.password_too_simple' })
    const cyrillic = await admin.post('/users', { login: '\u0430dmin', name: 'Підробка', role: 'admin' })
    expect(cyrillic.body).toMatchObject({ status: 400, errors: [{ pointer: '/login' }] })
    expect((await admin.get<{ items: User[] }>('/users?limit=200')).body.items.length).toBe(before)
  })

  test('two admins adding one login at once: one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.post('/users', { login: 'twin', name: 'Близнюк', role: 'cashier' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  test('the list comes in pages that together show everybody once', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { body: { items: User[]; next_cursor: string | null } } = await admin.get(
        `/users?limit=2${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.body.items.map(({ id }) => id))
      cursor = page.body.next_cursor
    }
    const rows = await kasyr.db.selectFrom('users').select('id').execute()
    expect(seen.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  })
})

describe('changing people', () => {
  test('disabling ends every session with the next request, and enabling does not bring them back', async () => {
    const { id, login } = await aUser(kasyr)
    const sessions = await Promise.all([1, 2].map(() => kasyr.anonymous.logIn(login, somePassword)))
    expect((await admin.patch<User>(`/users/${id}`, { disabled: true })).body.disabled).toBe(true)
    for (const session of sessions) expect((await session.get('/auth/me')).status).toBe(401)
    expect((await kasyr.anonymous.post('/auth/login', { login, password: somePassword })).body.code).toBe(
      'auth.account_disabled',
    )
    await admin.patch(`/users/${id}`, { disabled: false })
    for (const session of sessions) expect((await session.get('/auth/me')).status).toBe(401)
    expect((await kasyr.anonymous.logIn(login, somePassword)).token).not.toBeNull()
  })

  test('a disabled person is out even where a session was left behind', async () => {
    const { id, login } = await aUser(kasyr)
    const person = await kasyr.anonymous.logIn(login, somePassword)
    await kasyr.db.updateTable('users').set({ disabled: true }).where('id', '=', id).execute()
    expect((await person.get('/auth/me')).body.code).toBe('auth.session_ended')
    const refreshed = await kasyr.anonymous.post('/auth/refresh', { refresh_token: person.refresh_token })
    expect(refreshed.body.code).toBe('auth.refresh_invalid')
  })

  test('a new role holds from the next request', async () => {
    const { id, login } = await aUser(kasyr)
    const person = await kasyr.anonymous.logIn(login, somePassword)
    expect((await person.get('/audit')).body.code).toBe('auth.forbidden')
    await admin.patch(`/users/${id}`, { role: 'auditor' })
    expect((await person.get('/audit')).status).toBe(200)
    const entries = await auditOf(id)
    expect(entries.at(-1)).toMatchObject({
      action: 'user.edited',
      details: { changes: { role: { before: 'cashier', after: 'auditor' } } },
    })
  })

  test('a change that changes nothing leaves no trace', async () => {
    const { id } = await aUser(kasyr)
    const before = await auditOf(id)
    expect((await admin.patch(`/users/${id}`, { role: 'cashier' })).status).toBe(200)
    expect(await auditOf(id)).toEqual(before)
    expect((await admin.patch(`/users/${id}`, {})).status).toBe(400)
    expect((await admin.patch(`/users/${crypto.randomUUID()}`, { name: 'Ніхто' })).body.code).toBe('user.not_found')
  })

  test('a reset gives a one-time password, ends every session, and the old password is gone', async () => {
    const { id, login } = await aUser(kasyr)
    const person = await kasyr.anonymous.logIn(login, somePassword)
    const { body } = await admin.post<{ one_time_password: string }>(`/users/${id}/password-reset`)
    expect((await person.get('/auth/me')).status).toBe(401)
    expect((await kasyr.anonymous.post('/auth/login', { login, password: somePassword })).status).toBe(401)
    expect(
      (await (await kasyr.anonymous.logIn(login, body.one_time_password)).get<User>('/auth/me')).body
        .must_change_password,
    ).toBe(true)
  })

  test('the last admin cannot be disabled or demoted', async () => {
    const me = (await admin.get<User>('/auth/me')).body
    expect((await admin.patch(`/users/${me.id}`, { disabled: true })).body).toMatchObject({
      status: 409,
      code: 'user.last_admin',
    })
    expect((await admin.patch(`/users/${me.id}`, { role: 'auditor' })).body.code).toBe('user.last_admin')
    expect((await admin.patch<User>(`/users/${me.id}`, { name: 'Головна' })).status).toBe(200)
  })

  test('of two admins who demote each other at once, one remains', async () => {
    const me = (await admin.get<User>('/auth/me')).body
    for (let run = 0; run < 20; run += 1) {
      const other = await aUser(kasyr, 'admin')
      const results = await Promise.allSettled(
        [me.id, other.id].map((id) => editUser(kasyr.app, theSystem, id, { role: 'cashier' })),
      )
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await kasyr.db.updateTable('users').set({ role: 'cashier' }).where('id', '=', other.id).execute()
      await kasyr.db.updateTable('users').set({ role: 'admin' }).where('id', '=', me.id).execute()
    }
  })
})
