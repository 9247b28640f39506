import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { CashRegister } from '#/contract/cash-registers.ts'
import type { TokenAnswer } from '#/contract/auth.ts'
import { ApiClient } from '../support/api-client.ts'
import { aUser, loggedIn, somePassword } from '../support/people.ts'
import { aRegister } from '../support/registers.ts'
import { startTestApp } from '../support/test-app.ts'

const kasyr = await startTestApp()
afterAll(() => kasyr.close())

/** An admin whose password was typed so long ago, by the clock of the database. */
async function anAdmin(minutesAgo: number): Promise<{ admin: ApiClient; login: string }> {
  const { login, id } = await aUser(kasyr, 'admin')
  const admin = await kasyr.anonymous.logIn(login, somePassword)
  await sql`update sessions set authenticated_at = authenticated_at - make_interval(mins => ${minutesAgo})
            where user_id = ${id}`.execute(kasyr.db)
  return { admin, login }
}

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

describe('whoever typed the password more than a quarter of an hour ago', () => {
  test('cannot set or change a secret until it is typed again', async () => {
    const { admin, login } = await anAdmin(16)
    const register = await (await loggedIn(kasyr, 'admin')).post<CashRegister>('/cash-registers', aRegister())
    const path = `/cash-registers/${register.body.id}`
    const { license_key, pin, carrier_key } = aRegister()
    const tries = [
      () => admin.post('/cash-registers', aRegister()),
      () => admin.patch(path, { license_key }),
      () => admin.patch(path, { pin }),
      () => admin.patch(path, { carrier_key, name: 'Разом із назвою' }),
    ]
    for (const attempt of tries) expect(codeOf(await attempt())).toEqual([403, 'auth.reauth_required'])
    expect((await admin.get<CashRegister>(path)).body).toEqual(register.body)

    expect((await admin.post('/auth/reauth', { password: somePassword })).status).toBe(204)
    expect(await Promise.all(tries.map(async (attempt) => (await attempt()).status))).toEqual([201, 200, 200, 200])
    const entries = await kasyr.db
      .selectFrom('audit_log')
      .select(['actor_login', 'subject_type'])
      .where('action', '=', 'auth.reauthenticated')
      .execute()
    expect(entries).toEqual([{ actor_login: login, subject_type: 'user' }])
  })

  test('may still do everything that touches no secret', async () => {
    const { admin } = await anAdmin(600)
    const { body } = await (await loggedIn(kasyr, 'admin')).post<CashRegister>('/cash-registers', aRegister())
    const path = `/cash-registers/${body.id}`
    expect((await admin.patch(path, { name: 'Лише назва', active: true })).status).toBe(200)
    expect((await admin.post(`${path}/check`)).status).toBe(200)
    expect((await admin.post(`${path}/default`)).status).toBe(200)
  })

  test('is not helped by a refresh, nor by typing it in another session', async () => {
    const { admin, login } = await anAdmin(16)
    const answer = await kasyr.anonymous.post<TokenAnswer>('/auth/refresh', { refresh_token: admin.refresh_token })
    const refreshed = new ApiClient(kasyr.url, answer.body)
    await kasyr.anonymous.logIn(login, somePassword)
    expect(codeOf(await refreshed.post('/cash-registers', aRegister()))).toEqual([403, 'auth.reauth_required'])
  })
})

test('a login is proof enough for a quarter of an hour', async () => {
  expect((await (await anAdmin(14)).admin.post('/cash-registers', aRegister())).status).toBe(201)
})

test('a wrong password is refused, proves nothing, and is soon no longer looked at', async () => {
  const { admin } = await anAdmin(16)
  const codes = []
  for (let attempt = 0; attempt < 6; attempt += 1)
    codes.push(codeOf(await admin.post('/auth/reauth', { password: 'не той пароль' })).join(' '))
  expect(codes).toEqual([...Array.from({ length: 5 }, () => '403 auth.wrong_current_password'), '429 auth.throttled'])
  expect(codeOf(await admin.post('/auth/reauth', { password: somePassword }))).toEqual([429, 'auth.throttled'])
  expect(codeOf(await admin.post('/cash-registers', aRegister()))).toEqual([403, 'auth.reauth_required'])
})
