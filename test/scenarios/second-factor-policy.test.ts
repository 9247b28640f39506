import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { roles, type Role } from '#/contract/permissions.ts'
import { secondFactorPolicies, type SecondFactorPolicy } from '#/contract/second-factor.ts'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { runKasyr } from '../support/command-line.ts'
import type { ApiClient } from '../support/api-client.ts'
import { aUser, somePassword } from '../support/people.ts'
import { aRegister, startRegisters } from '../support/registers.ts'
import { codeOf, createStandingClock, enrol, realCrm, told, tryToLogIn } from '../support/second-factor.ts'

const clock = createStandingClock()
const { kasyr } = await startRegisters({ clock })
let target: { id: string; login: string }
let register: CashRegister

type Has = 'no factor' | 'a factor'
const people = new Map<string, ApiClient>()

beforeAll(async () => {
  target = await aUser(kasyr)
  for (const role of roles) {
    for (const has of ['no factor', 'a factor'] as const) {
      const { login } = await aUser(kasyr, role)
      const client = await kasyr.anonymous.logIn(login, somePassword)
      if (has === 'a factor') await enrol(client, clock)
      people.set(`${role} with ${has}`, client)
    }
  }
  register = (await who('admin', 'a factor').post<CashRegister>('/cash-registers', aRegister())).body
})

const who = (role: Role, has: Has): ApiClient => {
  const client = people.get(`${role} with ${has}`)
  if (!client) throw new Error(`no ${role} with ${has}`)
  return client
}

function set(second_factor: SecondFactorPolicy, isDemo: boolean): void {
  Object.assign(kasyr.app.config, { second_factor, crm: isDemo ? null : realCrm })
  Object.assign(kasyr.app, { mode: isDemo ? 'demo' : 'real' })
}
afterAll(() => set('admins', true))

/** One call of each kind, all of them harmless when they are let through. */
const calls: Record<string, (client: ApiClient) => Promise<string>> = {
  'own account': async (client) => told(await client.get('/auth/second-factor')),
  'reading orders': async (client) => told(await client.get('/orders?limit=1')),
  'reading users': async (client) => told(await client.get('/users?limit=1')),
  'changing a user': async (client) => told(await client.patch(`/users/${target.id}`, { name: 'Нове ім’я' })),
  'resetting a factor': async (client) => told(await client.post(`/users/${target.id}/second-factor-reset`)),
  'adding a register': async (client) =>
    told(await client.post('/cash-registers', { ...aRegister(), name: register.name })),
  'a secret of a register': async (client) =>
    told(await client.patch(`/cash-registers/${register.id}`, { pin: '12345678' })),
  'the name of a register': async (client) =>
    told(await client.patch(`/cash-registers/${register.id}`, { name: register.name })),
  'removing a register': async (client) => told(await client.delete(`/cash-registers/${target.id}`)),
}

/** What each is answered when no factor is missing. */
const open: Record<Role, Record<string, string>> = {
  admin: {
    'own account': '200',
    'reading orders': '200',
    'reading users': '200',
    'changing a user': '200',
    'resetting a factor': '409 auth.second_factor_missing',
    'adding a register': '409 register.name_taken',
    'a secret of a register': '200',
    'the name of a register': '200',
    'removing a register': '404 register.not_found',
  },
  cashier: {
    'own account': '200',
    'reading orders': '200',
    'reading users': '403 auth.forbidden',
    'changing a user': '403 auth.forbidden',
    'resetting a factor': '403 auth.forbidden',
    'adding a register': '403 auth.forbidden',
    'a secret of a register': '403 auth.forbidden',
    'the name of a register': '403 auth.forbidden',
    'removing a register': '403 auth.forbidden',
  },
  auditor: {
    'own account': '200',
    'reading orders': '200',
    'reading users': '200',
    'changing a user': '403 auth.forbidden',
    'resetting a factor': '403 auth.forbidden',
    'adding a register': '403 auth.forbidden',
    'a secret of a register': '403 auth.forbidden',
    'the name of a register': '403 auth.forbidden',
    'removing a register': '403 auth.forbidden',
  },
}
const needed = '403 auth.second_factor_needed'
const ofAdmins = new Set([
  'changing a user',
  'resetting a factor',
  'adding a register',
  'a secret of a register',
  'removing a register',
])

function expected(policy: SecondFactorPolicy, role: Role, has: Has, isDemo: boolean): Record<string, string> {
  if (isDemo || has === 'a factor' || policy === 'optional') return open[role]
  const held = Object.entries(open[role]).map(([name, answer]) => {
    const isHeld = policy === 'everyone' ? name !== 'own account' : role === 'admin' && ofAdmins.has(name)
    return [name, isHeld && answer !== '403 auth.forbidden' ? needed : answer]
  })
  return Object.fromEntries(held)
}

const cells = secondFactorPolicies.flatMap((policy) =>
  roles.flatMap((role) =>
    (['no factor', 'a factor'] as const).flatMap((has) =>
      [false, true].map((isDemo) => ({ policy, role, has, isDemo })),
    ),
  ),
)

describe('what a person without a second factor may do', () => {
  test.each(cells)('$policy, $role with $has, demo: $isDemo', async ({ policy, role, has, isDemo }) => {
    set(policy, isDemo)
    const answers: Record<string, string> = {}
    for (const [name, call] of Object.entries(calls)) answers[name] = await call(who(role, has))
    expect(answers).toEqual(expected(policy, role, has, isDemo))
  })
})

test('the status says which policy is in force, and in the demo that nobody is obliged', async () => {
  const told = async () => (await who('cashier', 'no factor').get<ServiceStatus>('/status')).body.second_factor
  for (const policy of secondFactorPolicies) {
    set(policy, false)
    expect(await told()).toBe(policy)
    set(policy, true)
    expect(await told()).toBe('optional')
  }
})

test('an admin who sets one up goes on at once, without logging in again', async () => {
  set('admins', false)
  const { login } = await aUser(kasyr, 'admin')
  const admin = await kasyr.anonymous.logIn(login, somePassword)
  const change = async () => told(await admin.patch(`/users/${target.id}`, { name: 'Інше ім’я' }))
  expect(await change()).toBe(needed)
  const { secret } = await enrol(admin, clock)
  expect(await change()).toBe('200')
  expect(told(await tryToLogIn(kasyr, login))).toBe('401 auth.second_factor_required')
  expect(told(await tryToLogIn(kasyr, login, codeOf(secret, clock)))).toBe('200')
  clock.pass(30)
  const shown = { password: somePassword, code: codeOf(secret, clock) }
  expect((await admin.call('DELETE', '/auth/second-factor', shown)).status).toBe(204)
  expect(await change()).toBe(needed)
})

test('the lack of a factor is told before the age of the password', async () => {
  set('admins', false)
  const admin = who('admin', 'no factor')
  await sql`update sessions set authenticated_at = authenticated_at - interval '1 hour'`.execute(kasyr.db)
  expect(told(await admin.post('/cash-registers', aRegister()))).toBe(needed)
  expect(told(await admin.post(`/users/${target.id}/second-factor-reset`))).toBe(needed)
  expect(told(await who('admin', 'a factor').post('/cash-registers', aRegister()))).toBe('403 auth.reauth_required')
})

test('the command line is never asked', async () => {
  set('everyone', false)
  await kasyr.db.deleteFrom('settings').where('name', '=', 'mode').execute()
  const { database_url, data_dir } = kasyr.config
  const said = await runKasyr(['user', 'disable', target.login], {
    DATABASE_URL: database_url ?? '',
    KASYR_DATA_DIR: data_dir,
    KASYR_LOG_LEVEL: 'silent',
    KASYR_SECOND_FACTOR: 'everyone',
    KASYR_CRM_URL: realCrm.url,
    KASYR_CRM_KEY: realCrm.key,
    KASYR_CRM_SECRET: realCrm.secret,
  })
  expect(said).toMatchObject({ code: 0, out: `Вимкнено: ${target.login}.` })
})
