import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '#/contract/auth.ts'
import { aUser, loggedIn, somePassword } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
beforeAll(async () => {
  kasyr = await startTestApp()
})
afterAll(() => kasyr.close())

describe('logging in', () => {
  test('the right password opens a session and says who one is', async () => {
    const admin = await loggedIn(kasyr, 'admin')
    const me = await admin.get<User>('/auth/me')
    expect(me.status).toBe(200)
    expect(me.body).toMatchObject({ login: 'admin', role: 'admin', disabled: false, must_change_password: false })
  })

  test('a wrong password and an unknown login get the same answer', async () => {
    const { login } = await aUser(kasyr)
    const wrong = await kasyr.anonymous.post('/auth/login', { login, password: 'не той пароль' })
    const unknown = await kasyr.anonymous.post('/auth/login', { login: 'nobody', password: somePassword })
    for (const answer of [wrong, unknown]) {
      expect(answer.status).toBe(401)
      expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      expect(answer.body).toMatchObject({
        code: 'auth.invalid_credentials',
        detail: 'Неправильний логін або пароль.',
        title: 'Потрібен вхід',
      })
    }
  })

  test('logging out ends the session for the very next request', async () => {
    const cashier = await loggedIn(kasyr)
    expect((await cashier.post('/auth/logout')).status).toBe(204)
    expect((await cashier.get('/auth/me')).body.code).toBe('auth.session_ended')
    const refreshed = await kasyr.anonymous.post('/auth/refresh', { refresh_token: cashier.refresh_token })
    expect(refreshed.body.code).toBe('auth.refresh_invalid')
  })
})
