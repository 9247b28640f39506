import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CashRegister } from '#/contract/cash-registers.ts'
import type { Answer, ApiClient } from '../support/api-client.ts'
import type { Problem } from '#/contract/problem.ts'
import { aUser, loggedIn, somePassword } from '../support/people.ts'
import { aRegister } from '../support/registers.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
let admin: ApiClient
beforeAll(async () => {
  kasyr = await startTestApp()
  admin = await loggedIn(kasyr, 'admin')
})
afterAll(() => kasyr.close())

/** By the clock of the database the person typed the password in this session so long ago. */
async function typedAgo(user_id: string, minutes: number): Promise<void> {
  await sql`update sessions set authenticated_at = authenticated_at - make_interval(mins => ${minutes})
            where user_id = ${user_id}`.execute(kasyr.db)
}

/** An unlocked screen: an admin who logged in this morning. */
async function anUnlockedScreen(): Promise<{ screen: ApiClient; id: string }> {
  const { id, login } = await aUser(kasyr, 'admin')
  const screen = await kasyr.anonymous.logIn(login, somePassword)
  await typedAgo(id, 16)
  return { screen, id }
}

interface Act {
  name: string
  /** Prepares what it needs and gives the call itself. */
  prepare: () => Promise<(who: ApiClient) => Promise<Answer<Problem>>>
  /** The status once the password was typed. */
  done: number
}

let count = 0
const acts: Act[] = [
  {
    name: 'making an admin',
    prepare: async () => (who) =>
      who.post('/users', { login: `boss${(count += 1)}`, name: 'Другий', role: 'admin', password: somePassword }),
    done: 201,
  },
  {
    name: 'making an admin of a cashier',
    prepare: async () => {
      const { id } = await aUser(kasyr)
      return (who) => who.patch(`/users/${id}`, { role: 'admin' })
    },
    done: 200,
  },
  {
    name: 'making a cashier of an auditor',
    prepare: async () => {
      const { id } = await aUser(kasyr, 'auditor')
      return (who) => who.patch(`/users/${id}`, { role: 'cashier', name: 'І ще ім’я' })
    },
    done: 200,
  },
  {
    name: 'shutting an admin out',
    prepare: async () => {
      const { id } = await aUser(kasyr, 'admin')
      return (who) => who.patch(`/users/${id}`, { disabled: true })
    },
    done: 200,
  },
  {
    name: 'letting an admin in again',
    prepare: async () => {
      const { id } = await aUser(kasyr, 'admin')
      await admin.patch(`/users/${id}`, { disabled: true })
      return (who) => who.patch(`/users/${id}`, { disabled: false })
    },
    done: 200,
  },
  {
    name: 'resetting a password',
    prepare: async () => {
      const { id } = await aUser(kasyr)
      return (who) => who.post(`/users/${id}/password-reset`)
    },
    done: 200,
  },
  {
    name: "ending another's sessions",
    prepare: async () => {
      const { id, login } = await aUser(kasyr)
      await kasyr.anonymous.logIn(login, somePassword)
      return (who) => who.delete(`/users/${id}/sessions`)
    },
    done: 204,
  },
  {
    name: 'deleting a cash register',
    prepare: async () => {
      await admin.post('/cash-registers', aRegister({ is_default: true }))
      const { body } = await admin.post<CashRegister>('/cash-registers', aRegister({ active: false }))
      return (who) => who.delete(`/cash-registers/${body.id}`)
    },
    done: 204,
  },
]

const everything = async () => {
  const { rows } = await sql`
    select (select json_agg(users order by id) from users) as users,
      (select json_agg(credentials order by user_id) from credentials) as credentials,
      (select json_agg(json_build_array(id, ended_at) order by id) from sessions) as sessions,
      (select json_agg(cash_registers order by id) from cash_registers) as registers,
      (select count(*) from audit_log) as entries`.execute(kasyr.db)
  return rows
}

describe('at a screen left unlocked', () => {
  test.each(acts)('$name wants the password again', async ({ prepare, done }) => {
    const act = await prepare()
    const { screen } = await anUnlockedScreen()
    const before = await everything()
    const refused = await act(screen)
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.reauth_required'])
    expect(await everything()).toEqual(before)
    expect((await screen.post('/auth/reauth', { password: somePassword })).status).toBe(204)
    expect((await act(screen)).status).toBe(done)
  })

  test('what gives nobody power goes on without it', async () => {
    const { screen } = await anUnlockedScreen()
    const { id } = await aUser(kasyr)
    expect((await screen.patch(`/users/${id}`, { name: 'Нове ім’я' })).status).toBe(200)
    expect((await screen.patch(`/users/${id}`, { role: 'cashier' })).status).toBe(200)
    expect((await screen.patch(`/users/${id}`, { disabled: true })).status).toBe(200)
    const cashier = { login: `helper${(count += 1)}`, name: 'Помічниця', role: 'cashier' }
    expect((await screen.post('/users', cashier)).status).toBe(201)
    expect((await screen.get(`/users/${id}/sessions`)).status).toBe(200)
  })
})

describe('my own sessions', () => {
  async function twoSessions() {
    const { id, login } = await aUser(kasyr)
    const elsewhere = await kasyr.anonymous.logIn(login, somePassword)
    const here = await kasyr.anonymous.logIn(login, somePassword)
    const { items } = (await here.get<{ items: { id: string; current: boolean }[] }>('/auth/sessions')).body
    const other = items.find(({ current }) => !current)?.id ?? ''
    const own = items.find(({ current }) => current)?.id ?? ''
    await typedAgo(id, 16)
    return { elsewhere, here, other, own }
  }

  test('a stolen token cannot lock its owner out of the other ones', async () => {
    const { elsewhere, here, other } = await twoSessions()
    for (const path of [`/auth/sessions/${other}`, '/auth/sessions'])
      expect((await here.delete(path)).body.code).toBe('auth.reauth_required')
    expect((await elsewhere.get('/auth/me')).status).toBe(200)
    await here.post('/auth/reauth', { password: somePassword })
    expect((await here.delete(`/auth/sessions/${other}`)).status).toBe(204)
    expect((await elsewhere.get('/auth/me')).status).toBe(401)
  })

  test('the one I am in ends without a password, as logging out does', async () => {
    const { here, own } = await twoSessions()
    expect((await here.delete(`/auth/sessions/${own}`)).status).toBe(204)
    expect((await here.get('/auth/me')).status).toBe(401)
  })
})
