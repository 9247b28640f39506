import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import fc from 'fast-check'
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

/** Notes what a connection is asked to prepare and to describe. */
function listenTo(client: PoolClient, said: string[]): void {
  const connection: object = Reflect.get(client, 'connection')
  for (const name of ['parse', 'describe']) {
    const listening = new Proxy(Reflect.get(connection, name), {
      apply(target, self, args) {
        said.push(name)
        return Reflect.apply(target, self, args)
      },
    })
    Reflect.set(connection, name, listening)
  }
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

  test('is prepared and described once by each connection', async () => {
    const said: string[] = []
    database.pool.on('connect', (client) => listenTo(client, said))
    for (const connection of ['first', 'second']) {
      for (let turn = 1; turn <= 3; turn += 1) expect(await run('select 1 as number')).toEqual([{ number: 1 }])
      expect(said.splice(0), connection).toEqual(['parse', 'describe'])
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

  test('that somebody has replaced on the connection by one with other columns gives no row', async () => {
    const { name } = prepare('select 1 as number')
    expect(await run('select 1 as number')).toEqual([{ number: 1 }])
    await sql.raw(`deallocate "${name}"`).execute(database.db)
    await sql.raw(`prepare "${name}" as select 'x' as text, 2 as number`).execute(database.db)
    await expect(run('select 1 as number')).rejects.toThrow('other columns')
  })

  test('may call a column by any name', async () => {
    const text = `select '{"is_admin": true}'::jsonb as "__proto__", 1 as constructor, 2 as "toString", null as "__proto__x", 3 as twice, 4 as twice`
    const plain = (await database.pool.query(text)).rows
    for (let turn = 1; turn <= 2; turn += 1) {
      const rows = await run(text)
      expect(rows).toEqual(plain)
      expect(rows.map((row) => Object.entries(row))).toEqual(plain.map((row: object) => Object.entries(row)))
      expect(Object.getPrototypeOf(rows[0])).toBe(Object.prototype)
    }
  })

  test.each(['', 'copy (select 1) to stdout', 'copy users from stdin', 'execute something', 'fetch 1 from c', 'begin'])(
    'is one that PostgreSQL plans, which «%s» is not',
    (text) => {
      expect(() => prepare(text)).toThrow('can be prepared')
    },
  )

  test('on a connection that ends meanwhile fails alone', async () => {
    const killed = run('select pg_terminate_backend(pg_backend_pid()), pg_sleep(60)')
    await expect(killed).rejects.toThrow(/terminat|closed|not queryable/i)
    expect(await run('select 1 as number')).toEqual([{ number: 1 }])
  })
})

describe('a value of a prepared statement', () => {
  const text = fc.string({ unit: 'binary' }).filter((value) => value.isWellFormed() && !value.includes('\0'))

  test.each([
    ['text', fc.option(text), 'text'],
    ['a list of texts', fc.array(fc.option(text)), 'text[]'],
    ['a list of lists', fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1 }), 'text[]'],
    ['a number', fc.oneof(fc.integer(), fc.double()), 'float8'],
    ['yes or no', fc.boolean(), 'boolean'],
    ['an object', fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null))), 'jsonb'],
    ['bytes', fc.uint8Array().map((bytes) => Buffer.from(bytes)), 'bytea'],
    ['a list of bytes', fc.array(fc.uint8Array().map((bytes) => Buffer.from(bytes))), 'bytea[]'],
    ['a moment', fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), 'timestamptz'],
  ])('arrives as the library sends it: %s', async (_, values: fc.Arbitrary<unknown>, type) => {
    const statement = `select $1::${type} as value`
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const { rows } = await database.pool.query({ text: statement, values: [value] })
        expect(await run(statement, [value])).toEqual(rows)
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['bytes that are no Buffer', new Uint8Array([0, 255]), 'bytea'],
    ['larger numbers in a row', new Uint16Array([1, 513]), 'bytea'],
    ['a list of such bytes', [new Uint8Array([0, 255]), new Uint8Array()], 'bytea[]'],
    ['a list with gaps', Object.assign([], { 2: 'в' }), 'text[]'],
    ['a long number', 2n ** 62n, 'numeric'],
  ])('arrives as the library sends it: %s', async (_, value, type) => {
    const statement = `select $1::${type} as value`
    const { rows } = await database.pool.query({ text: statement, values: [value] })
    expect(await run(statement, [value])).toEqual(rows)
  })

  const circular: unknown[] = []
  circular.push({ circular })
  test.each([
    ['an object that contains itself', circular, 'circular'],
    ['a long number in an object', { number: 1n }, 'BigInt'],
    ['no moment', new Date(Number.NaN), 'Invalid time'],
    ['a symbol', Symbol('s'), 'a symbol is no value'],
    ['a function', () => 1, 'a function is no value'],
  ])('that cannot be written fails its run and nothing else: %s', async (_, value, why) => {
    const uncaught: unknown[] = []
    const note = (error: unknown) => void uncaught.push(error)
    process.prependListener('uncaughtException', note)
    // The first time there is no connection yet.
    for (let turn = 1; turn <= 2; turn += 1) {
      await expect(run('select $1::text as value', [value])).rejects.toThrow(why)
      expect(await run('select $1::text as value', ['текст'])).toEqual([{ value: 'текст' }])
    }
    process.off('uncaughtException', note)
    expect(uncaught).toEqual([])
  })

  test('that is not there is null', async () => {
    expect(await run('select $1::text as value', [undefined])).toEqual([{ value: null }])
  })
})
