import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { lookAtWritten } from '#/server/audit/look-at-written.ts'
import { keepAlarms } from '#/server/audit/raise-alarm.ts'
import { recordAudits, theSystem, type AuditEntry } from '#/server/audit/record-audit.ts'
import { sealAudit } from '#/server/audit/seal-audit.ts'
import type { ApiClient } from '../support/api-client.ts'
import { aCrmOrder } from '../support/orders.ts'
import { ScriptedCrm } from '../support/scripted-crm.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { accept, adminOf, alarmsOf, prepareGround, type Ground } from './journal-ground.ts'
import { deletingTrigger, swallowing } from './journal-trap-kinds.ts'

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

/** The traps of a test are taken away by accepting what they did. */
afterEach(async () => {
  await tick()
  await sealAudit(kasyr.app)
  if ((await alarmsOf(kasyr)).length > 0) await accept(kasyr)
  await sealAudit(kasyr.app)
  if ((await alarm()) !== null) throw new Error('the alarm of this test is not over')
})

/** What each process does every second. */
async function tick(): Promise<void> {
  await lookAtWritten(kasyr.app)
  await keepAlarms(kasyr.app)
}

const servingRole = async (): Promise<string> =>
  (await sql<{ role: string }>`select current_user as role`.execute(kasyr.app.db)).rows[0]?.role ?? ''
const addUser = (login: string) => admin.post('/users', { login, name: 'Олена', role: 'cashier' })
const users = async () => (await kasyr.db.selectFrom('users').select('login').execute()).map(({ login }) => login)
const alarm = async () => (await admin.get<ServiceStatus>('/status')).body.audit_alarm

describe('a change whose entry is swallowed', () => {
  test.each(Object.entries(swallowing))('by %s fails and changes nothing', async (_name, statements) => {
    await ground.run(...statements)
    expect((await addUser('olena')).status).toBe(500)
    expect(await users()).not.toContain('olena')
    await tick()
    await sealAudit(kasyr.app)
    expect(await alarm()).not.toBeNull()
    expect(await alarmsOf(kasyr)).toContainEqual({ kind: 'protection', reason: expect.stringContaining('«hide»') })
  })

  test.each(Object.entries(swallowing))('by %s fails also of an edited order', async (_name, statements) => {
    const [before] = (await admin.get<OrderList>('/orders')).body.items
    await ground.run(...statements)
    expect((await admin.patch(`/orders/${before?.id}`, { notes: 'без сліду' })).status).toBe(500)
    expect((await admin.get<Order>(`/orders/${before?.id}`)).body).toMatchObject({ ...before })
  })
})

test('an entry that is committed while a look for it is under way is not missed: the look is older than it', async () => {
  await kasyr.app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // From here on this connection sees the database as it was; whether a transaction has ended it is told as of now.
      await sql`select from audit_log limit 1`.execute(tx)
      expect((await addUser('olena-meanwhile')).status).toBe(201)
      expect(kasyr.app.audit.written.size).toBeGreaterThan(0)
      await lookAtWritten({ ...kasyr.app, db: tx })
    })
  await keepAlarms(kasyr.app)
  expect(await alarm()).toBeNull()
  expect(await alarmsOf(kasyr)).toEqual([])
})

describe('an entry that vanishes after it was written', () => {
  test('by an AFTER trigger is missed within a second', async () => {
    await ground.run(...deletingTrigger)
    expect((await addUser('olena1')).status).toBe(201)
    expect(await alarm()).toBeNull()
    await tick()
    expect(await alarm()).toMatchObject({ reason: 'запис «user.created» вилучено одразу після того, як його записано' })
  })

  test('by a superuser who deletes it together with its place in the queue is missed before its seal', async () => {
    expect((await addUser('olena2')).status).toBe(201)
    await tick()
    expect(await alarm()).toBeNull()
    await ground.tamper(
      `delete from audit_log where action = 'user.created' and id in (select entry_id from audit_unsealed)`,
      'delete from audit_unsealed',
    )
    await tick()
    expect(await alarm()).toMatchObject({ reason: expect.stringContaining('вилучено одразу') })
  })

  test('is missed also by a process that was blinded meanwhile, as soon as it sees again', async () => {
    const role = await servingRole()
    expect((await addUser('olena4')).status).toBe(201)
    await ground.tamper(
      `revoke select on audit_accepted from ${role}`,
      `delete from audit_log where action = 'user.created' and id in (select entry_id from audit_unsealed)`,
      'delete from audit_unsealed',
    )
    await tick()
    expect(await alarm()).toBeNull()
    await ground.run(`grant select on audit_accepted to ${role}`)
    await tick()
    expect(await alarm()).toMatchObject({ reason: expect.stringContaining('вилучено одразу') })
  })

  test('in a process that stays blind is told after half a minute', async () => {
    const role = await servingRole()
    expect((await addUser('olena5')).status).toBe(201)
    await ground.run(`revoke select on audit_accepted from ${role}`)
    for (let second = 0; second < 29; second += 1) await lookAtWritten(kasyr.app)
    expect(await alarmsOf(kasyr)).toEqual([])
    await tick()
    await ground.run(`grant select on audit_accepted to ${role}`)
    expect(await alarm()).toMatchObject({ reason: expect.stringContaining('не перевірити') })
  })

  test('from the queue of the sealer only is missed too', async () => {
    await addUser('olena3')
    await ground.run('delete from audit_unsealed')
    await tick()
    expect(await alarm()).toMatchObject({ reason: expect.stringContaining('позбавлено місця в ланцюгу') })
  })

  test('with its transaction, or whose seal protects it, is no alarm and costs no further look', async () => {
    const rolledBack = kasyr.db.transaction().execute(async (tx) => {
      await recordAudits(kasyr.app, tx, theSystem, [entryOf(0)])
      throw new Error('the change did not work out')
    })
    await expect(rolledBack).rejects.toThrow('did not work out')
    await addUser('olena4')
    await sealAudit(kasyr.app)
    await tick()
    expect(await alarm()).toBeNull()
    let statements = 0
    kasyr.watchStatements(() => (statements += 1))
    await tick()
    kasyr.watchStatements(null)
    expect(statements).toBe(0)
  })

  test('while its transaction is still open is waited for', async () => {
    await kasyr.db.transaction().execute(async (tx) => {
      await recordAudits(kasyr.app, tx, theSystem, [entryOf(0)])
      await tick()
      expect(await alarm()).toBeNull()
    })
    await ground.tamper(`delete from audit_log where subject_id = 'n0' and id in (select entry_id from audit_unsealed)`)
    await tick()
    expect(await alarm()).toMatchObject({ reason: expect.stringContaining('user.edited') })
  })
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
  test('are one statement for a thousand, each with a number of its own', async () => {
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
    const { rows } = await sql<{ count: number; numbers: number }>`
      select count(*), count(distinct number) as numbers from audit_log where details = '{"changes": {}}'
      and id in (select entry_id from audit_unsealed)`.execute(kasyr.db)
    expect(rows).toEqual([{ count: 900, numbers: 900 }])
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
    await expect(recorded).rejects.toThrow('was not stored as it was written')
    expect(await kasyr.db.selectFrom('audit_unsealed').selectAll().execute()).toEqual([])
  })
})
