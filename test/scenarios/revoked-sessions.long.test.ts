import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session, TokenAnswer } from '#/contract/auth.ts'
import type { OrderList } from '#/contract/orders.ts'
import type { Role } from '#/contract/permissions.ts'
import { ApiClient } from '../support/api-client.ts'
import { aCrmOrder } from '../support/orders.ts'
import { patience } from '../support/patience.ts'
import { aUser, somePassword } from '../support/people.ts'
import { enrol } from '../support/second-factor.ts'
import { ScriptedCrm } from '../support/scripted-crm.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { openStream } from './event-stream-support.ts'

/** Two processes on one database: what is done about a session at the first holds at the second from the next request on. */
let one: TestApp
let two: TestApp
let admin: ApiClient
let order: string
beforeAll(async () => {
  const crm = new ScriptedCrm()
  crm.put(aCrmOrder({ recipient: { name: 'Таємна Особа', phone: '380671112233' } }))
  one = await startTestApp({ crm })
  two = await startTestApp({ crm, config: { database_url: one.config.database_url, data_dir: one.config.data_dir } })
  admin = await one.anonymous.logIn('admin', one.adminPassword)
  order = (await admin.get<OrderList>('/orders')).body.items[0]?.id ?? ''
})
afterAll(() => Promise.all([one.close(), two.close()]))

/** The time of the service itself. */
const thisMoment = { now: () => new Date(), pass: () => undefined }

interface Told {
  status: number
  text: string
  code?: string | undefined
}
type Call = (client: ApiClient) => Promise<Told>

const get =
  (path: () => string): Call =>
  async (client) => {
    const { status, text, body } = await client.get<{ code?: string } | null>(path())
    return { status, text, code: body?.code }
  }

const readings: Record<string, Call> = {
  list: get(() => '/orders'),
  summary: get(() => '/orders/summary'),
  'one order': get(() => `/orders/${order}`),
  'several orders': get(() => `/orders/by-ids?ids=${order}`),
}

const calls: Record<string, Call> = {
  ...readings,
  search: get(() => `/orders?q=${encodeURIComponent('таємна')}`),
  'own account': get(() => '/auth/me'),
  views: get(() => '/views'),
  edit: async (client) => {
    const { status, text, body } = await client.patch<{ code?: string }>(`/orders/${order}`, { notes: 'нотатка' })
    return { status, text, code: body.code }
  },
  stream: async (client) => {
    const { answer, leave } = await openStream(client.url, client)
    const text = answer.status === 200 ? '' : await answer.text()
    leave()
    return { status: answer.status, text, code: text === '' ? undefined : JSON.parse(text).code }
  },
}

interface Person {
  id: string
  login: string
  here: ApiClient
  /** The same session at the other process. */
  there: ApiClient
}

async function aPerson(role: Role = 'cashier'): Promise<Person> {
  const { id, login } = await aUser(one, role)
  const here = await one.anonymous.logIn(login, somePassword)
  return { id, login, here, there: at(two, here) }
}

const at = ({ url }: TestApp, { token }: ApiClient): ApiClient => new ApiClient(url, { access_token: token ?? '' })

const sessionOf = ({ here }: Person): string =>
  JSON.parse(Buffer.from(here.token?.split('.')[1] ?? '', 'base64url').toString()).sid

const versionOfOrder = async (): Promise<number | undefined> =>
  (await one.db.selectFrom('orders').select('version').where('id', '=', order).executeTakeFirst())?.version

const change = (statement: ReturnType<typeof sql>) => statement.execute(one.app.db)

/** Everything that ends a session or changes what it may do; each is done at the first process. */
const acts: Record<string, { act: (person: Person) => Promise<unknown>; code: string }> = {
  'logging out': { act: ({ here }) => here.post('/auth/logout'), code: 'auth.session_ended' },
  'ending it from another session of the person': {
    act: async (person) => {
      const other = await one.anonymous.logIn(person.login, somePassword)
      await other.delete(`/auth/sessions/${sessionOf(person)}`)
    },
    code: 'auth.session_ended',
  },
  'a new password typed in another session': {
    act: async ({ login }) => {
      const other = await one.anonymous.logIn(login, somePassword)
      const new_password = 'гомінлива-криниця-88'
      const { status } = await other.post('/auth/password', { current_password: somePassword, new_password })
      expect(status).toBeLessThan(300)
    },
    code: 'auth.session_ended',
  },
  'a first second factor set up in another session': {
    act: async ({ login }) => void (await enrol(await one.anonymous.logIn(login, somePassword), thisMoment)),
    code: 'auth.session_ended',
  },
  'ending all sessions by an admin': {
    act: ({ id }) => admin.delete(`/users/${id}/sessions`),
    code: 'auth.session_ended',
  },
  'disabling the user': {
    act: ({ id }) => admin.patch(`/users/${id}`, { disabled: true }),
    code: 'auth.session_ended',
  },
  'resetting the password': { act: ({ id }) => admin.post(`/users/${id}/password-reset`), code: 'auth.session_ended' },
  'using a refresh token that was replaced': {
    act: async (person) => {
      const stolen = person.here.refresh_token
      for (let step = 0; step < 2; step += 1) {
        await one.anonymous.post('/auth/refresh', { refresh_token: stolen })
        await change(
          sql`update sessions set rotated_at = rotated_at - interval '1 hour' where id = ${sessionOf(person)}`,
        )
      }
    },
    code: 'auth.session_ended',
  },
  'the end of its time': {
    act: (person) => change(sql`update sessions set expires_at = clock_timestamp() where id = ${sessionOf(person)}`),
    code: 'auth.session_ended',
  },
  'removing its row by hand': {
    act: (person) => change(sql`delete from sessions where id = ${sessionOf(person)}`),
    code: 'auth.session_ended',
  },
  'a password that must be changed': {
    act: ({ id }) => change(sql`update credentials set must_change = true where user_id = ${id}`),
    code: 'auth.password_change_required',
  },
}

describe('what is done at one process holds for the next request at another:', () => {
  test.each(Object.entries(acts))('%s', async (_name, { act, code }) => {
    for (const [kind, call] of Object.entries(calls)) {
      const person = await aPerson()
      for (let turn = 0; turn < 2; turn += 1) expect(await call(person.there), kind).toMatchObject({ status: 200 })
      await act(person)
      const version = await versionOfOrder()
      const isOwn = code === 'auth.password_change_required' && ['own account', 'views'].includes(kind)
      const told = await call(person.there)
      expect([kind, told.status === 200 ? '' : told.code]).toEqual([kind, isOwn ? '' : code])
      expect(told.text, kind).not.toContain('Таємна')
      expect(await versionOfOrder(), `${kind} changed nothing`).toBe(version)
    }
  })

  test('another role', async () => {
    const cashier = await aPerson()
    for (const kind of ['list', 'edit'] as const)
      expect(await calls[kind]?.(cashier.there)).toMatchObject({ status: 200 })
    await admin.patch(`/users/${cashier.id}`, { role: 'auditor' })
    expect(await calls['edit']?.(cashier.there)).toMatchObject({ status: 403, code: 'auth.forbidden' })
    await admin.patch(`/users/${cashier.id}`, { role: 'cashier' })
    expect(await calls['edit']?.(cashier.there)).toMatchObject({ status: 200 })
    expect((await cashier.there.get('/auth/me')).body).toMatchObject({ role: 'cashier' })

    const other = await aPerson('admin')
    expect(await other.there.get('/orders?hidden=true')).toMatchObject({ status: 200 })
    await admin.patch(`/users/${other.id}`, { role: 'cashier' })
    expect(await other.there.get('/orders?hidden=true')).toMatchObject({ status: 403 })
  })

  test('a second factor that was removed where everyone must have one, and one that was added', async () => {
    for (const { app } of [one, two])
      Object.assign(app, { mode: 'real', config: { ...app.config, second_factor: 'everyone' } })
    try {
      for (const [kind, call] of Object.entries(readings)) {
        const person = await aPerson()
        expect(await call(person.there), kind).toMatchObject({ status: 403, code: 'auth.second_factor_needed' })
        const { recovery_codes } = await enrol(person.here, thisMoment)
        for (let turn = 0; turn < 2; turn += 1) expect(await call(person.there), kind).toMatchObject({ status: 200 })
        const shown = { password: somePassword, code: recovery_codes[0] }
        expect((await person.here.call('DELETE', '/auth/second-factor', shown)).status).toBe(204)
        expect(await call(person.there), kind).toMatchObject({ status: 403, code: 'auth.second_factor_needed' })
      }
    } finally {
      for (const { app } of [one, two])
        Object.assign(app, { mode: 'demo', config: { ...app.config, second_factor: 'admins' } })
    }
  })

  test('a password typed once more', async () => {
    const person = await aPerson('admin')
    await change(
      sql`update sessions set authenticated_at = authenticated_at - interval '1 hour' where id = ${sessionOf(person)}`,
    )
    const target = await aPerson()
    const endAll = () => person.there.delete(`/users/${target.id}/sessions`)
    expect(await endAll()).toMatchObject({ status: 403, body: { code: 'auth.reauth_required' } })
    await person.here.post('/auth/reauth', { password: somePassword })
    expect((await endAll()).status).toBeLessThan(300)
  })
})

describe('a session', () => {
  test('ends by itself when its time is over, though nobody writes that down', async () => {
    const people = [await aPerson(), await aPerson()]
    const ids = people.map(sessionOf)
    const soon = sql`clock_timestamp() + make_interval(secs => ${patience(2_000) / 1000})`
    await change(sql`update sessions set expires_at = ${soon} where id = ${ids[0]}`)
    await change(sql`update sessions set idle_until = ${soon} where id = ${ids[1]}`)
    for (const { there } of people) expect(await readings['summary']?.(there)).toMatchObject({ status: 200 })
    const countLive = async () =>
      (
        await sql`select from sessions where id = any(${ids}) and clock_timestamp() < least(expires_at, idle_until)`.execute(
          one.db,
        )
      ).rows.length
    await expect.poll(countLive).toBe(0)
    for (const { there } of people)
      expect(await readings['summary']?.(there)).toMatchObject({ status: 401, code: 'auth.session_ended' })
  })

  test('marks the first use of what a refresh gave out, at whichever process and by whatever is read', async () => {
    for (const [kind, call] of Object.entries(readings)) {
      const person = await aPerson()
      for (let turn = 0; turn < 2; turn += 1) await call(person.there)
      const { body } = await one.anonymous.post<TokenAnswer>('/auth/refresh', {
        refresh_token: person.here.refresh_token,
      })
      const isSeen = async () =>
        (await one.db.selectFrom('sessions').select('generation_seen').where('id', '=', sessionOf(person)).execute())[0]
      // The old access token is still good, and proves nothing about the new one.
      expect(await call(person.there)).toMatchObject({ status: 200 })
      expect(await isSeen(), kind).toEqual({ generation_seen: false })
      expect(await call(new ApiClient(two.url, body))).toMatchObject({ status: 200 })
      expect(await isSeen(), kind).toEqual({ generation_seen: true })
    }
  })

  test('that has ended gets the refusal also for a wrong request and for an order that is not there', async () => {
    for (const path of ['/orders?nonsense=1', '/orders/00000000-0000-7000-8000-000000000000']) {
      const person = await aPerson()
      await readings['list']?.(person.there)
      expect([400, 404]).toContain((await person.there.get(path)).status)
      await person.here.post('/auth/logout')
      expect(await person.there.get(path)).toMatchObject({ status: 401, body: { code: 'auth.session_ended' } })
    }
  })

  test('lists itself as ended among the sessions of its person', async () => {
    const person = await aPerson()
    const other = at(two, await one.anonymous.logIn(person.login, somePassword))
    await readings['list']?.(person.there)
    await person.there.post('/auth/logout')
    expect((await other.get<{ items: Session[] }>('/auth/sessions')).body.items).toHaveLength(1)
  })
})
