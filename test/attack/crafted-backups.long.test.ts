import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, inject, test } from 'vitest'
import { names } from '#/server/backup/manifest.ts'
import { newKey } from '#/server/platform/encryption/keyring.ts'
import { runKasyr } from '#/test/support/command-line.ts'
import { emptyDatabase } from '#/test/support/template-database.ts'
import {
  manifestOf,
  packed,
  resealed,
  tarHeader,
  unpack,
  withContent,
  withManifest,
  withoutSeals,
  withRows,
  withTable,
  zeros,
  type Crafted,
} from './crafted-archive.ts'
import { changed, notOurs, refusal, startCrafting, unfit } from './crafting-ground.ts'

const { backup, folder, key, keys, machine, newFile, restoring } = await startCrafting()
const genuine = await unpack(readFileSync(await backup()))
const another = await unpack(readFileSync(await backup()))

test('the same entries packed anew are restored: what is refused below is refused for what was changed', async () => {
  const path = newFile()
  writeFileSync(path, await packed(resealed(genuine, key)))
  const DATABASE_URL = await emptyDatabase(inject('server_url'), inject('template'))
  const there = { ...machine, DATABASE_URL, KASYR_DATA_DIR: mkdtempSync(join(folder, 'genuine-')) }
  expect(await runKasyr(['restore', path], there)).toMatchObject({ code: 0, err: '' })
  expect((await runKasyr(['user', 'list'], there)).out).toMatch(/^olena /)
})

describe('without the keys nothing is forged:', () => {
  const flip = (entries: Crafted[]) => withRows(entries, 'users', (rows) => rows.replace('\tadmin\t', '\tcashier\t'))
  const cases: [string, () => Crafted[], RegExp][] = [
    ['a role that was changed, with sums that fit', () => flip(genuine), changed],
    ['the same, with the seals that were there', () => keepSeals(flip(genuine)), changed],
    [
      'the same, sealed with another key of that name',
      () => resealed(flip(genuine), { ...newKey(), kid: key.kid }),
      changed,
    ],
    ['no seals at all', () => withoutSeals(genuine), changed],
    [
      'a manifest that was changed',
      () => withManifest(genuine, { ...manifestOf(genuine), made_at: '2020-01-01T00:00:00Z' }),
      changed,
    ],
    ['a manifest of another backup', () => withManifest(genuine, manifestOf(another)), changed],
    ['a whole beginning of another backup', () => [...another.slice(0, 1), ...genuine.slice(1)], changed],
    ['sums that were changed', () => withContent(genuine, names.sums, Buffer.from('{}')), changed],
    ['an end that was cut off', () => genuine.slice(0, -1), changed],
    ['a table that was left out', () => genuine.filter(({ name }) => !name.startsWith('tables/users/')), changed],
    ['two pieces in each other’s place', () => swapped(genuine), changed],
    [
      'an entry more behind the end',
      () => [...genuine, { name: 'tables/users/000002', content: Buffer.from('x'), seal: '0'.repeat(64) }],
      changed,
    ],
    ['a table of the system', () => withTable(genuine, 'pg_authid', ['rolname', 'rolsuper'], 'thief\tt\n'), changed],
    ['nothing in it', () => [], notOurs],
  ]
  test.each(cases)('%s', async (_what, entries, words) =>
    expect(await restoring(await packed(entries()))).toEqual(refusal(words)),
  )
})

/** The seals of the genuine file stand where they stood. */
const keepSeals = (entries: Crafted[]): Crafted[] =>
  entries.map((entry) => ({ ...entry, seal: genuine.find(({ name }) => name === entry.name)?.seal ?? null }))

function swapped(entries: Crafted[]): Crafted[] {
  const pieces = entries.filter(({ name }) => name.startsWith('tables/'))
  const [one, two] = [pieces[0], pieces[1]]
  return entries.map((entry) => (entry === one && two ? two : entry === two && one ? one : entry))
}

describe('with a true seal only what a backup of ours can hold is taken, and not', () => {
  const manifest = () => manifestOf(genuine)
  const columnsOf = (name: string) => manifest().tables.find((table) => table.name === name)?.columns ?? []
  const withColumns = (name: string, columns: string[]) => {
    const tables = manifest().tables.map((table) => (table.name === name ? { name, columns } : table))
    return withManifest(genuine, { ...manifest(), tables })
  }
  const renamed = (from: string, to: string) =>
    genuine.map((entry) => (entry.name === from ? { ...entry, name: to } : entry))
  const inserted = (name: string, at: number) => [...genuine.slice(0, at), aFile(name), ...genuine.slice(at)]
  const aFile = (name: string): Crafted => ({ name, content: Buffer.from('1\n'), seal: null })
  const sessions = ['id', 'user_id', 'created_at']
  const cases: [string, () => Crafted[], RegExp][] = [
    ['a superuser', () => withTable(genuine, 'pg_authid', ['rolname', 'rolsuper'], 'thief\tt\n'), unfit],
    [
      'a program that runs by itself',
      () => withTable(withTable(genuine, 'pg_proc', ['proname'], 'run\n'), 'pg_event_trigger', ['evtname'], 'e\n'),
      unfit,
    ],
    ['sessions', () => withTable(genuine, 'sessions', sessions, '1\t1\tnow\n'), notOurs],
    ['refresh tokens', () => withTable(genuine, 'refresh_tokens', ['id'], '1\n'), notOurs],
    ['challenges of passkeys', () => withTable(genuine, 'passkey_challenges', ['id'], '1\n'), notOurs],
    ['an unknown table', () => withTable(genuine, 'thieves', ['id'], '1\n'), unfit],
    [
      'the list of migrations',
      () => withTable(genuine, 'kysely_migration', ['name', 'timestamp'], '9999_x\tnow\n'),
      unfit,
    ],
    ['a table of another schema', () => withTable(genuine, 'pgboss.job', ['id'], '1\n'), notOurs],
    ['a name that is SQL', () => withTable(genuine, 'users (id) from program', ['id'], '1\n'), notOurs],
    ['an unknown column', () => withColumns('users', [...columnsOf('users'), 'is_god']), unfit],
    ['a column less', () => withColumns('users', columnsOf('users').slice(0, -1)), unfit],
    ['a column twice', () => withColumns('users', [...columnsOf('users'), 'id']), notOurs],
    [
      'a table twice',
      () => withManifest(genuine, { ...manifest(), tables: [...manifest().tables, ...manifest().tables.slice(0, 1)] }),
      notOurs,
    ],
    [
      'a table less',
      () =>
        withManifest(genuine, {
          ...manifest(),
          tables: manifest().tables.filter(({ name }) => name !== 'saved_views'),
        }),
      changed,
    ],
    ['a field more in the manifest', () => withManifest(genuine, { ...manifest(), run: 'id' }), notOurs],
    ['an entry that nobody asked for', () => inserted('install.sh', 1), changed],
    ['an entry behind the end', () => inserted('install.sh', genuine.length), changed],
    ['a second manifest', () => inserted(names.manifest, 1), changed],
    [
      'keys in a file that is not encrypted',
      () => [{ name: names.keys, content: Buffer.from(keys), seal: null }, ...genuine],
      notOurs,
    ],
    ['a piece that leaves a number out', () => renamed('tables/users/000001', 'tables/users/000002'), changed],
    ['a piece of a table that is not in the manifest', () => inserted('tables/thieves/000001', 1), changed],
    ['a way out of the folder', () => renamed('tables/users/000001', '../../tables/users/000001'), changed],
    ['a path from the root', () => inserted('/etc/cron.d/thief', 1), changed],
    [
      'a migration of the future',
      () => withManifest(genuine, { ...manifest(), migration: '9999_future' }),
      /новішою версією/,
    ],
    ['a format of the future', () => withManifest(genuine, { ...manifest(), format: 3 }), /новішою версією/],
    ['rows with a column too many', () => withRows(genuine, 'users', (rows) => rows.replace('\n', '\tx\n')), unfit],
    [
      'rows that a rule of the table forbids',
      () =>
        withRows(genuine, 'users', (rows) => rows.replace('\tadmin\t', '\towner\t').replace('\tadmin\t', '\towner\t')),
      unfit,
    ],
    [
      'rows that refer to nobody',
      () => withRows(genuine, 'recovery_codes', () => '0198c0de-0000-7000-8000-000000000000\t\\\\x00\t\\N\n'),
      unfit,
    ],
    [
      'another number of rows than the sums say',
      () =>
        genuine.map((entry) =>
          entry.name === names.sums
            ? { ...entry, content: Buffer.from(entry.content.toString().replace(/"rows": \d+/, '"rows": 77')) }
            : entry,
        ),
      unfit,
    ],
    [
      'other moves of receipts than the schema has',
      () => withRows(genuine, 'receipt_moves', (rows) => `${rows}queued\tfiscalized\n`),
      unfit,
    ],
    [
      'a log whose key no key here opens',
      () => withRows(genuine, 'settings', (rows) => rows.replaceAll(`v1.${key.kid}.`, 'v1.k0000000000.')),
      /ключі шифрування не підходять/,
    ],
  ]
  test.each(cases)('%s', async (_what, entries, words) =>
    expect(await restoring(await packed(resealed(entries(), key)))).toEqual(refusal(words)),
  )

  test.each(['symlink', 'link', 'character-device', 'block-device', 'fifo', 'directory'] as const)(
    'an entry that is a %s',
    async (type) => {
      const entries = genuine.map((entry) => (entry.name === 'tables/users/000001' ? { ...entry, type } : entry))
      const outcome = await restoring(await packed(resealed(entries, key)))
      expect(outcome).toEqual(refusal(/пошкоджено, або це не копія Касира/))
    },
  )
})

test('a backup of format 1 is refused with the way out', async () => {
  const { id: _id, kid: _kid, ...manifest } = manifestOf(genuine)
  const old = withoutSeals(withManifest(genuine, { ...manifest, format: 1 }))
  expect(await restoring(await packed(old))).toEqual(refusal(/без печаток.*Зробіть нову копію.*Касиром 0\.5\.2/))
})

describe('16 GiB in 16 MiB are refused at once', () => {
  const beginning = async () => gzipSync(gunzipSync(await packed(genuine.slice(0, 1))).subarray(0, -1024))
  const bombs: [string, () => Promise<Buffer>][] = [
    ['in an entry that tells its size', () => tarHeader('tables/users/000001', 2 ** 33 - 1, '0')],
    ['between two entries', () => Promise.resolve(Buffer.alloc(0))],
    ['in a header of the archive', () => tarHeader('x', 2 ** 33 - 1, 'x')],
    ['in many headers of the archive', async () => Buffer.concat(await Promise.all(headers()))],
  ]
  const headers = () =>
    Array.from({ length: 8 }, async () =>
      Buffer.concat([await tarHeader('x', 4_000_256, 'x'), Buffer.alloc(4_000_256)]),
    )
  test.each(bombs)('%s', async (_what, middle) => {
    expect(await restoring(Buffer.concat([await beginning(), gzipSync(await middle()), zeros(16)]))).toEqual(
      refusal(/(пошкоджено|змінено)/),
    )
  })
})
