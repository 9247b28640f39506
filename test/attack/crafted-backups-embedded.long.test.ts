import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { sealAudit } from '#/server/audit/verifying/seal-audit.ts'
import { withApp } from '#/server/cli/with-app.ts'
import { readConfig } from '#/server/config.ts'
import { runKasyr } from '#/test/support/command-line.ts'
import { noteSecret } from '#/test/support/evidence.ts'
import { emptyDatabase } from '#/test/support/template-database.ts'
import { firstKey, locked, packed, resealed, unlocked, unpack, withRows } from './crafted-archive.ts'
import { passphrase, unfit } from './crafting-ground.ts'

const folder = mkdtempSync(join(tmpdir(), 'kasyr-between-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
noteSecret(passphrase)

const embedded = (name: string) => ({
  DATABASE_URL: '',
  KASYR_DATA_DIR: join(folder, name),
  KASYR_BACKUP_PASSPHRASE: passphrase,
})
const here = embedded('here')
const external = {
  ...embedded('external'),
  DATABASE_URL: await emptyDatabase(inject('server_url'), inject('template')),
}
const [ofHere, ofExternal, bad] = [
  join(folder, 'here.kasyr'),
  join(folder, 'external.kasyr'),
  join(folder, 'bad.kasyr'),
]
const keyFile = ({ KASYR_DATA_DIR }: typeof here) => join(KASYR_DATA_DIR, 'keys', 'encryption.keys')

const kasyr = async (machine: typeof here, ...args: string[]) => {
  const said = await runKasyr(args, machine)
  expect(said, args.join(' ')).toMatchObject({ code: 0, err: '' })
  return said.out
}
const people = async (machine: typeof here) =>
  (await kasyr(machine, 'user', 'list')).split('\n').map((line) => line.split(' ')[0])

/** Databases of the server, what lies in the data folder, and the bytes that matter. */
const stateOf = async (machine: typeof here) => ({
  files: readdirSync(machine.KASYR_DATA_DIR).toSorted(),
  keys: readFileSync(keyFile(machine), 'utf8'),
  checkpoint: readFileSync(join(machine.KASYR_DATA_DIR, 'audit-checkpoint.json'), 'utf8'),
  databases: await withApp(
    async ({ db }) =>
      (await sql<{ name: string }>`select datname as name from pg_database order by 1`.execute(db)).rows,
    readConfig(machine, folder),
  ),
})

test('a genuine backup goes from the embedded database to an external one', async () => {
  await kasyr(here, 'user', 'add', 'olena')
  await withApp(sealAudit, readConfig(here, folder))
  await kasyr(here, 'backup', ofHere)
  expect(await kasyr(external, 'restore', ofHere)).toContain('Журнал дій цілий')
  expect(await people(external)).toEqual(['olena'])
  expect(readFileSync(keyFile(external), 'utf8')).toBe(readFileSync(keyFile(here), 'utf8'))
})

test('one that fails in its rows leaves an embedded database, its keys, its checkpoint and its folder as they were', async () => {
  await kasyr(external, 'keys', 'rotate')
  await kasyr(external, 'user', 'add', 'petro')
  await kasyr(external, 'backup', ofExternal)
  const entries = await unpack(await unlocked(ofExternal, passphrase))
  const strange = withRows(entries, 'users', (rows) => rows.replaceAll('\tcashier\t', '\towner\t'))
  const key = firstKey(readFileSync(keyFile(external), 'utf8'))
  writeFileSync(bad, await locked(await packed(resealed(strange, key)), passphrase))
  const before = await stateOf(here)
  const { code, err } = await runKasyr(['restore', bad], here)
  expect([code, err]).toEqual([1, expect.stringMatching(unfit)])
  expect(await stateOf(here)).toEqual(before)
  expect(await people(here)).toEqual(['olena'])
})

test('where nothing was, nothing is after it', async () => {
  const nowhere = embedded('nowhere')
  const { code, err } = await runKasyr(['restore', bad], nowhere)
  expect([code, err]).toEqual([1, expect.stringMatching(unfit)])
  expect(existsSync(nowhere.KASYR_DATA_DIR)).toBe(false)
})

test('a genuine backup goes from an external database to the embedded one, beside what is there and where nothing is', async () => {
  expect(await kasyr(here, 'restore', ofExternal)).toMatch(/лишилося в базі kasyr_before_/)
  expect(await people(here)).toEqual(['olena', 'petro'])
  const fresh = embedded('fresh')
  expect(await kasyr(fresh, 'restore', ofExternal)).not.toContain('лишилося')
  expect(await people(fresh)).toEqual(['olena', 'petro'])
  expect(await kasyr(fresh, 'keys', 'list')).not.toContain('✗')
})
