import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { dumpSchema } from '#/scripts/dump-schema.ts'
import { listWrongDocuments } from '#/server/orders/document-store.ts'
import { recountTallies } from '#/server/orders/tally-store.ts'
import { openDatabase } from '#/server/platform/database/database.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { createLog } from '#/server/platform/log.ts'
import { releaseBefore } from '../support/release-before.ts'
import { bringUpToDate } from '../support/template-database.ts'

const root = join(import.meta.dirname, '..', '..')

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function open(database_url: string): Promise<Db> {
  const log = createLog('silent')
  const database = await openDatabase({ database_url, data_dir: '/nonexistent', claim: 'own', log })
  onTestFinished(() => database.close())
  return database.db
}

/** All that is shown, counted and kept of orders, parcels and receipts. */
async function shopOf(client: Client): Promise<unknown> {
  const { rows } = await client.query(`
    select (select json_agg(o order by id) from orders o) as orders, (select json_agg(p order by order_id) from parcels p) as parcels,
      (select json_agg(r order by id) from receipts r) as receipts,
      (select json_agg(d order by order_id) from order_documents d) as documents,
      (select json_agg(t order by name) from (select name, sum(amount) from order_tallies group by name) t) as tallies,
      (select count(*)::int from events) as events`)
  return rows[0]
}

test('a shop of the release before comes to the schema of a new database, byte for byte, and to the same rows', async () => {
  const url = await releaseBefore()
  const client = await connect(url)
  const before = await shopOf(client)
  await bringUpToDate(url)
  expect(await dumpSchema(client)).toBe(readFileSync(join(root, 'server', 'schema.sql'), 'utf8'))
  expect(await shopOf(client)).toEqual(before)
  const db = await open(url)
  expect(await listWrongDocuments(db)).toEqual([])
  expect(await db.transaction().execute((tx) => recountTallies(tx))).toBe(0)
})

test('what a function derives is derived anew when the database comes up to date', async () => {
  const url = await releaseBefore()
  const client = await connect(url)
  await client.query(`set session_replication_role = replica`)
  const { rows } = await client.query<{ id: string }>(
    `update orders set parcel_group = null, has_receipt = false, ettn_state = null where id = (select order_id from receipts order by id limit 1) returning id`,
  )
  await client.query(`update order_documents set body = '{', revision = 7 where order_id = $1`, [rows[0]?.id])
  await client.query(`delete from order_tallies`)
  await bringUpToDate(url)
  const db = await open(url)
  expect(await listWrongDocuments(db)).toEqual([])
  expect(await db.transaction().execute((tx) => recountTallies(tx))).toBe(0)
  const told = await sql`
    select o.has_receipt, o.ettn_state, o.parcel_group is not null as has_group, d.revision > 7 as is_rewritten
    from orders o join order_documents d on d.order_id = o.id where o.id = ${rows[0]?.id}`.execute(db)
  expect(told.rows).toEqual([{ has_receipt: true, ettn_state: 'fiscal', has_group: true, is_rewritten: true }])
})
