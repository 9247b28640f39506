import fc from 'fast-check'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whyNotAllowed } from '#/server/auth/rules.ts'
import { findLiveSession } from '#/server/auth/live-session-store.ts'
import { newId } from '#/server/platform/random.ts'
import { ApiClient } from '../support/api-client.ts'
import { howOften } from '../support/how-often.ts'
import { aUser, somePassword } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

/** Two processes on one database, and two people with two sessions each. */
let processes: [TestApp, TestApp]
let people: { id: string; sessions: { id: string; token: string }[] }[]
beforeAll(async () => {
  const one = await startTestApp()
  const two = await startTestApp({ config: { database_url: one.config.database_url, data_dir: one.config.data_dir } })
  processes = [one, two]
  people = []
  for (let count = 0; count < 2; count += 1) {
    const { id, login } = await aUser(one)
    const clients = [await one.anonymous.logIn(login, somePassword), await one.anonymous.logIn(login, somePassword)]
    people.push({ id, sessions: clients.map(({ token }) => ({ id: sidOf(token ?? ''), token: token ?? '' })) })
  }
})
afterAll(() => Promise.all(processes.map((one) => one.close())))

const sidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid

/** Whatever any program could write about a session or its user; `s` is the session, `u` the user. */
const writes: Record<string, (s: string, u: string) => RawBuilder<unknown>> = {
  end: (s) => sql`update sessions set ended_at = clock_timestamp() where id = ${s}`,
  'take the end back': (s) => sql`update sessions set ended_at = null where id = ${s}`,
  'end all': (_s, u) => sql`update sessions set ended_at = clock_timestamp() where user_id = ${u}`,
  expire: (s) => sql`update sessions set expires_at = clock_timestamp() where id = ${s}`,
  'expire by idling': (s) => sql`update sessions set idle_until = clock_timestamp() where id = ${s}`,
  prolong: (s) =>
    sql`update sessions set expires_at = clock_timestamp() + interval '1 day', idle_until = clock_timestamp() + interval '1 day' where id = ${s}`,
  rotate: (s) => sql`update sessions set generation = generation + 1, generation_seen = false where id = ${s}`,
  'rotate back': (s) => sql`update sessions set generation = 0, generation_seen = false where id = ${s}`,
  'type the password': (s) => sql`update sessions set authenticated_at = clock_timestamp() where id = ${s}`,
  'give a factor': (s) =>
    sql`update sessions set second_factor = 'passkey', second_factor_at = clock_timestamp() where id = ${s}`,
  'forget the factor': (s) => sql`update sessions set second_factor = null, second_factor_at = null where id = ${s}`,
  'give it to nobody in particular': (s) => sql`update sessions set last_seen_at = clock_timestamp() where id = ${s}`,
  disable: (_s, u) => sql`update users set disabled = true where id = ${u}`,
  enable: (_s, u) => sql`update users set disabled = false where id = ${u}`,
  'make auditor': (_s, u) => sql`update users set role = 'auditor' where id = ${u}`,
  'make cashier': (_s, u) => sql`update users set role = 'cashier', name = name || '.' where id = ${u}`,
  'ask for a new password': (_s, u) => sql`update credentials set must_change = true where user_id = ${u}`,
  'have a new password': (_s, u) => sql`update credentials set must_change = false where user_id = ${u}`,
  'add an app': (_s, u) =>
    sql`insert into authenticators (user_id, secret, created_at) values (${u}, 's', now()) on conflict do nothing`,
  'confirm the app': (_s, u) => sql`update authenticators set confirmed_at = now() where user_id = ${u}`,
  'remove the app': (_s, u) => sql`delete from authenticators where user_id = ${u}`,
  'add a passkey': (_s, u) =>
    sql`insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, name, created_at)
        values (${newId()}, ${u}, ${newId()}, '', 0, '{}', 'ключ', now())`,
  'remove passkeys': (_s, u) => sql`delete from passkeys where user_id = ${u}`,
  'remove all passkeys at once': () => sql`truncate passkeys`,
}

const step = fc.record({
  write: fc.constantFrom(...Object.keys(writes)),
  also: fc.option(fc.constantFrom(...Object.keys(writes)), { freq: 3 }),
  isTakenBack: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
  person: fc.nat(1),
  session: fc.nat(1),
  process: fc.nat(1),
  path: fc.constantFrom('/orders/summary', '/orders?limit=50', '/auth/me', '/users'),
})

const permissionOf = {
  '/orders/summary': 'order.read',
  '/orders?limit=50': 'order.read',
  '/auth/me': 'self.manage',
  '/users': 'user.read',
} as const

const numRuns = howOften({ usually: 60, long: 3_000 })

test(`${numRuns} sequences of writes about sessions and users: either process answers as the rows say`, async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
    await reviveAll()
    for (const { write, also, isTakenBack, person, session, process, path } of steps) {
      const { id: user, sessions } = people[person] ?? { id: '', sessions: [] }
      const { id = '', token = '' } = sessions[session] ?? {}
      await apply([write, ...(also === null ? [] : [also])], id, user, isTakenBack)
      const asked = processes[process] ?? processes[0]
      const expected = await findLiveSession(processes[0].app.db, id, user)
      const refusal = expected && whyNotAllowed(expected, permissionOf[path], 'optional')
      const { body } = await new ApiClient(asked.url, { access_token: token }).get<{ code?: string }>(path)
      expect(body.code ?? null).toBe(expected ? refusal : 'auth.session_ended')
    }
  })
  await fc.assert(property, { numRuns })
})

/** In one transaction as the owner of the tables: a hand at the database is not different from the service. */
async function apply(names: string[], session: string, user: string, isTakenBack: boolean): Promise<void> {
  const takeBack = new Error('taken back')
  const work = processes[0].db.transaction().execute(async (tx) => {
    for (const name of names) await writes[name]?.(session, user).execute(tx)
    if (isTakenBack) throw takeBack
  })
  await work.catch((error: unknown) => {
    if (error !== takeBack) throw error
  })
}

const withoutFactors = ['remove the app', 'remove passkeys', 'forget the factor']

/** Everybody may come in again. */
async function reviveAll(): Promise<void> {
  for (const { id: user, sessions } of people)
    for (const { id } of sessions)
      await apply(['take the end back', 'prolong', 'enable', 'have a new password', ...withoutFactors], id, user, false)
}

test('a session is found only under the name of its own user', async () => {
  const { app } = processes[0]
  await reviveAll()
  for (const { id: user, sessions } of people)
    for (const { id } of sessions) {
      expect(await findLiveSession(app.db, id, user)).toMatchObject({ session_id: id, user: { id: user } })
      expect(await findLiveSession(app.db, id, newId())).toBeUndefined()
    }
})
