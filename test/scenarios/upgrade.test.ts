import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { dumpSchema } from '#/scripts/dump-schema.ts'
import { listWrongDocuments } from '#/server/orders/order/document-store.ts'
import { recountTallies } from '#/server/orders/queue/tally-store.ts'
import { openDatabase } from '#/server/platform/database/database.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { givenKeys } from '#/server/platform/encryption/encryption-keys.ts'
import { createLog } from '#/server/platform/log.ts'
import { migrate, migrationContext } from '#/server/platform/migrate.ts'
import { newId, randomSecret } from '#/server/platform/random.ts'
import { sqlCode } from '#/server/sql-code.ts'
import { releaseBefore } from '../support/release-before.ts'
import { bringUpToDate, copyTemplate, emptyDatabase } from '../support/template-database.ts'

const context = migrationContext(givenKeys([{ kid: 'k1', secret: randomSecret(32) }]))
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
async function shopOf(client: Client): Promise<object> {
  const { rows } = await client.query<object>(`
    select (select json_agg(o order by id) from orders o) as orders, (select json_agg(p order by order_id) from parcels p) as parcels,
      (select json_agg(r order by id) from receipts r) as receipts,
      (select json_agg(d order by order_id) from order_documents d) as documents,
      (select json_agg(t order by name) from (select name, sum(amount) from order_tallies group by name) t) as tallies,
      (select count(*)::int from events) as events`)
  return rows[0] ?? {}
}

test('a shop of the release before comes to the schema of a new database, byte for byte, and to the same rows', async () => {
  const url = await releaseBefore()
  const client = await connect(url)
  const before = await shopOf(client)
  await bringUpToDate(url)
  expect(await dumpSchema(client)).toBe(readFileSync(join(root, 'server', 'schema.sql'), 'utf8'))
  // What a release adds stands beside what was there.
  expect(await shopOf(client)).toMatchObject(before)
  const db = await open(url)
  await isAsDerived(db)
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
  await isAsDerived(db)
  const told = await sql`
    select o.has_receipt, o.ettn_state, o.parcel_group is not null as has_group, d.revision > 7 as is_rewritten
    from orders o join order_documents d on d.order_id = o.id where o.id = ${rows[0]?.id}`.execute(db)
  expect(told.rows).toEqual([{ has_receipt: true, ettn_state: 'fiscal', has_group: true, is_rewritten: true }])
})

/** Orders of before migration 0022, which knew the parcel's code and whether a receipt lives, and nothing of sums and troubles. */
async function ordersOfLongAgo(): Promise<Db> {
  const db = await open(await emptyDatabase(inject('server_url'), inject('template')))
  await migrate(db, context, sqlCode, '0021')
  await sql`insert into cash_registers (id, name, is_default, is_test) values (${newId()}, 'Каса', true, false)`.execute(
    db,
  )
  const cases = [
    { number: 'fiscal', status_code: 9, cod: 500, is_test: false, state: 'fiscalized', provider_id: 'a' },
    { number: 'failed', status_code: 7, cod: 500, is_test: false, state: 'failed', provider_id: null },
    // Its register is real by now, so it holds nothing any more.
    { number: 'test', status_code: 106, cod: 700, is_test: true, state: 'created', provider_id: 'b' },
    { number: 'refused', status_code: 103, cod: 500, is_test: false, state: 'cancelled', provider_id: null },
  ]
  for (const { number, status_code, cod, is_test, state, provider_id } of cases) {
    const [id, ttn] = [newId(), `2045${status_code}`]
    await sql`
      insert into orders (id, crm_id, number, ordered_at, crm_status, recipient_name, recipient_phone, ttn, notes, goods, total, search, crm,
        has_receipt, status_code)
      values (${id}, ${number}, ${number}, '2026-01-05T10:00:00Z', '', 'Покупець', '380670000000', ${ttn}, '', '[]', ${cod}, ' чохол', '{}',
        ${!['failed', 'cancelled'].includes(state)}, ${status_code})`.execute(db)
    await sql`
      insert into parcels (order_id, ttn, active, status_code, cod_amount, status_since)
      values (${id}, ${ttn}, true, ${status_code}, ${cod}, '2026-01-07T10:00:00Z')`.execute(db)
    await sql`
      insert into receipts (id, order_id, kind, document_kind, ttn, cash_register_id, is_test, amount, request, shown, state, provider_id)
      select ${newId()}, ${id}, 'ettn', 'ettn', ${ttn}, id, ${is_test}, 500, '{}', '{}', ${state}, ${provider_id} from cash_registers`.execute(
      db,
    )
  }
  return db
}

test('orders of a release of long ago get every fact that later releases keep of them', async () => {
  const db = await ordersOfLongAgo()
  await migrate(db, context, sqlCode)
  const { rows } = await sql<Record<string, unknown>>`
    select number, tab, has_receipt, ettn_state, ettn_amount, lacks_receipt, has_failed, taken_at is not null as is_taken
    from orders order by number`.execute(db)
  const columns = [
    'number',
    'tab',
    'has_receipt',
    'ettn_state',
    'ettn_amount',
    'lacks_receipt',
    'has_failed',
    'is_taken',
  ]
  expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
    ['failed', 'no_receipt', false, null, null, false, true, false],
    ['fiscal', 'received', true, 'fiscal', 500, false, false, true],
    ['refused', 'refused', false, null, null, false, false, false],
    ['test', 'received', false, null, null, true, false, true],
  ])
  await isAsDerived(db)
})

test('another function that shows orders is enough: every document is written anew', async () => {
  const url = await copyTemplate(inject('server_url'), inject('template'))
  const db = await open(url)
  await sql`
    insert into orders (id, crm_id, number, ordered_at, crm_status, recipient_name, recipient_phone, notes, goods, total, search, crm)
    select gen_random_uuid(), n, n, now(), 'нове', 'Покупець', '380670000000', '', '[]', n, '', '{}' from generate_series(1, 20) n`.execute(
    db,
  )
  const file = 'orders/sql/order-bodies.sql'
  const text = sqlCode.read().get(file) ?? ''
  const shown = text.replace('o.version,', 'o.version, o.crm_status,')
  expect(shown).not.toBe(text)
  const code = { ...sqlCode, read: () => new Map([...sqlCode.read(), [file, shown]]) }
  expect(await migrate(db, context, code)).toHaveLength(1)
  const { rows } = await sql<{ status: string; revision: number }>`
    select distinct (body || '}')::json->>'crm_status' as status, revision from order_documents`.execute(db)
  expect(rows).toEqual([{ status: 'нове', revision: 2 }])
  expect(await migrate(db, context, sqlCode)).toHaveLength(1)
  await isAsDerived(db)
})

async function isAsDerived(db: Db): Promise<void> {
  expect(await listWrongDocuments(db)).toEqual([])
  expect(await db.transaction().execute((tx) => recountTallies(tx))).toBe(0)
}
