import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '#/test/support/template-database.ts'
import { openDatabase } from './database/database.ts'
import type { Db } from './database/db.ts'
import { givenKeys } from './encryption/encryption-keys.ts'
import { createLog } from './log.ts'
import { migrate, migrationContext, migrationNames, migrationStates } from './migrate.ts'
import { randomSecret } from './random.ts'

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
    expect(await migrate(db, context)).toEqual(ups(migrationNames()))
    expect(await ourTables(db)).toContain('users')
    expect(await migrate(db, context)).toEqual([])
    const states = await migrationStates(db)
    expect(states.map(({ name }) => name)).toEqual(migrationNames())
    for (const { applied_at } of states) expect(applied_at).toMatch(/^\d{4}-.+Z$/)
  })

  test('say of a database they have not touched that nothing is applied', async () => {
    const db = await connect(await empty())
    expect(await migrationStates(db)).toEqual(migrationNames().map((name) => ({ name, applied_at: null })))
  })

  test('lead down to the first and up again to the very same schema', async () => {
    const db = await connect(await empty())
    const [first = '', ...others] = migrationNames()
    await migrate(db, context, '0001')
    const atFirst = await schemaOf(db)
    await migrate(db, context)
    const latest = await schemaOf(db)
    expect(await migrate(db, context, '0001')).toEqual(downs(others))
    expect(await schemaOf(db)).toEqual(atFirst)
    expect(await migrate(db, context)).toEqual(ups(others))
    expect(await schemaOf(db)).toEqual(latest)
    expect(latest.join('\n')).toContain('audit_log')
    expect(first).toMatch(/^0001_/)
  })

  test('stop at the number that is asked for', async () => {
    const db = await connect(await empty())
    expect(await migrate(db, context, '0002')).toEqual(ups(migrationNames().slice(0, 2)))
    const applied = (await migrationStates(db)).filter(({ applied_at }) => applied_at !== null)
    expect(applied.map(({ name }) => name)).toEqual(migrationNames().slice(0, 2))
  })

  test('refuse a number that is not there and name those that are', async () => {
    const db = await connect(await empty())
    await expect(migrate(db, context, '9999')).rejects.toThrow(
      `Міграції 9999 немає. Є: ${migrationNames().join(', ')}.`,
    )
  })

  test('are each applied once, however many processes start at the same moment', async () => {
    const url = await empty()
    const processes = await Promise.all(Array.from({ length: 5 }, () => connect(url)))
    const applied = await Promise.all(processes.map((db) => migrate(db, context)))
    expect(applied.flat()).toEqual(ups(migrationNames()))
  })

  test('leave nothing behind when one of them fails, not even those that went well before it', async () => {
    const db = await connect(await empty())
    await sql`create table settings (in_the_way int)`.execute(db)
    await expect(migrate(db, context)).rejects.toThrow('relation "settings" already exists')
    expect(await ourTables(db)).toEqual(['settings'])
    expect((await migrationStates(db)).filter(({ applied_at }) => applied_at !== null)).toEqual([])

    await sql`drop table settings`.execute(db)
    expect(await migrate(db, context)).toEqual(ups(migrationNames()))
  })

  test('take their time: no timeout of the connection ends one', async () => {
    const url = await empty()
    const hasty = new URL(url)
    hasty.searchParams.set('options', '-c statement_timeout=2000 -c idle_in_transaction_session_timeout=2000')
    const [db, other] = [await connect(hasty.href), await connect(url)]
    await migrate(db, context)
    // A migration that has to wait is one that takes long; the wait ends once it has lasted longer than the timeout.
    const { steps } = await other.transaction().execute(async (tx) => {
      await sql`lock table users`.execute(tx)
      const steps = migrate(db, context, '0018').catch((error: unknown) => error)
      await expect.poll(() => longestWait(tx)).toBeGreaterThan(2.5)
      return { steps }
    })
    expect(await steps).toEqual(downs(migrationNames().filter((name) => name > '0019')))
  })

  test('do not wait for ever for a table that somebody holds, and leave everything as it was', async () => {
    const url = await empty()
    const [db, other] = [await connect(url), await connect(url)]
    await migrate(db, context)
    await other.transaction().execute(async (tx) => {
      await sql`lock table users`.execute(tx)
      await expect(migrate(db, context, '0018', 100)).rejects.toThrow('таблицю тримає інше з’єднання')
    })
    expect((await migrationStates(db)).filter(({ applied_at }) => applied_at === null)).toEqual([])
  })
})

/** How many seconds the statement waits that waits longest for a lock in this database. */
async function longestWait(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8 as seconds
    from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.seconds ?? 0
}
