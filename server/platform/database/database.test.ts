import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copyTemplate } from '#/test/support/template-database.ts'
import { createLog } from '../log.ts'
import { openDatabase, type Database } from './database.ts'
import { toInstant } from './values.ts'

let database: Database
beforeAll(async () => {
  const database_url = await copyTemplate(inject('server_url'), inject('template'))
  database = await openDatabase({ database_url, data_dir: '/nonexistent', claim: 'own', log: createLog('silent') })
})
afterAll(() => database.close())

test('a connection that is killed in the middle of a transaction fails that transaction and nothing else', async () => {
  const killed = database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db)
    await expect
      .poll(
        async () =>
          (await sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(database.db)).rows.length,
      )
      .toBe(0)
    await sql`select 1`.execute(tx)
  })
  await expect(killed).rejects.toThrow(/terminat|closed|not queryable/i)
  expect((await sql`select 1`.execute(database.db)).rows).toHaveLength(1)
})

test('instants come out as ISO with Z and milliseconds, whole numbers as numbers', async () => {
  expect(toInstant('2026-03-09 07:05:00.123456+00')).toBe('2026-03-09T07:05:00.123Z')
  expect(toInstant('2026-03-09 07:05:00+00')).toBe('2026-03-09T07:05:00.000Z')
  expect(toInstant('2026-03-09 07:05:00.5+00')).toBe('2026-03-09T07:05:00.500Z')
  const { rows } =
    await sql`select '2026-03-09 09:05:00.25+02'::timestamptz as at, 5000000000::bigint as number`.execute(database.db)
  expect(rows).toEqual([{ at: '2026-03-09T07:05:00.250Z', number: 5_000_000_000 }])
  await expect(sql`select 9007199254740993::bigint as number`.execute(database.db)).rejects.toThrow('out of range')
})
