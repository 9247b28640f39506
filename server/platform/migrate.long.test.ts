import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { sqlCode } from '#/server/sql-code.ts'
import { emptyDatabase } from '#/test/support/template-database.ts'
import { openDatabase } from './database/database.ts'
import type { Db } from './database/db.ts'
import type { SqlCode } from './database/sql-code.ts'
import { givenKeys } from './encryption-keys.ts'
import { createLog } from './log.ts'
import { migrate, migrationContext, migrationNames, migrationStates, requireMigrated } from './migrate.ts'
import { newId, randomSecret } from './random.ts'

const context = migrationContext(givenKeys([{ kid: 'k1', secret: randomSecret(32) }]))

async function connect(database_url: string): Promise<Db> {
  const database = await openDatabase({
    database_url,
    data_dir: '/nonexistent',
    claim: 'own',
    log: createLog('silent'),
  })
  onTestFinished(() => database.close())
  return database.db
}

const empty = (): Promise<string> => emptyDatabase(inject('server_url'), inject('template'))

const ups = (names: readonly string[]): string[] => names.map((name) => `+ ${name}`)
const downs = (names: readonly string[]): string[] => names.toReversed().map((name) => `− ${name}`)

/** Everything the migrations make, in PostgreSQL's own words: columns, indexes, constraints, triggers and functions. */
async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select 'column ' || concat_ws(' ', table_name, column_name, data_type, datetime_precision, is_nullable,
        column_default, is_identity, identity_generation) as line
      from information_schema.columns where table_schema = 'public'
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'type', typname, typtype) from pg_type
      where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}

const ourTables = async (db: Db): Promise<string[]> =>
  (await db.introspection.getTables()).map(({ name }) => name).filter((name) => !name.startsWith('pg_'))

describe('migrations', () => {
  test('bring an empty database to the latest schema, and find nothing to do the second time', async () => {
    const db = await connect(await empty())
    expect(await migrate(db, context, sqlCode)).toEqual(ups(migrationNames()))
    expect(await ourTables(db)).toContain('users')
    expect(await migrate(db, context, sqlCode)).toEqual([])
    const states = await migrationStates(db)
    expect(states.map(({ name }) => name)).toEqual(migrationNames())
    for (const { applied_at } of states) expect(applied_at).toMatch(/^\d{4}-.+Z$/)
  })

  test('say of a database they have not touched that nothing is applied', async () => {
    const db = await connect(await empty())
    expect(await migrationStates(db)).toEqual(migrationNames().map((name) => ({ name, applied_at: null })))
  })

  test('lead down to the first that has a way down and up again to the very same schema', async () => {
    const db = await connect(await empty())
    const later = migrationNames().filter((name) => name > '0041')
    await migrate(db, context, sqlCode)
    const latest = await schemaOf(db)
    expect(await migrate(db, context, sqlCode, '0040')).toEqual(downs(later))
    expect(await migrate(db, context, sqlCode)).toEqual(ups(later))
    expect(await schemaOf(db)).toEqual(latest)
    expect(latest.join('\n')).toContain('audit_log')
  })

  test('have no way down to a release whose functions they cannot give back, and say what to do', async () => {
    const db = await connect(await empty())
    await migrate(db, context, sqlCode)
    const latest = await schemaOf(db)
    await expect(migrate(db, context, sqlCode, '0039')).rejects.toThrow('відновіть копію, зроблену нею')
    expect(await schemaOf(db)).toEqual(latest)
  })

  test('stop at the number that is asked for', async () => {
    const db = await connect(await empty())
    expect(await migrate(db, context, sqlCode, '0002')).toEqual(ups(migrationNames().slice(0, 2)))
    const applied = (await migrationStates(db)).filter(({ applied_at }) => applied_at !== null)
    expect(applied.map(({ name }) => name)).toEqual(migrationNames().slice(0, 2))
  })

  test('refuse a number that is not there and name those that are', async () => {
    const db = await connect(await empty())
    await expect(migrate(db, context, sqlCode, '9999')).rejects.toThrow(
      `Міграції 9999 немає. Є: ${migrationNames().join(', ')}.`,
    )
  })

  test('are each applied once, however many processes start at the same moment', async () => {
    const url = await empty()
    const processes = await Promise.all(Array.from({ length: 5 }, () => connect(url)))
    const applied = await Promise.all(processes.map((db) => migrate(db, context, sqlCode)))
    expect(applied.flat()).toEqual(ups(migrationNames()))
  })

  test('leave nothing behind when one of them fails, not even those that went well before it', async () => {
    const db = await connect(await empty())
    await sql`create table settings (in_the_way int)`.execute(db)
    await expect(migrate(db, context, sqlCode)).rejects.toThrow('relation "settings" already exists')
    expect(await ourTables(db)).toEqual(['settings'])
    expect((await migrationStates(db)).filter(({ applied_at }) => applied_at !== null)).toEqual([])

    await sql`drop table settings`.execute(db)
    expect(await migrate(db, context, sqlCode)).toEqual(ups(migrationNames()))
  })

  test('take their time: no timeout of the connection ends one', async () => {
    const url = await empty()
    const hasty = new URL(url)
    hasty.searchParams.set('options', '-c statement_timeout=2000 -c idle_in_transaction_session_timeout=2000')
    const [db, other] = [await connect(hasty.href), await connect(url)]
    await migrate(db, context, sqlCode, '0018')
    // A migration that has to wait is one that takes long; the wait ends once it has lasted longer than the timeout.
    const { steps } = await other.transaction().execute(async (tx) => {
      await sql`lock table users`.execute(tx)
      const steps = migrate(db, context, sqlCode).catch((error: unknown) => error)
      await expect.poll(() => longestWait(tx)).toBeGreaterThan(2.5)
      return { steps }
    })
    expect(await steps).toEqual(ups(migrationNames().filter((name) => name > '0019')))
  })

  test('do not wait for ever for a table that somebody holds, and leave everything as it was', async () => {
    const url = await empty()
    const [db, other] = [await connect(url), await connect(url)]
    await migrate(db, context, sqlCode, '0018')
    await other.transaction().execute(async (tx) => {
      await sql`lock table users`.execute(tx)
      await expect(migrate(db, context, sqlCode, undefined, 100)).rejects.toThrow('таблицю тримає інше з’єднання')
    })
    expect((await migrationStates(db)).findLast(({ applied_at }) => applied_at !== null)?.name).toMatch(/^0018_/)
  })
})

/** The code of the features with one file more. `refreshed` hears each call of `refresh`. */
function codeWith(text: string, refreshed: (readonly string[] | null)[] = []): SqlCode {
  return {
    read: () => new Map([...sqlCode.read(), ['views/sql/one.sql', text]]),
    refresh: async (_tx, changed) => void refreshed.push(changed),
  }
}
const one = (body: string): string => `create function one() returns int language sql as 'select ${body}';`

const oneOf = async (db: Db): Promise<unknown> => (await sql<{ one: number }>`select one()`.execute(db)).rows[0]?.one
/** A function that was dropped and made again has another oid. */
const oids = async (db: Db): Promise<unknown> =>
  (await sql`select oid from pg_proc where pronamespace = 'public'::regnamespace order by 1`.execute(db)).rows

describe('functions and triggers', () => {
  test('are not there before the last migration, and not after a way down', async () => {
    const db = await connect(await empty())
    await migrate(db, context, sqlCode, '0039')
    const lines = async () =>
      (await schemaOf(db)).filter((line) => /^(trigger|function) (?!.*gtrgm|.*pg_trgm)/.test(line))
    expect((await lines()).filter((line) => !/\$libdir/.test(line))).toEqual([])
    await migrate(db, context, sqlCode)
    expect((await lines()).join('\n')).toContain('tell_orders')
  })

  test('follow their file: a changed one is put there at the next start, an unchanged one is not touched', async () => {
    const db = await connect(await empty())
    const refreshed: (readonly string[] | null)[] = []
    await migrate(db, context, codeWith(one('1'), refreshed))
    expect(await oneOf(db)).toBe(1)
    const before = await oids(db)
    expect(await migrate(db, context, codeWith(one('1'), refreshed))).toEqual([])
    expect(await oids(db)).toEqual(before)
    expect(await migrate(db, context, codeWith(one('2'), refreshed))).toEqual(['~ функції й тригери: 1'])
    expect(await oneOf(db)).toBe(2)
    // What derives rows hears what changed; after migrations it may be anything.
    expect(refreshed).toEqual([null, ['views/sql/one.sql']])
  })

  test('may have another signature, and go with their file', async () => {
    const db = await connect(await empty())
    await migrate(db, context, codeWith(one('1')))
    await migrate(db, context, codeWith(`create function one(of text) returns text language sql as 'select of';`))
    await expect(oneOf(db)).rejects.toThrow('function one() does not exist')
    const latest = await schemaOf(db)
    expect(await migrate(db, context, sqlCode)).toEqual(['~ функції й тригери: 1'])
    expect(await schemaOf(db)).toEqual(latest.filter((line) => !line.includes(' public.one(')))
  })

  test('of another role stay, and what needs one of ours keeps it from going', async () => {
    const db = await connect(await empty())
    await migrate(db, context, codeWith(one('1')))
    await sql.raw(`create table needs (id int default one())`).execute(db)
    await expect(migrate(db, context, sqlCode)).rejects.toThrow('other objects depend on them')
    expect(await oneOf(db)).toBe(1)
    await sql.raw(`drop table needs`).execute(db)
    const role = `somebody_${newId().slice(-12)}`
    await sql.raw(`create role ${role}; create function theirs() returns int language sql as 'select 7'`).execute(db)
    onTestFinished(async () => void (await sql.raw(`drop function theirs(); drop role ${role}`).execute(db)))
    await sql.raw(`alter function theirs() owner to ${role}`).execute(db)
    await migrate(db, context, sqlCode)
    expect((await sql`select theirs()`.execute(db)).rows).toEqual([{ theirs: 7 }])
  })

  test('that cannot be put there leave everything as it was, and name their file', async () => {
    const db = await connect(await empty())
    await migrate(db, context, codeWith(one('1')))
    const before = await oids(db)
    await expect(migrate(db, context, codeWith('create function one('))).rejects.toThrow(
      /^views\/sql\/one\.sql: syntax/,
    )
    const failing = { ...codeWith(one('2')), refresh: () => Promise.reject(new Error('killed half-way')) }
    await expect(migrate(db, context, failing)).rejects.toThrow('killed half-way')
    expect(await oids(db)).toEqual(before)
    expect(await oneOf(db)).toBe(1)
  })

  test('are put there once, however many processes start at the same moment', async () => {
    const url = await empty()
    await migrate(await connect(url), context, sqlCode)
    const processes = await Promise.all(Array.from({ length: 5 }, () => connect(url)))
    const done = await Promise.all(processes.map((db) => migrate(db, context, codeWith(one('1')))))
    expect(done.flat()).toEqual(['~ функції й тригери: 1'])
  })

  test('of another version are refused by a process that may not change them', async () => {
    const db = await connect(await empty())
    await expect(requireMigrated(db, sqlCode)).rejects.toThrow(`бракує міграцій: ${migrationNames().length}`)
    await migrate(db, context, sqlCode)
    await requireMigrated(db, sqlCode)
    await expect(requireMigrated(db, codeWith(one('1')))).rejects.toThrow(
      /від іншої версії, файлів SQL: 1\..*KASYR_DATABASE_OWNER_URL/,
    )
  })
})

/** How many seconds the statement waits that waits longest for a lock in this database. */
async function longestWait(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8 as seconds
    from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.seconds ?? 0
}
