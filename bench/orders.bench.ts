import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { syncOrders } from '#/server/orders/sync-orders.ts'
import { startBenchService, timed } from './support/bench-service.ts'
import { startFloor } from './support/floor.ts'
import { manyOrders } from './support/many-orders.ts'
import { compare, printComparison } from './support/measure.ts'

const { app, database, owner, crm, token, url, close } = await startBenchService()
const floor = await startFloor(database.pool)

const ours = (path: string) => ({ name: path, url: `${url}/api/v1${path}`, token })
const plain = (name: string) => ({ name: `floor ${name}`, url: `${floor.url}/${name}` })

async function measureReading(count: number): Promise<void> {
  console.log(`\n${count} orders`)
  const last = Buffer.from(
    JSON.stringify(['2026-01-01T00:51:00.000Z', 'ffffffff-ffff-7fff-bfff-ffffffffffff']),
  ).toString('base64url')
  const pairs: [string, string, string][] = [
    ['list, page 1', 'list', '/orders'],
    ['list, last page', 'last', `/orders?cursor=${last}`],
    ['summary', 'counts', '/orders/summary'],
    ['search by name', 'name', `/orders?q=${encodeURIComponent('бондаренко 157')}`],
    ['search by last digits', 'digits', '/orders?q=4729'],
    ['search by goods', 'goods', `/orders?q=${encodeURIComponent('термос sku-42')}`],
  ]
  for (const connections of [1, 16]) {
    for (const [title, under, path] of pairs) {
      const figures = await compare([plain(under), ours(path)], connections)
      printComparison(
        `${title}, ${connections} connection${connections > 1 ? 's' : ''}`,
        figures.get(`floor ${under}`),
        figures.get(path),
      )
    }
  }
  const pages = await compare([ours('/orders'), ours(`/orders?cursor=${last}`)], 1)
  const [first, lastPage] = [...pages.values()]
  console.log(
    `last page against page 1, time per request: ${((first?.per_second ?? 0) / (lastPage?.per_second ?? 1)).toFixed(2)}`,
  )
}

/** Two services side by side, one with ten times the orders, taking turns: what the machine does meanwhile hits both. */
async function measureGrowth(): Promise<void> {
  const small = await startBenchService()
  try {
    small.crm.orders = manyOrders(10_000)
    await syncOrders(small.app)
    small.crm.orders = []
    await sql`analyze`.execute(small.owner)
    const few = { name: 'few', url: `${small.url}/api/v1/orders`, token: small.token }
    const many = { name: 'many', url: `${url}/api/v1/orders`, token }
    const pages = await compare([few, many], 1)
    const grown = (pages.get('few')?.per_second ?? 0) / (pages.get('many')?.per_second ?? 1)
    console.log(`\n100,000 against 10,000 orders, page 1, time per request: ${grown.toFixed(2)}`)
  } finally {
    await small.close()
  }
}

async function measureSync(count: number): Promise<void> {
  crm.orders = manyOrders(count)
  const fresh = await timed(() => syncOrders(app))
  const unchanged = await timed(() => syncOrders(app))
  const changed = manyOrders(count, 1)
  crm.orders = crm.orders.map((order, index) => (index % 100 === 0 ? (changed[index] ?? order) : order))
  const slightly = await timed(() => syncOrders(app))
  const copied = await copyPlainly()
  console.log(`\nsync of ${count} orders against one plain COPY of the same rows (1.00):`)
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
  for (const count of [10_000, 100_000]) {
    crm.orders = manyOrders(count)
    await syncOrders(app)
    crm.orders = []
    await sql`analyze`.execute(owner)
    await measureReading(count)
  }
  await measureGrowth()
} finally {
  floor.server.close()
  await close()
}
