import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditItem, AuditVerdict } from '#/contract/audit.ts'
import { recordAudit, theSystem } from '#/server/audit/record-audit.ts'
import { sealAudit } from '#/server/audit/verifying/seal-audit.ts'
import type { ApiClient } from '../support/api-client.ts'
import { aUser, loggedIn } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
let auditor: ApiClient
beforeAll(async () => {
  kasyr = await startTestApp()
  auditor = await loggedIn(kasyr, 'auditor')
})
afterAll(() => kasyr.close())

interface Page {
  items: AuditItem[]
  next_cursor: string | null
}

const read = async (query: string) => (await auditor.get<Page>(`/audit?${query}`)).body

describe('the audit log', () => {
  test('says who did what to whom, from where and when, newest first', async () => {
    const { id, login } = await aUser(kasyr)
    await kasyr.anonymous.post('/auth/login', { login, password: 'не той пароль' })
    const { items } = await read(`subject=${id}`)
    expect(items).toMatchObject([
      {
        action: 'auth.login_failed',
        actor: null,
        address: '127.0.0.1',
        subject: { type: 'user', id },
        details: { login, reason: 'wrong_password' },
      },
      { action: 'user.created', actor: null, address: null, details: { login, role: 'cashier' } },
    ])
    expect(items[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test('calls people and cash registers by their names; what is no longer there has none', async () => {
    const admin = await kasyr.anonymous.logIn('admin', kasyr.adminPassword)
    const { id } = await aUser(kasyr)
    await admin.patch(`/users/${id}`, { name: 'Соломія Нова' })
    const register = { name: 'ФОП Їжак', license_key: 'key-of-audit-log', pin: '0007', carrier_key: 'a'.repeat(32) }
    const added = await admin.post<{ id: string }>('/cash-registers', register)
    expect((await read(`subject=${id}&action=user.edited`)).items).toMatchObject([{ subject_name: 'Соломія Нова' }])
    const ofRegister = (await read(`subject=${added.body.id}`)).items
    expect(ofRegister.length).toBeGreaterThan(0)
    for (const item of ofRegister) expect(item).toMatchObject({ subject_name: 'ФОП Їжак' })
    const { items } = await read('action=auth.logged_in&limit=1')
    expect(Object.keys(items[0] ?? {})).not.toEqual(expect.arrayContaining(['subject_name']))
  })

  test('an unknown login is not written down whole: people type passwords there by mistake', async () => {
    await kasyr.anonymous.post('/auth/login', { login: 'moya-tayemna-fraza', password: 'щось там' })
    const { items } = await read('action=auth.login_failed&limit=1')
    expect(items).toMatchObject([
      { subject: { type: 'login', id: 'mo…' }, details: { login: 'mo…', reason: 'unknown_user' } },
    ])
  })

  test('can be narrowed by person, action, subject and day, and read page by page', async () => {
    const admin = await kasyr.anonymous.logIn('admin', kasyr.adminPassword)
    for (let count = 0; count < 5; count += 1)
      await admin.post('/users', { login: `paged${count}`, name: 'Сторінка', role: 'cashier' })
    const all = (await read('actor=admin&action=user.created&limit=200')).items
    expect(all).toHaveLength(5)
    const pages: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await read(`actor=admin&action=user.created&limit=2${cursor && `&cursor=${cursor}`}`)
      pages.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(pages).toEqual(all.map(({ id }) => id))
    const actor = all[0]?.actor?.id ?? ''
    expect((await read(`actor=${actor}&action=user.created`)).items).toHaveLength(5)
    expect((await read('from=2020-01-01&to=2020-12-31')).items).toEqual([])
    expect((await auditor.get('/audit?cursor=rubbish')).body).toMatchObject({
      code: 'request.invalid',
      errors: [{ pointer: '?cursor' }],
    })
    expect((await auditor.get('/audit?action=nothing.known')).status).toBe(400)
  })

  test('a day is a day in Kyiv, whole', async () => {
    const at = (time: string) => ({ ...kasyr.app, clock: { now: () => new Date(time) } })
    for (const time of [
      '2026-03-08T21:59:59Z',
      '2026-03-08T22:00:00Z',
      '2026-03-09T21:59:59.999Z',
      '2026-03-09T22:00:00Z',
    ]) {
      await kasyr.db.transaction().execute((tx) =>
        recordAudit(at(time), tx, theSystem, {
          action: 'user.edited',
          subject: { type: 'user', id: 'kyiv-day' },
          details: { changes: {} },
        }),
      )
    }
    const { items } = await read('subject=kyiv-day&from=2026-03-09&to=2026-03-09')
    expect(items.map((item) => item.at)).toEqual(['2026-03-09T21:59:59.999Z', '2026-03-08T22:00:00.000Z'])
  })

  test('an entry lives and dies with the change it tells of', async () => {
    const rolledBack = kasyr.db.transaction().execute(async (tx) => {
      await recordAudit(kasyr.app, tx, theSystem, {
        action: 'user.edited',
        subject: { type: 'user', id: 'rolled-back' },
        details: { changes: {} },
      })
      throw new Error('the change did not work out')
    })
    await expect(rolledBack).rejects.toThrow('did not work out')
    expect((await read('subject=rolled-back')).items).toEqual([])
  })

  test('details that are not of the action are refused, so that nothing else slips in', async () => {
    const withSecret = { changes: {}, password: 'таємниця' }
    const recorded = kasyr.db.transaction().execute((tx) =>
      recordAudit(kasyr.app, tx, theSystem, {
        action: 'user.edited',
        subject: { type: 'user', id: 'x' },
        details: withSecret,
      }),
    )
    await expect(recorded).rejects.toThrow('Невідоме поле')
  })

  test.each([
    'update audit_log set action = action',
    'delete from audit_log',
    'truncate audit_log cascade',
    'update audit_seals set seq = seq',
    'delete from audit_seals',
  ])('PostgreSQL itself refuses «%s»', async (statement) => {
    await expect(sql.raw(statement).execute(kasyr.db)).rejects.toThrow('only grows')
  })

  test('is sealed in order, also when many write and several seal at once, and is found whole', async () => {
    const write = (number: number) =>
      kasyr.db.transaction().execute((tx) =>
        recordAudit(kasyr.app, tx, theSystem, {
          action: 'user.edited',
          subject: { type: 'user', id: `parallel-${number}` },
          details: { changes: {} },
        }),
      )
    await Promise.all(
      Array.from({ length: 100 }, (_, number) =>
        Promise.all([write(number), ...(number % 10 === 0 ? [sealAudit(kasyr.app)] : [])]),
      ),
    )
    await sealAudit(kasyr.app)
    const verdict = (await auditor.get<AuditVerdict>('/audit/verify')).body
    const { count } = await kasyr.db
      .selectFrom('audit_log')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(verdict).toEqual({ ok: true, entries: count, sealed_to: count, first_bad: null })
  })
})
