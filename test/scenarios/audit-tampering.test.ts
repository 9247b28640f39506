import { readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkpointPath } from '#/server/audit/checkpoint.ts'
import { recordAudit, theSystem } from '#/server/audit/record-audit.ts'
import { sealAudit } from '#/server/audit/seal-audit.ts'
import { verifyAudit } from '#/server/audit/verify-audit.ts'
import { newId } from '#/server/platform/random.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
let tenth: string

/** A log of twenty entries; the test then does what an attacker with the database, but without the key, could do. */
beforeEach(async () => {
  kasyr = await startTestApp()
  await write(19)
  await sealAudit(kasyr.app)
  tenth = (await kasyr.db.selectFrom('audit_seals').select('entry_id').where('seq', '=', 10).executeTakeFirstOrThrow())
    .entry_id
})
afterEach(() => kasyr.close())

async function write(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await kasyr.db.transaction().execute((tx) =>
      recordAudit(kasyr.app, tx, theSystem, {
        action: 'user.edited',
        subject: { type: 'user', id: `n${number}` },
        details: { changes: { name: { before: 'Олена', after: 'Оленка' } } },
      }),
    )
  }
}

/** Past the triggers and the foreign keys, as the owner of the server can. */
const tamper = (...statements: string[]) =>
  kasyr.db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    for (const statement of statements) await sql.raw(statement).execute(connection)
    await sql`set session_replication_role = default`.execute(connection)
  })

const verify = () => verifyAudit(kasyr.app)
const copyOf = (id: string, changes = '') =>
  `insert into audit_log select '${newId()}', at, actor_id, actor_login, action, subject_type, 'inserted', details, address, mac from audit_log where id = '${id}' ${changes}`

describe('whoever changes the log is found', () => {
  test('an untouched log is whole', async () => {
    expect(await verify()).toEqual({ ok: true, entries: 20, sealed_to: 20, first_bad: null })
  })

  test.each(['action', 'actor_login', 'subject_id', 'address'])('editing %s of one entry', async (column) => {
    await tamper(`update audit_log set ${column} = 'інше' where id = '${tenth}'`)
    expect((await verify()).first_bad).toMatchObject({ seq: 10, id: tenth, reason: expect.stringContaining('змінено') })
  })

  test('editing the time, or one letter in the details', async () => {
    await tamper(
      `update audit_log set details = jsonb_set(details, '{changes,name,after}', '"Олесь"') where id = '${tenth}'`,
    )
    expect((await verify()).first_bad).toMatchObject({ seq: 10, id: tenth })
    await tamper(
      `update audit_log set details = jsonb_set(details, '{changes,name,after}', '"Оленка"') where id = '${tenth}'`,
    )
    expect((await verify()).ok).toBe(true)
    await tamper(`update audit_log set at = at + interval '1 ms' where id = '${tenth}'`)
    expect((await verify()).first_bad).toMatchObject({ seq: 10, id: tenth })
  })

  test('deleting an entry', async () => {
    await tamper(`delete from audit_log where id = '${tenth}'`)
    expect((await verify()).first_bad).toEqual({ seq: 10, id: tenth, reason: 'запис вилучено' })
  })

  test('deleting an entry with its seal', async () => {
    await tamper(`delete from audit_log where id = '${tenth}'`, 'delete from audit_seals where seq = 10')
    expect((await verify()).first_bad).toMatchObject({
      seq: 10,
      reason: expect.stringContaining('вилучено разом з печаткою'),
    })
  })

  test('deleting an entry with its seal and closing the gap', async () => {
    await tamper(
      `delete from audit_log where id = '${tenth}'`,
      'delete from audit_seals where seq = 10',
      'update audit_seals set seq = seq - 1 where seq > 10',
    )
    expect((await verify()).first_bad).toMatchObject({ seq: 10 })
  })

  test('inserting an entry past the chain', async () => {
    await tamper(copyOf(tenth))
    expect((await verify()).first_bad).toMatchObject({ seq: null, reason: expect.stringContaining('поза ланцюгом') })
  })

  test('inserting an entry and letting the program itself seal it', async () => {
    await sql.raw(copyOf(tenth)).execute(kasyr.db)
    expect((await verify()).first_bad).toMatchObject({ seq: null, reason: expect.stringContaining('не програмою') })
    await sealAudit(kasyr.app)
    expect((await verify()).first_bad).toMatchObject({ seq: 21, reason: expect.stringContaining('не програмою') })
  })

  test('swapping two entries', async () => {
    await tamper(
      'update audit_seals set seq = -seq where seq in (7, 8)',
      'update audit_seals set seq = case seq when -7 then 8 else 7 end where seq < 0',
    )
    expect((await verify()).first_bad).toMatchObject({ seq: 7 })
  })

  test('cutting off the end, also together with the seals', async () => {
    await tamper(
      'delete from audit_log using audit_seals where entry_id = id and seq > 15',
      'delete from audit_seals where seq > 15',
    )
    expect((await verify()).first_bad).toMatchObject({
      seq: 16,
      reason: expect.stringContaining('коротший за контрольну точку'),
    })
  })

  test('truncating the log', async () => {
    await tamper('delete from audit_log')
    expect((await verify()).first_bad).toMatchObject({ seq: 1 })
  })

  test('truncating everything', async () => {
    await sql`alter table audit_log disable trigger all`.execute(kasyr.db)
    await sql`alter table audit_seals disable trigger all`.execute(kasyr.db)
    await sql`truncate audit_log, audit_seals, audit_unsealed`.execute(kasyr.db)
    expect(await verify()).toMatchObject({ ok: false, entries: 0, sealed_to: 0, first_bad: { seq: 1 } })
  })

  test('putting another history in its place', async () => {
    await sql`alter table audit_log disable trigger all`.execute(kasyr.db)
    await sql`alter table audit_seals disable trigger all`.execute(kasyr.db)
    await sql`truncate audit_log, audit_seals, audit_unsealed`.execute(kasyr.db)
    await sql`alter table audit_log enable trigger all`.execute(kasyr.db)
    const kept = readFileSync(checkpointPath(kasyr.config.data_dir), 'utf8')
    await write(20)
    await sealAudit(kasyr.app)
    writeFileSync(checkpointPath(kasyr.config.data_dir), kept)
    expect((await verify()).first_bad).toMatchObject({
      seq: 20,
      reason: expect.stringContaining('не той, що в контрольній точці'),
    })
  })

  test('putting one entry of another history among the others', async () => {
    const ofTwentieth = 'using audit_seals where entry_id = id and seq = 20'
    await tamper(
      'create table kept_log as select audit_log.* from audit_log join audit_seals on entry_id = id where seq = 20',
      'create table kept_seals as select * from audit_seals where seq = 20',
      `delete from audit_log ${ofTwentieth}`,
      'delete from audit_seals where seq = 20',
    )
    await write(3)
    await sealAudit(kasyr.app)
    expect(await verify()).toMatchObject({ ok: true, sealed_to: 22 })
    await tamper(
      `delete from audit_log ${ofTwentieth}`,
      'delete from audit_seals where seq = 20',
      'insert into audit_log select * from kept_log',
      'insert into audit_seals select * from kept_seals',
    )
    expect((await verify()).first_bad).toMatchObject({ seq: 21, reason: expect.stringContaining('ланцюг') })
  })

  test('forging the checkpoint', async () => {
    const path = checkpointPath(kasyr.config.data_dir)
    writeFileSync(path, readFileSync(path, 'utf8').replace('"seq":20', '"seq":15'))
    expect((await verify()).first_bad).toMatchObject({ reason: 'файл контрольної точки змінено' })
  })
})
