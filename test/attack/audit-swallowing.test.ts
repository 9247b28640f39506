import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import { recordAudits, theSystem, type AuditEntry } from '#/server/audit/record-audit.ts'
import { sealAudit } from '#/server/audit/verifying/seal-audit.ts'
import type { ApiClient } from '../support/api-client.ts'
import { aCrmOrder } from '../support/orders.ts'
import { ScriptedCrm } from '../support/scripted-crm.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { accept, adminOf, alarmsOf, prepareGround, verifyAfresh, type Ground } from './audit-ground.ts'
import { altering, swallowing } from './audit-trap-kinds.ts'

let kasyr: TestApp
let admin: ApiClient
let ground: Ground
beforeAll(async () => {
  const crm = new ScriptedCrm()
  crm.put(aCrmOrder({}))
  kasyr = await startTestApp({ crm })
  admin = await adminOf(kasyr)
  ground = await prepareGround(kasyr)
})
afterAll(() => kasyr.close())

afterEach(async () => {
  await ground.run('drop trigger if exists hide on audit_log; drop rule if exists hide on audit_log')
  if ((await alarmsOf(kasyr)).length > 0) await accept(kasyr)
  await sealAudit(kasyr.app)
  if (!(await verifyAfresh(kasyr)).ok) throw new Error('the log of this test is not whole')
})

const addUser = (login: string) => admin.post('/users', { login, name: 'Олена', role: 'cashier' })
const users = async () => (await kasyr.db.selectFrom('users').select('login').execute()).map(({ login }) => login)

describe('a change whose entry is swallowed', () => {
  test.each(Object.entries(swallowing))('by %s fails and changes nothing', async (_name, statements) => {
    await ground.run(...statements)
    expect((await addUser('olena')).status).toBe(500)
    expect(await users()).not.toContain('olena')
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: false, reason: expect.stringContaining('audit_log.hide') })
  })

  test.each(Object.entries(swallowing))('by %s fails also as one statement', async (_name, statements) => {
    const [before] = (await admin.get<OrderList>('/orders')).body.items
    await ground.run(...statements)
    expect((await admin.patch(`/orders/${before?.id}`, { notes: 'без сліду' })).status).toBe(500)
    expect((await admin.get<Order>(`/orders/${before?.id}`)).body).toMatchObject({ ...before })
  })
})

test('an entry that a trigger changes while it is written is not sealed, and the alarm names it', async () => {
  await ground.run(...altering)
  expect((await addUser('olena1')).status).toBe(201)
  expect(await sealAudit(kasyr.app)).toBe(0)
  expect(await alarmsOf(kasyr)).toMatchObject([{ kind: 'inserted', reason: expect.stringContaining('змінено') }])
})

const entryOf = (number: number): AuditEntry => ({
  action: 'user.edited',
  subject: { type: 'user', id: `n${number}` },
  details: { changes: {} },
})

test('functions of another schema do not stand before those of PostgreSQL', async () => {
  const path = async () =>
    (await sql<{ path: string }>`select current_setting('search_path') as path`.execute(kasyr.app.db)).rows
  expect(await path()).toEqual([{ path: 'public' }])
})

describe('many entries at once', () => {
  test('are one statement for a thousand', async () => {
    const statements: unknown[] = []
    await kasyr.app.db.transaction().execute(async (tx) => {
      kasyr.watchStatements((text) => statements.push(text))
      await recordAudits(
        kasyr.app,
        tx,
        theSystem,
        Array.from({ length: 900 }, (_, number) => entryOf(number)),
      )
      kasyr.watchStatements(null)
    })
    expect(statements.filter((text) => String(text).includes('insert into audit_log'))).toHaveLength(1)
    expect(statements.length).toBeLessThanOrEqual(2)
    const { rows } = await sql<{ count: number }>`
      select count(*) from audit_log where details = '{"changes": {}}'
      and id in (select entry_id from audit_unsealed)`.execute(kasyr.db)
    expect(rows).toEqual([{ count: 900 }])
  })

  test('none of which is stored, or only a part, fail together', async () => {
    await ground.run(
      `create function skip_odd() returns trigger language plpgsql as $$
       begin if new.subject_id = 'n1' then return null; end if; return new; end $$`,
      'create trigger hide before insert on audit_log for each row execute function skip_odd()',
    )
    const recorded = kasyr.db
      .transaction()
      .execute((tx) => recordAudits(kasyr.app, tx, theSystem, [entryOf(0), entryOf(1), entryOf(2)]))
    await expect(recorded).rejects.toThrow('3 audit entries were written, 2 are stored')
    expect(await kasyr.db.selectFrom('audit_unsealed').selectAll().execute()).toEqual([])
  })
})
