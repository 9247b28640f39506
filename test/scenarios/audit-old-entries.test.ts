import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { configure } from 'safe-stable-stringify'
import { expect, inject, onTestFinished, test } from 'vitest'
import { headPath, linesPath } from '#/server/audit/checkpoint.ts'
import { openDatabase } from '#/server/platform/database/database.ts'
import { keysOfFile } from '#/server/platform/encryption/encryption-keys.ts'
import { createLog } from '#/server/platform/log.ts'
import { migrate, migrationContext } from '#/server/platform/migrate.ts'
import { newId, randomSecret } from '#/server/platform/random.ts'
import { sqlCode } from '#/server/sql-code.ts'
import { keepSecretSetting } from '#/server/platform/settings.ts'
import { sealAudit } from '#/server/audit/seal-audit.ts'
import { alarmsOf, verifyAfresh, writeEntries } from '../attack/journal-ground.ts'
import { emptyDatabase } from '../support/template-database.ts'
import { startTestApp } from '../support/test-app.ts'

const stringify = configure({ deterministic: true, bigint: false, strict: true })

/** A log as release 0.5.2 wrote it: five entries, four of them sealed, and one checkpoint in one file. */
async function oldLog() {
  const data_dir = mkdtempSync(join(tmpdir(), 'kasyr-old-'))
  onTestFinished(() => rmSync(data_dir, { recursive: true, force: true }))
  const database_url = await emptyDatabase(inject('server_url'), inject('template'))
  const log = createLog('silent')
  const { db, close } = await openDatabase({ database_url, data_dir, claim: 'own', log })
  const keys = keysOfFile(join(data_dir, 'keys', 'encryption.keys'))
  await migrate(db, migrationContext(keys), sqlCode, '0019')
  const secret = await keepSecretSetting(db, keys, 'audit_key', randomSecret(32))
  const hmac = (text: string) => createHmac('sha256', secret).update(text)
  let hash = Buffer.alloc(32)
  for (let seq = 1; seq <= 5; seq += 1) {
    const [id, at] = [newId(), `2026-03-09T08:00:0${seq}.000Z`]
    const told = [id, at, null, null, 'user.edited', 'user', `n${seq}`, { changes: {} }, null]
    const mac = hmac(`entry:${stringify(told)}`).digest()
    await sql`insert into audit_log (id, at, action, subject_type, subject_id, details, mac)
              values (${id}, ${at}, 'user.edited', 'user', ${`n${seq}`}, '{"changes": {}}', ${mac})`.execute(db)
    if (seq === 5) {
      await sql`insert into audit_unsealed (entry_id) values (${id})`.execute(db)
      continue
    }
    hash = createHmac('sha256', secret).update(`link:${seq}:`).update(hash).update(mac).digest()
    await sql`insert into audit_seals (seq, entry_id, hash) values (${seq}, ${id}, ${hash})`.execute(db)
  }
  const point = { seq: 4, hash: hash.toString('hex'), at: '2026-03-09T08:00:05.000Z' }
  const mac = hmac(`checkpoint:4:${point.hash}`).digest('hex')
  writeFileSync(headPath(data_dir), `${JSON.stringify({ ...point, mac })}\n`)
  await close()
  return { data_dir, database_url }
}

test('what was written before the journal had positions is verified, sealed and goes on', async () => {
  const config = await oldLog()
  const kasyr = await startTestApp({ config })
  onTestFinished(() => kasyr.close())
  expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
  await writeEntries(kasyr, kasyr.app, 2)
  // One old entry, that of the first admin and two new ones.
  expect(await sealAudit(kasyr.app)).toBe(4)
  expect(JSON.parse(readFileSync(headPath(config.data_dir), 'utf8'))).toMatchObject({ kind: 'head', seq: 8 })
  expect(JSON.parse(readFileSync(linesPath(config.data_dir), 'utf8'))).toMatchObject({ kind: 'line', line: 1, seq: 8 })
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
  expect(await alarmsOf(kasyr)).toMatchObject([{ kind: 'chain', reason: expect.stringContaining('№ 4 вилучено') }])
})
