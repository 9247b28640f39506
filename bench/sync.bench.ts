import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { startBenchService, timed } from './support/bench-service.ts'
import { manyOrders } from './support/many-orders.ts'

const { app, owner, crm, close } = await startBenchService()

async function measureSync(count: number): Promise<void> {
  crm.orders = manyOrders(count)
  const fresh = await timed(() => syncOrders(app))
  const unchanged = await timed(() => syncOrders(app))
  const changed = manyOrders(count, 1)
  crm.orders = crm.orders.map((order, index) => (index % 100 === 0 ? (changed[index] ?? order) : order))
  const slightly = await timed(() => syncOrders(app))
  const copied = await copyPlainly()
  console.log(`sync of ${count} orders against one plain COPY of the same rows (1.00):`)
  console.log(
    `new ${(fresh / copied).toFixed(2)} · unchanged ${(unchanged / copied).toFixed(2)} · 1 % changed ${(slightly / copied).toFixed(2)} · unchanged/new ${(unchanged / fresh).toFixed(2)}`,
  )
}

/** The same rows into a table of the same columns without index or trigger, from a file the server reads itself. */
async function copyPlainly(): Promise<number> {
  const columns =
    'id, crm_id, number, ordered_at, recipient_name, recipient_phone, ttn, notes, goods, total, search, crm'
  const file = join(tmpdir(), `kasyr-copy-${process.pid}`)
  await sql.raw(`copy (select ${columns} from orders) to '${file}'`).execute(owner)
  await sql.raw(`create table plain as select ${columns} from orders limit 0`).execute(owner)
  const ms = await timed(() => sql.raw(`copy plain from '${file}'`).execute(owner))
  await sql`drop table plain`.execute(owner)
  rmSync(file)
  return ms
}

try {
  await measureSync(10_000)
} finally {
  await close()
}
