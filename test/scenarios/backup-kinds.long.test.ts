import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runKasyr } from '#/test/support/command-line.ts'
import { noteSecret } from '#/test/support/evidence.ts'
import { copyTemplate, emptyDatabase } from '#/test/support/template-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'kasyr-kinds-'))
const passphrase = 'вишиванка-осокір-42'
noteSecret(passphrase)
const without = {
  DATABASE_URL: await copyTemplate(inject('server_url'), inject('template')),
  KASYR_DATA_DIR: join(folder, 'source'),
}
const source = { ...without, KASYR_BACKUP_PASSPHRASE: passphrase }
const keyFileHere = join(without.KASYR_DATA_DIR, 'keys', 'encryption.keys')
const keysHere = () => readFileSync(keyFileHere, 'utf8')

beforeAll(async () => {
  await runKasyr(['user', 'add', 'olena'], without)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A machine where nothing is yet. */
async function elsewhere(): Promise<typeof source> {
  const url = await emptyDatabase(inject('server_url'), inject('template'))
  const dataDir = mkdtempSync(join(folder, 'elsewhere-'))
  return { DATABASE_URL: url, KASYR_DATA_DIR: dataDir, KASYR_BACKUP_PASSPHRASE: passphrase }
}

/** Neither in the database nor on the disk. */
async function isUntouched({ DATABASE_URL, KASYR_DATA_DIR }: typeof source): Promise<boolean> {
  const client = new Client({ connectionString: DATABASE_URL })
  await client.connect()
  const { rowCount } = await client.query(
    `select from pg_class where relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`,
  )
  await client.end()
  return rowCount === 0 && readdirSync(KASYR_DATA_DIR).length === 0
}

describe('a backup without a passphrase', () => {
  const plain = join(folder, 'plain.tar.gz')

  test('has no keys in it and says so; it is restored with the keys it was made with and with no others', async () => {
    const made = await runKasyr(['backup', plain], without)
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toContain('Її не зашифровано: у ній є імена й телефони покупців. Ключів шифрування в ній немає.')
    expect(made.out).toContain(`збережіть окремо файл ${keyFileHere}`)
    const listed = execFileSync('tar', ['-tzf', plain], { encoding: 'utf8' })
    expect(listed).toContain('manifest.json')
    expect(listed).not.toContain('keys')

    const there = await elsewhere()
    const refused = await runKasyr(['restore', plain], there)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('ключі шифрування не підходять') })
    expect(await isUntouched(there)).toBe(true)
    const strange = {
      ...there,
      KASYR_ENCRYPTION_KEYS: keysHere()
        .replace(/:(.)/, (_, first) => (first === '7' ? ':8' : ':7'))
        .trim(),
    }
    const forged = await runKasyr(['restore', plain], strange)
    expect(forged).toMatchObject({ code: 1, err: expect.stringContaining('змінено') })
    expect(await isUntouched(there)).toBe(true)

    const right = { ...there, KASYR_ENCRYPTION_KEYS: keysHere().trim() }
    const restored = await runKasyr(['restore', plain], right)
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(restored.out).toContain('Журнал дій цілий')
    expect(restored.out).not.toContain('Увага')
    expect(restored.out).toContain('без цієї змінної Касир на цих даних не запуститься')
    expect(existsSync(join(there.KASYR_DATA_DIR, 'keys', 'encryption.keys'))).toBe(false)
  })

  test('goes by default into a closed folder of the data folder, by a name that tells which kind it is', async () => {
    const backups = join(without.KASYR_DATA_DIR, 'backups')
    expect((await runKasyr(['backup'], without)).out).toContain(backups)
    expect((await runKasyr(['backup'], source)).code).toBe(0)
    const endings = readdirSync(backups).map((name) => name.replace(/^kasyr-\d{8}_\d{6}/, ''))
    expect(endings.toSorted()).toEqual(['.kasyr', '.tar.gz'])
    expect(statSync(backups).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(backups)) expect(statSync(join(backups, name)).mode & 0o777).toBe(0o600)
  })

  test.each([['kasyr-1.tar.gz'], ['kasyr-1.kasyr'], ['kasyr-1.kasyr.part'], ['data/backups/x'], ['sub/other.tar.gz']])(
    'in the checkout (%s) is passed by by git and docker',
    (name) => {
      const root = join(import.meta.dirname, '..', '..')
      expect(execFileSync('git', ['check-ignore', name], { cwd: root, encoding: 'utf8' }).trim()).toBe(name)
      const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
      const isIgnored = (pattern: string) =>
        pattern.startsWith('**/*') ? basename(name).endsWith(pattern.slice(4)) : name.startsWith(`${pattern}/`)
      expect(ignored.filter((pattern) => pattern !== '' && isIgnored(pattern))).not.toEqual([])
    },
  )
})

test('an encrypted backup whose keys were left out needs both the passphrase and the keys', async () => {
  const keyless = join(folder, 'keyless.kasyr')
  const made = await runKasyr(['backup', keyless, '--without-keys'], source)
  expect(made.out).toContain('зашифровано паролем із KASYR_BACKUP_PASSPHRASE. Ключів шифрування в ній немає')
  const there = await elsewhere()
  expect(await runKasyr(['restore', keyless], there)).toMatchObject({
    code: 1,
    err: expect.stringContaining('ключі шифрування не підходять'),
  })
  const keys = { KASYR_ENCRYPTION_KEYS: keysHere().trim() }
  expect(await runKasyr(['restore', keyless], { ...there, ...keys, KASYR_BACKUP_PASSPHRASE: '' })).toMatchObject({
    code: 1,
    err: expect.stringContaining('копію'),
  })
  expect(await isUntouched(there)).toBe(true)
  expect((await runKasyr(['restore', keyless], { ...there, ...keys })).code).toBe(0)
})

test('a passphrase of eleven letters is a mistake in the settings', async () => {
  const { code, err } = await runKasyr(['backup'], { ...without, KASYR_BACKUP_PASSPHRASE: 'одинадцятьх' })
  expect([code, err]).toEqual([78, expect.stringContaining('KASYR_BACKUP_PASSPHRASE')])
})

test('keys that are here already stay first, and those of the backup come behind them', async () => {
  const there = await elsewhere()
  expect((await runKasyr(['keys', 'list'], there)).code).toBe(0)
  const fresh = { ...there, DATABASE_URL: (await elsewhere()).DATABASE_URL }
  const path = join(there.KASYR_DATA_DIR, 'keys', 'encryption.keys')
  const ours = readFileSync(path, 'utf8').trim()
  const file = join(folder, 'whole.kasyr')
  expect((await runKasyr(['backup', file], source)).code).toBe(0)
  expect((await runKasyr(['restore', file], fresh)).code).toBe(0)
  expect(readFileSync(path, 'utf8').trim()).toBe(`${ours},${keysHere().trim()}`)
  expect((await runKasyr(['keys', 'list'], fresh)).out).not.toContain('✗')
})
