import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { configure } from 'safe-stable-stringify'
import { expect, inject, onTestFinished, test } from 'vitest'
import { checkpointPath } from '#/server/audit/checkpoints/checkpoint-file.ts'
import { openDatabase } from '#/server/platform/database/database.ts'
import { keysOfFile } from '#/server/platform/encryption/encryption-keys.ts'
import { createLog } from '#/server/platform/log.ts'
import { migrate, migrationContext } from '#/server/platform/migrate.ts'
import { newId, randomSecret } from '#/server/platform/random.ts'
import { sqlCode } from '#/server/sql-code.ts'
import { keepSecretSetting } from '#/server/platform/settings.ts'
import { sealAudit } from '#/server/audit/verifying/seal-audit.ts'
import { alarmsOf, verifyAfresh, writeEntries } from '../attack/audit-ground.ts'
import { emptyDatabase } from '../support/template-database.ts'
import { startTestApp } from '../support/test-app.ts'

const stringify = configure({ deterministic: true, bigint: false, strict: true })

/** An empty database as a release left it, and what that release wrote to its log. */
async function oldDatabase(migration: string) {
  const data_dir = mkdtempSync(join(tmpdir(), 'kasyr-old-'))
  onTestFinished(() => rmSync(data_dir, { recursive: true, force: true }))
  const database_url = await emptyDatabase(inject('server_url'), inject('template'))
  const { db, close } = await openDatabase({ database_url, data_dir, claim: 'own', log: createLog('silent') })
  const keys = keysOfFile(join(data_dir, 'keys', 'encryption.keys'))
  await migrate(db, migrationContext(keys), sqlCode, migration)
  const secret = await keepSecretSetting(db, keys, 'audit_key', randomSecret(32))
  const hmac = (text: string) => createHmac('sha256', secret).update(text)
  return {
    config: { data_dir, database_url },
    db,
    close,
    hmac,
    async write(action: string, subject: string, details: object) {
      const [id, at] = [newId(), `2026-03-09T08:00:00.000Z`]
      const mac = hmac(`entry:${stringify([id, at, null, null, action, 'user', subject, details, null])}`).digest()
      await sql`insert into audit_log (id, at, action, subject_type, subject_id, details, mac)
                values (${id}, ${at}, ${action}, 'user', ${subject}, ${JSON.stringify(details)}, ${mac})`.execute(db)
      return { id, mac }
    },
    async seal(seq: number, previous: Buffer, { id, mac }: { id: string; mac: Buffer }) {
      const hash = hmac(`link:${seq}:`).update(previous).update(mac).digest()
      await sql`insert into audit_seals (seq, entry_id, hash) values (${seq}, ${id}, ${hash})`.execute(db)
      return hash
    },
  }
}

/** A log as release 0.5.2 wrote it: five entries, four of them sealed, and one checkpoint in one file. */
async function oldLog() {
  const { config, db, close, hmac, write, seal } = await oldDatabase('0019')
  let hash = Buffer.alloc(32)
  for (let seq = 1; seq <= 4; seq += 1)
    hash = await seal(seq, hash, await write('user.edited', `n${seq}`, { changes: {} }))
  const { id } = await write('user.edited', 'n5', { changes: {} })
  await sql`insert into audit_unsealed (entry_id) values (${id})`.execute(db)
  const point = { seq: 4, hash: hash.toString('hex'), at: '2026-03-09T08:00:05.000Z' }
  const mac = hmac(`checkpoint:4:${point.hash}`).digest('hex')
  writeFileSync(checkpointPath(config.data_dir), `${JSON.stringify({ ...point, mac })}\n`)
  await close()
  return config
}

/** A log as release 0.8.0 left it after a changed entry was accepted: its chain begins anew with the hash of a stretch. */
async function acceptedLog(names_places: boolean) {
  const { config, db, close, hmac, write, seal } = await oldDatabase('0039')
  let hash = Buffer.alloc(32)
  const ids: string[] = []
  for (let seq = 1; seq <= 3; seq += 1) {
    const entry = await write('user.edited', `n${seq}`, { changes: {} })
    ids.push(entry.id)
    hash = await seal(seq, hash, entry)
  }
  await sql`update audit_log set subject_id = 'x' where id = ${ids[1]}`.execute(db)
  const found = { seq: 2, id: ids[1], reason: 'запис змінено або вставлено не програмою' }
  const breaks = { missing: 0, inserted: 0, changed: 1, other: 0, places: [{ what: 'changed', ...found }] }
  const details = { reason: 'перевірила Олена', found, entries: 3, sealed_to: 1, outside: 0, alarms: [], first_seq: 4 }
  const mac = hmac('a stretch').digest()
  await sql`insert into audit_stretches (number, first_seq, at, reason, found, digest, mac)
            values (1, 4, now(), 'перевірила Олена', '{}', ${mac}, ${mac})`.execute(db)
  await seal(4, mac, await write('audit.break_accepted', '1', names_places ? { ...details, breaks } : details))
  await close()
  return config
}

test('what was written before 0.6.0 is verified, sealed and goes on', async () => {
  const config = await oldLog()
  const kasyr = await startTestApp({ config })
  onTestFinished(() => kasyr.close())
  expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
  await writeEntries(kasyr, kasyr.app, 2)
  // One old entry, that of the first admin and two new ones.
  expect(await sealAudit(kasyr.app)).toBe(4)
  expect(JSON.parse(readFileSync(checkpointPath(config.data_dir), 'utf8'))).toMatchObject({ seq: 8 })
  expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
})

test('the checkpoint of before is still held against the log', async () => {
  const config = await oldLog()
  const kasyr = await startTestApp({ config })
  onTestFinished(() => kasyr.close())
  await kasyr.db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`delete from audit_seals where seq > 2`.execute(connection)
    await sql`delete from audit_log where subject_id in ('n3', 'n4')`.execute(connection)
    await sql`set session_replication_role = default`.execute(connection)
  })
  expect(await sealAudit(kasyr.app)).toBe(0)
  expect(await alarmsOf(kasyr)).toMatchObject([{ kind: 'missing', reason: expect.stringContaining('№ 4 вилучено') }])
})

test.each([true, false])(
  'what was accepted before 0.9.0 stays accepted, with its places named: %s',
  async (names_places) => {
    const config = await acceptedLog(names_places)
    const kasyr = await startTestApp({ config })
    onTestFinished(() => kasyr.close())
    const accepted = [{ reason: 'перевірила Олена', before_seq: 4 }]
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true, accepted })
    await writeEntries(kasyr, kasyr.app, 1)
    // With the entry of the first admin.
    expect(await sealAudit(kasyr.app)).toBe(2)
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true, accepted })
    const tamper = (subject: string) =>
      kasyr.db.connection().execute(async (connection) => {
        await sql`set session_replication_role = replica`.execute(connection)
        await sql`update audit_log set address = '203.0.113.9' where subject_id = ${subject}`.execute(connection)
        await sql`set session_replication_role = default`.execute(connection)
      })
    await tamper('n3')
    expect(await verifyAfresh(kasyr)).toMatchObject(names_places ? { ok: false, seq: 3 } : { ok: true })
    await tamper('n0')
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: false, seq: names_places ? 3 : 6 })
  },
)
