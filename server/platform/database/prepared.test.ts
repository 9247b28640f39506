import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { copyTemplate } from '#/test/support/template-database.ts'
import { createLog } from '../log.ts'
import { openDatabase, type Database } from './database.ts'
import { prepare, runPrepared } from './prepared.ts'

/** One connection, so that every run meets what the runs before it have left there. */
let database: Database
beforeEach(async () => {
  const database_url = await copyTemplate(inject('server_url'), inject('template'))
  const log = createLog('silent')
  database = await openDatabase({ database_url, data_dir: '/nonexistent', claim: 'own', log, pool_size: 1 })
})
afterEach(() => database.close())

const run = (text: string, values: unknown[] = []) => runPrepared(database.db, prepare(text), values)

/** Counts how often a connection is asked to prepare a statement. */
function listenTo(client: PoolClient, prepared: () => void): void {
  const connection: object = Reflect.get(client, 'connection')
  const listening = new Proxy(Reflect.get(connection, 'parse'), {
    apply(target, self, args) {
      prepared()
      return Reflect.apply(target, self, args)
    },
  })
  Reflect.set(connection, 'parse', listening)
}

describe('a prepared statement', () => {
  test('gives the same rows at every run, of every kind of value, as a statement that is not prepared', async () => {
    const text = `
      select number::bigint as whole, null as nothing, '2026-03-09 09:05:00.25+02'::timestamptz as at, number = 2 as is_two,
        'їжак "і" \\' as text, '{"a": [1, null]}'::jsonb as object, array['а', null, 'б,"'] as texts, decode('00ff', 'hex') as bytes
      from generate_series(1, 3) as number`
    const plain = (await sql.raw(text).execute(database.db)).rows
    expect(plain).toHaveLength(3)
    for (let turn = 1; turn <= 3; turn += 1) expect(await run(text)).toEqual(plain)
    expect(Object.keys((await run(text))[0] ?? {})).toEqual(Object.keys(plain[0] ?? {}))
  })

  test('is prepared once by each connection', async () => {
    let times = 0
    database.pool.on('connect', (client) => listenTo(client, () => (times += 1)))
    for (const connection of [1, 2]) {
      for (let turn = 1; turn <= 3; turn += 1) expect(await run('select 1 as number')).toEqual([{ number: 1 }])
      expect(times).toBe(connection)
      await expect(database.pool.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow('terminat')
    }
  })

  test('is the same inside a transaction and outside', async () => {
    const statement = prepare<{ number: number }>('select $1::int + 1 as number')
    expect(await runPrepared(database.db, statement, [1])).toEqual([{ number: 2 }])
    const inside = await database.db.transaction().execute((tx) => runPrepared(tx, statement, [2]))
    expect(inside).toEqual([{ number: 3 }])
    const other = prepare<{ number: number }>('select $1::int + 2 as number')
    expect(await database.db.transaction().execute((tx) => runPrepared(tx, other, [1]))).toEqual([{ number: 3 }])
    for (const value of [5, 6]) expect(await runPrepared(database.db, other, [value])).toEqual([{ number: value + 2 }])
  })

  test('may give no rows, or none at all', async () => {
    await sql`create temporary table things (name text)`.execute(database.db)
    for (let turn = 1; turn <= 3; turn += 1) {
      expect(await run('insert into things values ($1)', ['річ'])).toEqual([])
      expect(await run('select name from things where false')).toEqual([])
      expect(await run('select name from things')).toHaveLength(turn)
    }
  })

  test('that fails tells why, each time anew, and nobody else notices', async () => {
    for (let turn = 1; turn <= 2; turn += 1) {
      await expect(run('select nothing_of_this_name')).rejects.toMatchObject({ code: '42703' })
      await expect(run('select 1 / $1::int as number', [0])).rejects.toMatchObject({ code: '22012' })
      await expect(run('select 1 / $1::int as number', ['no number'])).rejects.toMatchObject({ code: '22P02' })
      expect(await run('select 1 / $1::int as number', [1])).toEqual([{ number: 1 }])
    }
  })

  test('whose value cannot be read gives no row at all', async () => {
    const text =
      'select case when number = 2 then 9007199254740993 else number end::bigint as whole from generate_series(1, 3) as number'
    for (let turn = 1; turn <= 2; turn += 1) await expect(run(text)).rejects.toThrow('out of range')
    expect(await run('select 1 as number')).toEqual([{ number: 1 }])
  })

  test('whose columns have changed since never gives rows by their old names or kinds', async () => {
    await sql`create table things (number int)`.execute(database.db)
    await sql`insert into things values (1)`.execute(database.db)
    const text = 'select * from things'
    for (let turn = 1; turn <= 2; turn += 1) expect(await run(text)).toEqual([{ number: 1 }])
    await sql`alter table things add column name text default 'річ'`.execute(database.db)
    await expect(run(text)).rejects.toThrow('cached plan must not change result type')
    expect(await run(text)).toEqual([{ number: 1, name: 'річ' }])
  })

  test('on a connection that ends meanwhile fails alone', async () => {
    const killed = run('select pg_terminate_backend(pg_backend_pid()), pg_sleep(60)')
    await expect(killed).rejects.toThrow(/terminat|closed|not queryable/i)
    expect(await run('select 1 as number')).toEqual([{ number: 1 }])
  })
})
