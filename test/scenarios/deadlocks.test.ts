import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { aCrmOrder } from '../support/orders.ts'
import { urlOf } from '../support/template-database.ts'
import { startTrackedShop } from '../support/tracked-shop.ts'

const shop = await startTrackedShop()
const { db, app, config } = shop.kasyr

/** Another process, whose every statement the test decides. It never gives way: PostgreSQL ends the other one. */
const { pathname } = new URL(config.database_url ?? '')
const rival = new Client({ connectionString: urlOf(inject('server_url'), pathname.slice(1)) })
await rival.connect()
await rival.query(`set deadlock_timeout = '10min'`)
const pidOfRival = (await rival.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
afterAll(() => rival.end())

async function count(fragment: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  return (await fragment.execute(db)).rows[0]?.count ?? 0
}
const waitingForRival = () =>
  count(sql`select count(*) from pg_stat_activity where ${pidOfRival}::int = any(pg_blocking_pids(pid))`)
/** Of this database; a connection tells what it saw when it is asked to. */
async function deadlocks(): Promise<number> {
  const perConnection = Array.from({ length: 10 }, () =>
    db.connection().execute((connection) => sql`select pg_stat_force_next_flush(), pg_sleep(0)`.execute(connection)),
  )
  await Promise.all(perConnection)
  return count(sql`select deadlocks as count from pg_stat_database where datname = current_database()`)
}

/** The rival locks `first`; the work runs until it waits for that; then the rival wants `second` and goes on when it has it. */
async function cross<Result>(first: string, second: string, work: () => Promise<Result>): Promise<Result> {
  await rival.query('begin')
  await rival.query(first)
  const working = work()
  working.catch(() => undefined)
  await expect.poll(waitingForRival).toBe(1)
  await rival.query(second)
  await rival.query('commit')
  return working
}

const lockOrder = (id: string) => `select from orders where id = '${id}' for update`
const lockParcel = (id: string) => `select from parcels where order_id = '${id}' for update`

/** Two orders whose parcels the carrier knows, by id: whoever locks both begins with the first. */
async function twoOrders() {
  const made = [await shop.anOrder({ ttn: shop.aTtn() }), await shop.anOrder({ ttn: shop.aTtn() })] as const
  await shop.track()
  const [first, second] = made[0].id < made[1].id ? made : [made[1], made[0]]
  return { first, second }
}

function sayOfBoth(status_code: number, ...orders: { ttn: string | null }[]): void {
  shop.simulator.parcels.put(orders.map(({ ttn }) => ({ ttn: ttn ?? '', status_code })))
}

describe('the order is locked before its parcel', () => {
  test('an order that is edited while its parcel is tracked: the tracking waits its turn, and nobody is ended', async () => {
    const order = await shop.anOrder({ ttn: shop.aTtn() })
    await shop.track()
    await shop.later()
    sayOfBoth(7, order)
    const before = await deadlocks()
    const report = await cross(lockOrder(order.id), lockParcel(order.id), () => shop.track())
    expect(report.changed).toBe(1)
    expect(await deadlocks()).toBe(before)
    expect((await shop.read(order)).parcel).toMatchObject({ status_code: 7 })
  })

  test('an order whose TTN is changed while its parcel is tracked: the answer about the old TTN is dropped, and nobody is ended', async () => {
    const order = await shop.anOrder({ ttn: shop.aTtn() })
    await shop.track()
    await shop.later()
    sayOfBoth(7, order)
    const before = await deadlocks()
    const edit = `update orders set ttn = '20459999999999' where id = '${order.id}'`
    await cross(lockOrder(order.id), edit, () => shop.track())
    expect(await deadlocks()).toBe(before)
    expect(await shop.read(order)).toMatchObject({ ttn: '20459999999999', parcel: { status_code: null } })
    const { rows } = await sql`select from parcel_steps where order_id = ${order.id} and status_code = 7`.execute(db)
    expect(rows).toHaveLength(0)
  })

  test('two orders that the CRM changed are locked in the order of their ids, however the CRM lists them', async () => {
    const { first, second } = await twoOrders()
    const before = await deadlocks()
    for (const { crm_id, number, ttn } of [second, first]) {
      shop.crm.orders.delete(crm_id)
      shop.crm.put(aCrmOrder({ crm_id, number, ttn, notes: 'Змінено в CRM' }))
    }
    const outcome = await cross(lockOrder(first.id), lockOrder(second.id), () => syncOrders(app))
    expect(outcome).toMatchObject({ updated: 2, failure: null })
    expect(await deadlocks()).toBe(before)
  })
})

/** A row lock goes to whoever asks first once it is free, so the second try may take it before the rival wakes and be ended again. */
describe('who is ended by PostgreSQL in favour of another begins again', () => {
  test('a cashier who edits an order hears of nothing', async () => {
    const order = await shop.anOrder({ ttn: shop.aTtn() })
    const before = await deadlocks()
    const answer = await cross(lockParcel(order.id), lockOrder(order.id), () =>
      shop.cashier().patch(`/orders/${order.id}`, { ttn: null, notes: 'Самовивіз' }),
    )
    expect(answer).toMatchObject({ status: 200, body: { ttn: null, notes: 'Самовивіз', parcel: null } })
    expect(await deadlocks()).toBeGreaterThan(before)
    const { rows } =
      await sql`select from audit_log where action = 'order.edited' and subject_id = ${order.id}`.execute(db)
    expect(rows).toHaveLength(1)
  })

  test('a round of tracking keeps what the carrier said', async () => {
    const { first, second } = await twoOrders()
    await shop.later()
    sayOfBoth(7, first, second)
    const before = await deadlocks()
    const report = await cross(lockOrder(second.id), lockOrder(first.id), () => shop.track())
    expect(report).toMatchObject({ changed: 2, troubled: [] })
    expect(await deadlocks()).toBeGreaterThan(before)
    for (const order of [first, second]) expect((await shop.read(order)).parcel).toMatchObject({ status_code: 7 })
  })

  test('a sync keeps the page', async () => {
    const { first, second } = await twoOrders()
    const before = await deadlocks()
    for (const { crm_id, number, ttn } of [first, second])
      shop.crm.put(aCrmOrder({ crm_id, number, ttn, notes: 'Знову змінено' }))
    const outcome = await cross(lockOrder(second.id), lockOrder(first.id), () => syncOrders(app))
    expect(outcome).toMatchObject({ updated: 2, failure: null })
    expect(await deadlocks()).toBeGreaterThan(before)
    expect((await shop.read(first)).notes).toBe('Знову змінено')
  })

  test('but not for ever: the fifth time the failure is told', async () => {
    let tries = 0
    const work = inTransaction(db, async (tx) => {
      tries += 1
      await sql`do $$ begin raise 'no order fits' using errcode = 'serialization_failure'; end $$`.execute(tx)
    })
    await expect(work).rejects.toThrow('no order fits')
    expect(tries).toBe(5)
  })

  test('and no other failure is tried again', async () => {
    let tries = 0
    const work = inTransaction(db, async (tx) => {
      tries += 1
      await sql`select 1 / 0`.execute(tx)
    })
    await expect(work).rejects.toThrow('division by zero')
    expect(tries).toBe(1)
  })
})
