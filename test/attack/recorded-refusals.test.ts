import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { aCrmOrder } from '../support/orders.ts'
import { aUser, loggedIn, somePassword } from '../support/people.ts'
import { ScriptedCrm } from '../support/scripted-crm.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
let auditor: ApiClient
beforeAll(async () => {
  const crm = new ScriptedCrm()
  crm.put(aCrmOrder({ number: '1', recipient: { name: 'Ганна', phone: '380671112233' } }), aCrmOrder({ number: '2' }))
  kasyr = await startTestApp({ crm, config: { public_url: 'http://kasyr.test' } })
  auditor = await loggedIn(kasyr, 'auditor')
  await auditor.get('/orders')
})
afterAll(() => kasyr.close())

const entriesOf = (...actions: string[]) =>
  kasyr.db
    .selectFrom('audit_log')
    .select(['action', 'actor_login', 'address', 'subject_type', 'subject_id', 'details'])
    .where('action', 'in', actions)
    .orderBy('at')
    .orderBy('id')
    .execute()

/** So many failures that the wait outlasts this test on the slowest machine. */
const failMuch = () => sql`update login_failures set failures = 20 where failures > 0`.execute(kasyr.db)

describe('logins that are not even looked at leave an entry', () => {
  test('with the address and the login, the first of them; the others are counted', async () => {
    const { id, login } = await aUser(kasyr)
    const tryIt = () =>
      kasyr.anonymous.post('/auth/login', { login, password: 'здогадка' }, { 'x-forwarded-for': '203.0.113.9' })
    expect((await tryIt()).status).toBe(401)
    await failMuch()
    const seconds = []
    for (let refused = 0; refused < 3; refused += 1) {
      const { status, headers } = await tryIt()
      expect(status).toBe(429)
      seconds.push(Number(headers.get('retry-after')))
    }
    const entries = (await entriesOf('auth.login_throttled')).filter(({ subject_id }) => subject_id === id)
    expect(entries).toEqual([
      {
        action: 'auth.login_throttled',
        actor_login: null,
        address: '203.0.113.9',
        subject_type: 'user',
        subject_id: id,
        details: { login, seconds: seconds[0] },
      },
    ])
  })

  test('of an unknown login only the first letters: it may be a password typed into the wrong field', async () => {
    const tryIt = () =>
      kasyr.anonymous.post(
        '/auth/login',
        { login: 'таємне-слово', password: 'здогадка' },
        { 'x-forwarded-for': '203.0.113.10' },
      )
    await tryIt()
    await failMuch()
    await tryIt()
    const entries = (await entriesOf('auth.login_throttled')).filter(({ address }) => address === '203.0.113.10')
    expect(entries).toMatchObject([
      { subject_type: 'login', subject_id: 'та…', details: { login: 'та…', seconds: expect.any(Number) } },
    ])
  })

  test('and touches no counter: what is refused does not prolong the wait of others', async () => {
    const before = await kasyr.db.selectFrom('login_failures').select('bucket').execute()
    await kasyr.anonymous.post(
      '/auth/login',
      { login: 'таємне-слово', password: 'здогадка' },
      { 'x-forwarded-for': '203.0.113.10' },
    )
    expect(await kasyr.db.selectFrom('login_failures').select('bucket').execute()).toEqual(before)
  })
})

describe('a wrong password in an open session leaves an entry', () => {
  test.each([
    ['/auth/reauth', { password: 'здогадка' }, 'auth.reauth_failed'],
    [
      '/auth/password',
      { current_password: 'здогадка', new_password: 'тиха-вода-греблю-рве' },
      'auth.password_change_failed',
    ],
  ])('POST %s', async (path, body, action) => {
    const { id, login } = await aUser(kasyr)
    const person = await kasyr.anonymous.logIn(login, somePassword, { 'x-forwarded-for': '203.0.113.11' })
    const statuses = []
    for (let failure = 0; failure < 3; failure += 1) {
      if (failure === 2) await failMuch()
      statuses.push((await person.post(path, body, { 'x-forwarded-for': '203.0.113.12' })).status)
    }
    expect(statuses).toEqual([403, 403, 429])
    const { id: session_id } = await kasyr.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    const reasons = ['wrong_password', 'wrong_password', 'throttled']
    expect((await entriesOf(action)).filter(({ subject_id }) => subject_id === id)).toEqual(
      reasons.map((reason) => ({
        action,
        actor_login: login,
        address: '203.0.113.12',
        subject_type: 'user',
        subject_id: id,
        details: { session_id, reason },
      })),
    )
  })
})

describe('what leaves as a file leaves an entry', () => {
  test('orders: who, which, how many, but not what was searched for', async () => {
    expect((await auditor.get('/orders/export?format=csv&q=%D0%93%D0%B0%D0%BD%D0%BD%D0%B0&sum_from=1')).status).toBe(
      200,
    )
    expect((await auditor.get('/orders/export?tab=no_receipt')).status).toBe(200)
    expect((await auditor.get('/orders/export?format=pdf')).status).toBe(400)
    const entries = await entriesOf('order.exported')
    expect(entries).toMatchObject([
      {
        actor_login: expect.stringMatching(/^auditor/),
        address: '127.0.0.1',
        subject_type: 'queue',
        details: { format: 'csv', rows: 1, filters: { q: '…', sum_from: 1 } },
      },
      { details: { format: 'xlsx', rows: 2, filters: { tab: 'no_receipt' } } },
    ])
    expect(JSON.stringify(entries)).not.toContain('Ганна')
  })

  test('the audit log: the whole of what was asked for, safe for a spreadsheet, and its own entry first', async () => {
    const { login } = await aUser(kasyr)
    await kasyr.db.updateTable('users').set({ name: '=1+1' }).where('login', '=', login).execute()
    const answer = await auditor.get('/audit/export?action=user.created')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="zhurnal.csv"')
    const lines = answer.text.trimEnd().split('\r\n')
    expect(lines[0]).toBe('\uFEFFЧас;Хто;Дія;Об’єкт;Ідентифікатор;Подробиці;Адреса;Запис'.slice(1))
    expect(lines).toHaveLength((await entriesOf('user.created')).length + 1)
    expect(lines[1]).toContain(`;Система;user.created;user;`)
    expect(lines[1]).toContain(login)
    const [entry] = await entriesOf('audit.exported')
    expect(entry).toMatchObject({
      actor_login: expect.stringMatching(/^auditor/),
      subject_type: 'audit',
      details: { format: 'csv', filters: { action: 'user.created' } },
    })
    const whole = await auditor.get('/audit/export')
    expect(whole.text.trimEnd().split('\r\n')[1]).toContain(';audit.exported;')
  })

  test('is for people who may read the audit log, and the filters are those of the list', async () => {
    const cashier = await loggedIn(kasyr)
    expect((await cashier.get('/audit/export')).status).toBe(403)
    expect((await auditor.get('/audit/export?limit=5')).status).toBe(400)
    expect(
      (await auditor.get('/audit/export?from=2020-01-01&to=2020-01-02')).text.trimEnd().split('\r\n'),
    ).toHaveLength(1)
  })
})
