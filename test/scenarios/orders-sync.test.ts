import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import type { WebOptions } from '#/server/http.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import type { ApiClient } from '../support/api-client.ts'
import { aCrmOrder } from '../support/orders.ts'
import { ScriptedCrm } from '../support/scripted-crm.ts'
import { startTestApp, staysFresh, type TestApp } from '../support/test-app.ts'
import { locks } from '#/server/platform/database/locks.ts'

let one: TestApp
let two: TestApp
let crm: ScriptedCrm
let clients: ApiClient[]

/** Two services with a pool, a bus and a memory of their own, like two processes; real ones are in `orders-fleet.test.ts`. */
beforeEach(async () => {
  crm = new ScriptedCrm()
  one = await startTestApp({ crm, web: staysFresh })
  two = await startBeside(staysFresh)
  const admin = await one.anonymous.logIn('admin', one.adminPassword)
  clients = [admin, await two.anonymous.logIn('admin', two.adminPassword)]
})
afterEach(async () => {
  await two.close()
  await one.close()
})

const startBeside = (web: WebOptions = {}) =>
  startTestApp({ crm, web, config: { database_url: one.config.database_url, data_dir: one.config.data_dir } })
const view = (number: number) =>
  clients[number % 2]?.get<OrderList>('/orders') ?? Promise.reject(new Error('no client'))

describe('the queue is brought up to the CRM when it is looked at', () => {
  test('a view right after another does not ask again, one later does', async () => {
    await view(0)
    await view(0)
    await view(1)
    expect(crm.calls).toHaveLength(1)
    await sql`update crm_sync set finished_at = finished_at - interval '3 seconds'`.execute(one.db)
    const third = await startBeside()
    await (await third.anonymous.logIn('admin', third.adminPassword)).get('/orders')
    await third.close()
    expect(crm.calls).toHaveLength(2)
  })

  test('a run that ended in the future, before the clock was put back, is not fresh', async () => {
    await view(0)
    await sql`update crm_sync set finished_at = finished_at + interval '3 hours'`.execute(one.db)
    const third = await startBeside()
    await (await third.anonymous.logIn('admin', third.adminPassword)).get('/orders')
    await third.close()
    expect(crm.calls).toHaveLength(2)
  })

  test('a CRM that fails changes no row, and the list says why', async () => {
    crm.put(aCrmOrder())
    await syncOrders(one.app)
    const before = await one.db.selectFrom('orders').selectAll().execute()
    crm.failure = { kind: 'bad_answer', detail: 'Відповідь CRM не є JSON.' }
    await sql`update crm_sync set finished_at = finished_at - interval '2 hours'`.execute(one.db)
    const { body } = await view(0)
    expect(body.sync).toMatchObject({ state: 'failed', problem: crm.failure })
    expect(body.sync.finished_at).not.toBeNull()
    expect(body.items).toHaveLength(1)
    expect(await one.db.selectFrom('orders').selectAll().execute()).toEqual(before)
  })

  test('pages are read to the end, and only what changed since is asked for', async () => {
    const many = Array.from({ length: 1_200 }, () => aCrmOrder())
    crm.put(...many)
    expect(await syncOrders(one.app)).toEqual({ added: 1_200, updated: 0, held: 0, failure: null })
    expect(crm.calls.map(({ offset, updated_from }) => [offset, updated_from])).toEqual([
      [0, null],
      [480, null],
      [960, null],
    ])
    crm.calls = []
    crm.put(aCrmOrder({ updated_at: '2026-03-09T09:00:00.000Z' }))
    await syncOrders(one.app)
    expect(crm.calls[0]?.updated_from).toBe('2026-03-09T07:00:00.000Z')
    crm.calls = []
    await syncOrders(one.app)
    expect(crm.calls[0]?.updated_from).toBe('2026-03-09T08:55:00.000Z')
  })

  test('a CRM that does not tell how many there are is read until a page is empty', async () => {
    crm.put(...Array.from({ length: 1_200 }, () => aCrmOrder()))
    crm.tells_total = false
    expect(await syncOrders(one.app)).toMatchObject({ added: 1_200, failure: null })
    expect(crm.calls.map(({ offset }) => offset)).toEqual([0, 480, 960, 1_180, 1_200])
  })

  test('a failure in between keeps the pages before it, and the next run asks for everything again', async () => {
    crm.put(...Array.from({ length: 700 }, () => aCrmOrder()))
    crm.failure = { kind: 'timeout', detail: 'CRM не відповіла вчасно.' }
    crm.fails_from = 480
    expect(await syncOrders(one.app)).toEqual({ added: 500, updated: 0, held: 0, failure: crm.failure })
    expect(await one.db.selectFrom('orders').select('id').execute()).toHaveLength(500)
    crm.failure = null
    crm.calls = []
    expect(await syncOrders(one.app)).toEqual({ added: 200, updated: 0, held: 0, failure: null })
    expect(crm.calls[0]?.updated_from).toBeNull()
  })

  test('a change dated in the future does not hide the ones that come before it', async () => {
    crm.put(aCrmOrder({ updated_at: '2999-01-01T00:00:00.000Z' }))
    await syncOrders(one.app)
    await syncOrders(one.app)
    expect(Date.parse(crm.calls[1]?.updated_from ?? '')).toBeLessThan(one.app.clock.now().getTime())
  })

  test('unchanged data costs no write: every row is still the one that was written first', async () => {
    crm.put(...Array.from({ length: 300 }, () => aCrmOrder()))
    await syncOrders(one.app)
    await sql`update crm_sync set synced_to = null`.execute(one.db)
    /** Where a row lies and which transactions wrote and locked it: any write, also of the same values, would show. */
    const rows = async () => {
      const { rows: found } = await sql`
        select 'orders' as of, ctid::text, xmin::text, xmax::text from orders
        union all select 'parcels', ctid::text, xmin::text, xmax::text from parcels
        union all select 'order_tallies', ctid::text, xmin::text, xmax::text from order_tallies
        union all select 'audit_log', ctid::text, xmin::text, xmax::text from audit_log
        order by 1, 2`.execute(one.db)
      return found
    }
    const before = await rows()
    expect(before.length).toBeGreaterThan(600)
    expect(await syncOrders(one.app)).toEqual({ added: 0, updated: 0, held: 0, failure: null })
    expect(await rows()).toEqual(before)
  })

  test('closing the service ends a run that hangs', async () => {
    crm.held = new Promise(() => undefined)
    const third = await startBeside()
    third.app.clock.slack = 0.01
    await (await third.anonymous.logIn('admin', third.adminPassword)).get('/orders')
    await third.close()
    crm.held = null
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from pg_locks where locktype = 'advisory' and objid = ${locks.crm_sync}`.execute(
      one.db,
    )
    expect(rows[0]?.count).toBe(0)
  })
})
