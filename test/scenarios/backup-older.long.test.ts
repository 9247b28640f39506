import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { sealAudit } from '#/server/audit/verifying/seal-audit.ts'
import { withApp } from '#/server/cli/with-app.ts'
import { readConfig } from '#/server/config.ts'
import { runKasyr } from '../support/command-line.ts'
import { noteSecret } from '../support/evidence.ts'
import { emptyDatabase } from '../support/template-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'kasyr-older-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const passphrase = 'осокір-ґанок-77'
noteSecret(passphrase)

const embedded = (name: string) => ({
  DATABASE_URL: '',
  KASYR_DATA_DIR: join(folder, name),
  KASYR_BACKUP_PASSPHRASE: passphrase,
})
const here = embedded('here')
const file = join(folder, 'older.kasyr')

const kasyr = async (machine: typeof here, ...args: string[]) => {
  const said = await runKasyr(args, machine)
  expect(said, args.join(' ')).toMatchObject({ code: 0, err: '' })
  return said.out
}
const restoredEntry = (machine: typeof here) =>
  withApp(
    async ({ db }) =>
      (
        await sql<{ replaced: unknown }>`
          select details->'replaced' as replaced from audit_log where action = 'backup.restored'`.execute(db)
      ).rows,
    readConfig(machine, folder),
  )

test('an older backup tells who gets in again, by name where the database before is still there, and keeps the end of the audit log it replaced', async () => {
  for (const login of ['olena', 'taras', 'petro']) await kasyr(here, 'user', 'add', login)
  // Codes of one who has no factor: the reset of the password takes them away.
  await withApp(
    ({ db }) =>
      sql`insert into recovery_codes (user_id, code_hash)
          select id, decode(repeat(code, 32), 'hex') from users, unnest(array['aa', 'bb']) as code where login = 'taras'`.execute(
        db,
      ),
    readConfig(here, folder),
  )
  await kasyr(here, 'backup', file)
  await kasyr(here, 'user', 'disable', 'olena')
  await kasyr(here, 'user', 'password', 'taras')
  await withApp((app) => sealAudit(app), readConfig(here, folder))
  const checkpoint = join(here.KASYR_DATA_DIR, 'audit-checkpoint.json')
  const { seq, hash } = JSON.parse(readFileSync(checkpoint, 'utf8'))

  const said = await kasyr(here, 'restore', file)
  expect(said).toContain('Копію зроблено менше години тому.')
  expect(said).toContain('  olena: увімкнено знову\n')
  expect(said).toContain('  taras: попередній пароль, кодів відновлення: 2\n')
  expect(said).not.toContain('petro')
  expect(await restoredEntry(here)).toEqual([{ replaced: { seq, hash } }])
})

test('where the database before cannot be looked at, it is told in general, and the audit log says that nobody knows its end', async () => {
  const elsewhere = {
    ...embedded('elsewhere'),
    DATABASE_URL: await emptyDatabase(inject('server_url'), inject('template')),
  }
  const said = await kasyr(elsewhere, 'restore', file)
  expect(said).toContain('Хто був вимкнений після неї, знову може увійти')
  expect(await restoredEntry(elsewhere)).toEqual([{ replaced: null }])
})

test('with a new empty database beside the old data folder, the checkpoint tells where the audit log ended', async () => {
  const checkpoint = join(here.KASYR_DATA_DIR, 'audit-checkpoint.json')
  await withApp(sealAudit, readConfig(here, folder))
  const { seq, hash } = JSON.parse(readFileSync(checkpoint, 'utf8'))
  const moved = { ...here, DATABASE_URL: await emptyDatabase(inject('server_url'), inject('template')) }
  await kasyr(moved, 'restore', file)
  expect(await restoredEntry(moved)).toEqual([{ replaced: { seq, hash } }])
})
