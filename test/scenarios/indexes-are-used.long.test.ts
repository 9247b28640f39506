import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { AuditQuery } from '#/contract/audit.ts'
import { listEntries } from '#/server/audit/reading/list-store.ts'
import { whatIsAsked } from '#/server/orders/queue/filter-store.ts'
import { findPayment } from '#/server/parcels/payment-store.ts'
import { listDue } from '#/server/parcels/tracking-store.ts'
import { openDatabase, type Database } from '#/server/platform/database/database.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { createLog } from '#/server/platform/log.ts'
import { listUnclaimed } from '#/server/receipts/orphans/sweep-store.ts'
import { listDueWork } from '#/server/receipts/machine/due-store.ts'
import { lockNextToRemove } from '#/server/receipts/sending/queue-store.ts'
import {
  listDiffering,
  listFailed,
  listLacking,
  listUndelivered,
  listUnfiscal,
  listWaiting,
  sumLacking,
} from '#/server/receipts/trouble-store.ts'
import { copyTemplate } from '../support/template-database.ts'

/** Enough that reading a table through is dearer than its index. */
const rows = 20_000
const idOf = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`
const [registerId, actorId] = [idOf(900_001), idOf(900_002)]

let database: Database
beforeAll(async () => {
  const database_url = await copyTemplate(inject('server_url'), inject('template'))
  database = await openDatabase({ database_url, data_dir: '/nonexistent', claim: 'own', log: createLog('silent') })
  // Without triggers: the rows may be as old as they like.
  await database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await fill(tx)
  })
  await sql`analyze`.execute(database.db)
})
afterAll(() => database.close())

async function fill(tx: Tx): Promise<void> {
  const id = sql`('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`
  const rest = sql`('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid`
  const many = sql`generate_series(1, ${rows}::int) n`
  await sql`insert into cash_registers (id, name, is_default, active, payment_label, tax_codes)
            values (${registerId}, 'Каса', false, true, '', '[]')`.execute(tx)
  await sql`
    insert into orders (id, crm_id, number, ordered_at, crm_status, recipient_name, recipient_phone, ttn, notes, goods, total, search, crm)
    select ${id}, n, n, now(), '', '', '', '2045' || n, '', '[]', 100, '', '{}' from ${many}`.execute(tx)
  await sql`insert into parcels (order_id, ttn, active) select ${id}, '2045' || n, true from ${many}`.execute(tx)
  const receipt = sql`${registerId}::uuid, false, 100, '{}', '{}', now()`
  const columns = sql`cash_register_id, is_test, amount, request, shown, created_at`
  // A few prepayments are to be removed, each after its rest.
  await sql`
    insert into receipts (id, order_id, kind, document_kind, ttn, ${columns}, state, cancel_wanted, payment, relation_id, provider_id, fiscal_code)
    select ${id}, ${id}, 'prepayment', 'prepayment', '2045' || n, ${receipt},
      case when n % 400 = 0 then 'created' else 'fiscalized' end, n % 400 = 0, 'cash', n::text, 'p' || n,
      case when n % 400 = 0 then null else 'f' || n end from ${many}`.execute(tx)
  await sql`
    insert into receipts (id, order_id, kind, document_kind, ttn, ${columns}, state, prepayment_id, relation_id, provider_id, fiscal_code)
    select ${rest}, ${id}, 'ettn', 'ettn_rest', '2045' || n, ${receipt}, 'fiscalized', ${id}, n::text, 'r' || n, 'r' || n from ${many}`.execute(
    tx,
  )
  await sql`
    insert into audit_log (id, at, actor_id, actor_login, action, subject_type, subject_id, details, mac)
    select ${id}, now() - n * interval '1 second', case when n % 4000 = 0 then ${actorId}::uuid else ${id} end,
      case when n % 4000 = 0 then 'oksana' else 'user-' || n end, 'user.logged_in', 'user', n, '{}', '' from ${many}`.execute(
    tx,
  )
}

/** How often the work looked into the index, and how often it read the table through. */
async function scans(table: string, index: string, work: (tx: Tx) => Promise<unknown>) {
  return database.db.transaction().execute(async (tx) => {
    const read = async () => {
      const { rows: found } = await sql<{ of_table: number; of_index: number }>`
        select pg_stat_get_xact_numscans(${table}::regclass) as of_table, pg_stat_get_xact_numscans(${index}::regclass) as of_index`.execute(
        tx,
      )
      return found[0] ?? { of_table: 0, of_index: 0 }
    }
    const before = await read()
    await work(tx)
    const after = await read()
    return { through: after.of_table - before.of_table, by_index: after.of_index - before.of_index }
  })
}

const usesIndex = { through: 0, by_index: expect.toSatisfy((times: number) => times > 0) }
const now = new Date()

test('the rest of a prepayment is found by index when a prepayment is to be removed', async () => {
  expect(
    await scans('receipts', 'receipts_by_prepayment', (tx) => lockNextToRemove(tx, registerId, now)),
  ).toMatchObject(usesIndex)
})

test('the rest of a prepayment is found by index when the watch asks what is due', async () => {
  const { by_index } = await scans('receipts', 'receipts_by_prepayment', (tx) => listDueWork(tx, now))
  expect(by_index).toBeGreaterThan(0)
})

test('the parcel of a TTN is found by index', async () => {
  expect(await scans('parcels', 'parcels_by_ttn', (tx) => findPayment(tx, '204577'))).toEqual(usesIndex)
})

test('parcels that a clock ahead of the time asked about are found by index', async () => {
  await sql`update parcels set due_at = now() + interval '1 hour', checked_at = now() - interval '1 hour'`.execute(
    database.db,
  )
  await sql`analyze parcels`.execute(database.db)
  expect(await scans('parcels', 'parcels_by_question', (tx) => listDue(tx, now, []))).toEqual(usesIndex)
})

test('the order of a document’s TTN is found by index', async () => {
  await sql`
    insert into provider_documents (provider_id, cash_register_id, is_test, ttn, status, raw_status, seen_at)
    select 'foreign-' || place, ${registerId}, false, '20457' || place, 'waiting', 'CREATED', now()
    from generate_series(7, 8) as place`.execute(database.db)
  const register = { cash_register_id: registerId, is_test: false }
  expect(
    await scans('orders', 'orders_by_ttn', (tx) =>
      listUnclaimed(tx, register, { listed: ['foreign-7'], ours: [] }, new Date()),
    ),
  ).toEqual(usesIndex)
})

test.each([
  ['id', actorId, 'audit_log_by_actor'],
  ['login', 'oksana', 'audit_log_by_login'],
])('the audit entries of a person are found by index, by %s', async (_by, actor, index) => {
  let found: { actor: { id: string } | null }[] = []
  const counted = await scans('audit_log', index, async (tx) => {
    found = await listEntries(tx, AuditQuery.parse({ actor }), null)
  })
  expect(counted).toEqual(usesIndex)
  expect(found).toHaveLength(5)
  expect(new Set(found.map(({ actor: who }) => who?.id))).toEqual(new Set([actorId]))
})

describe('what must be told costs what the troubles cost, not what the history does', () => {
  const times = {
    now: new Date(),
    paid_before: new Date(Date.now() - 3 * 3_600_000),
    stuck_before: new Date(Date.now() - 900_000),
    asked_before: new Date(Date.now() - 6 * 3_600_000),
    parcels_since: new Date(Date.now() - 90 * 24 * 3_600_000),
  }
  const ids = (count: number, kind: number) => Array.from({ length: count }, (_, place) => idOf(kind * 100 + place))
  /** A hundred orders of each trouble among twenty thousand that are settled. */
  beforeAll(async () => {
    await database.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update orders set ettn_state = 'fiscal', ettn_amount = 100, cod_amount = 100, paid = true, parcel_group = 'received',
        taken_at = now() - interval '1 day'`.execute(tx)
      const of = (kind: number) => sql`id = any(${ids(20, kind)}::uuid[])`
      await sql`update orders set ettn_state = null, ettn_amount = null where ${of(1)}`.execute(tx)
      await sql`update orders set ettn_state = 'open' where ${of(2)}`.execute(tx)
      await sql`update orders set cod_amount = 90 where ${of(3)}`.execute(tx)
      await sql`update orders set last_failed = true, paid = false, parcel_group = 'moving' where ${of(4)}`.execute(tx)
      await sql`update receipts set fiscal_amount = amount where kind = 'ettn'`.execute(tx)
      await sql`update receipts set fiscal_amount = 90, is_copy_undelivered = true where kind = 'ettn' and order_id = any(${ids(20, 5)}::uuid[])`.execute(
        tx,
      )
    })
    await sql`vacuum analyze orders, receipts, receipt_incidents`.execute(database.db)
  })

  /** Every table that the statement reads through. */
  async function readThrough(statement: RawBuilder<unknown>): Promise<string[]> {
    const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(database.db)
    return plan.flatMap((line) => /Seq Scan on (orders|receipts|parcels)\b/.exec(line['QUERY PLAN'])?.[1] ?? [])
  }

  test('the filter for attention reads no table through, and lists every trouble', async () => {
    const asked = whatIsAsked({ attention: true }, times)
    const statement = sql`select o.id from orders o where o.deleted_at is null and ${asked}`
    expect(await readThrough(statement)).toEqual([])
    const { rows: found } = await statement.execute(database.db)
    expect(found).toHaveLength(100)
  })

  test.each([
    ['orders', 'orders_lacking_receipt', (tx: Tx) => listLacking(tx)],
    ['orders', 'orders_lacking_receipt', (tx: Tx) => sumLacking(tx)],
    ['orders', 'orders_awaiting_fiscal', (tx: Tx) => listUnfiscal(tx, times)],
    ['orders', 'orders_with_another_control', (tx: Tx) => listDiffering(tx)],
    ['receipts', 'receipts_with_another_sum', (tx: Tx) => listDiffering(tx)],
    ['orders', 'orders_with_failed_receipt', (tx: Tx) => listFailed(tx)],
    ['receipts', 'receipts_undelivered', (tx: Tx) => listUndelivered(tx)],
  ])('a list of troubles finds its %s by %s and reads none through', async (table, index, work) => {
    expect(await scans(table, index, work)).toEqual(usesIndex)
  })

  test('receipts that wait for a person are found without reading receipts or orders through', async () => {
    // Several indexes hold nothing but what is not settled; which of them is taken is left to PostgreSQL.
    expect(await scans('receipts', 'receipts_in_attention', listWaiting)).toMatchObject({ through: 0 })
    expect(await scans('orders', 'orders_pkey', listWaiting)).toMatchObject({ through: 0 })
  })
})
