import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, inject } from 'vitest'
import { runKasyr } from '#/test/support/command-line.ts'
import { noteSecret } from '#/test/support/evidence.ts'
import { copyTemplate, emptyDatabase } from '#/test/support/template-database.ts'
import { firstKey } from './crafted-archive.ts'

export const changed = /змінено після того, як її зроблено, або пошкоджено/
export const notOurs = /не копія Касира/
export const unfit = /не відповідає схемі бази/
export const passphrase = 'бузок-череда-71'

/** Genuine backups, and an empty machine to restore on. */
export async function startCrafting() {
  const folder = mkdtempSync(join(tmpdir(), 'kasyr-crafted-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  noteSecret(passphrase)
  const source = {
    DATABASE_URL: await copyTemplate(inject('server_url'), inject('template')),
    KASYR_DATA_DIR: join(folder, 'source'),
  }
  expect((await runKasyr(['user', 'add', 'olena', '--role', 'admin'], source)).code).toBe(0)
  await onDatabase(source.DATABASE_URL, randomRows)
  const keys = readFileSync(join(source.KASYR_DATA_DIR, 'keys', 'encryption.keys'), 'utf8').trim()
  /** The operator gave the true keys: nothing but the file itself can be wrong. */
  const url = await emptyDatabase(inject('server_url'), inject('template'))
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const machine = { DATABASE_URL: url, KASYR_DATA_DIR: dataDir, KASYR_ENCRYPTION_KEYS: keys }

  let files = 0
  const newFile = (): string => join(folder, `file-${(files += 1)}`)

  async function backup(environment: Record<string, string> = {}): Promise<string> {
    const path = newFile()
    expect(await runKasyr(['backup', path], { ...source, ...environment })).toMatchObject({ code: 0, err: '' })
    return path
  }

  /** What the command said of a file, and what it left. */
  async function restoring(bytes: Buffer, environment: Record<string, string> = {}) {
    const path = newFile()
    writeFileSync(path, bytes)
    const before = await onDatabase(url, tracesIn)
    const { code, out, err } = await runKasyr(['restore', path], { ...machine, ...environment })
    const after = await onDatabase(url, tracesIn)
    return { code, out, err, lines: err.split('\n').length, files: readdirSync(dataDir), before, after }
  }

  return { folder, keys, key: firstKey(keys), machine, newFile, backup, restoring }
}

/** A sentence without a stack, and nothing left in the database, on its server or on the disk. */
export function refusal(words: RegExp) {
  const nothing = { relations: 0, functions: 0, schemas: 1, extensions: 1, event_triggers: 0, thieves: 0 }
  const err = expect.stringMatching(new RegExp(`^Помилка: .*${words.source}`))
  return { code: 1, out: '', err, lines: 1, files: [], before: nothing, after: nothing }
}

/** Random, so that an encrypted file has many chunks. */
const randomRows = (client: Client) =>
  client.query(`insert into idempotency_keys (user_id, key, request_hash, answer)
    select gen_random_uuid(), 'k', 'h', to_jsonb(string_agg(gen_random_uuid()::text, ''))
    from generate_series(1, 30) g, generate_series(1, 1000) group by g`)

/** All that could be left in a database or its server by a restore. */
async function tracesIn(client: Client): Promise<unknown> {
  const { rows } = await client.query(`
    select (select count(*)::int from pg_class where relnamespace::regnamespace::text !~ '^(pg_|information_schema)') as relations,
      (select count(*)::int from pg_proc where pronamespace = 'public'::regnamespace) as functions,
      (select count(*)::int from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema') as schemas,
      (select count(*)::int from pg_extension) as extensions, (select count(*)::int from pg_event_trigger) as event_triggers,
      (select count(*)::int from pg_roles where rolname = 'thief') as thieves`)
  return rows[0]
}

async function onDatabase<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
