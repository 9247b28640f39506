import { sql } from 'kysely'
import { afterAll } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import { createJsonRpcCrmClient } from '#/server/integrations/crm/jsonrpc-crm-client.ts'
import { CrmMapping } from '#/server/integrations/crm/mapping.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { startCrmSimulator } from '#/simulators/crm/crm-simulator.ts'
import { generateOrders } from '#/simulators/crm/generate-orders.ts'
import { createHandClock } from '#/simulators/frame/clock.ts'
import { startTestApp, staysFresh } from './test-app.ts'

export const hourMs = 3_600_000
export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** The service beside the simulated CRM, over real signed calls, under one clock that only tests move. */
export async function startCrmShop() {
  const world = createHandClock(Date.now())
  const clock = { now: () => new Date(world.now()) }
  const simulator = await startCrmSimulator({ clock: world })
  const clientFor = (mapping: object) =>
    createJsonRpcCrmClient({
      url: simulator.rpc_url,
      key: 'demo-key',
      secret: 'demo-secret',
      clock,
      mapping: CrmMapping.parse(mapping),
      // Only a test of the deadline itself should ever meet it, also on a busy machine.
      timeoutMs: 30_000,
    })
  const crm = { orders: clientFor({}), pages: clientFor({ params: { page: 'page' } }) }
  const kasyr = await startTestApp({ crm: crm.orders, clock })
  afterAll(async () => {
    await kasyr.close()
    await simulator.close()
  })
  const { data_dir, database_url } = kasyr.config

  return {
    simulator,
    kasyr,
    now: world.now,
    pass: world.advance,
    sync: (paging: 'orders' | 'pages' = 'orders') => syncOrders({ ...kasyr.app, crm: crm[paging] }),
    /** Made and last changed days ago: a later run would not bring them again. */
    fill: (count: number) =>
      simulator.orders.put(generateOrders({ count, seed: 7, first_id: 1, now: world.now() - 48 * hourMs })),
    /** As on the first day, on both sides. */
    forget: async () => {
      simulator.faults.disarm()
      simulator.orders.clear()
      simulator.orders.meanwhile([])
      simulator.list({})
      for (const table of ['orders', 'crm_sync', 'crm_unreadable'])
        await sql`delete from ${sql.table(table)}`.execute(kasyr.db)
    },
    arrived: async () => {
      const rows = await kasyr.db.selectFrom('orders').select('crm_id').execute()
      return rows.map(({ crm_id }) => Number(crm_id)).sort((left, right) => left - right)
    },
    order: (crm_id: string) =>
      kasyr.db.selectFrom('orders').selectAll().where('crm_id', '=', crm_id).executeTakeFirstOrThrow(),
    syncedTo: async () =>
      (await kasyr.db.selectFrom('crm_sync').select('synced_to').executeTakeFirst())?.synced_to ?? null,
    /** What the list says of the last run, asked of a service that remembers nothing and has no reason to run again. */
    report: async () => {
      // A busy machine may take seconds to start a service: the run stays fresh for longer.
      await sql`update crm_sync set finished_at = clock_timestamp()`.execute(kasyr.db)
      const beside = await startTestApp({ crm: crm.orders, clock, web: staysFresh, config: { database_url, data_dir } })
      const answer = await (await beside.anonymous.logIn('admin', beside.adminPassword)).get<OrderList>('/orders')
      await beside.close()
      return answer.body.sync
    },
    /** A service that has just been started with another mapping is looked at, a few seconds after the last run. */
    lookAnew: async (mapping: object) => {
      await sql`update crm_sync set finished_at = clock_timestamp() - interval '5 seconds'`.execute(kasyr.db)
      const anew = await startTestApp({ crm: clientFor(mapping), clock, config: { database_url, data_dir } })
      const answer = await (await anew.anonymous.logIn('admin', anew.adminPassword)).get<OrderList>('/orders')
      await anew.close()
      return answer.body
    },
    metric: async () => {
      const text = await (await fetch(`${kasyr.url}/metrics`)).text()
      return text.match(/^kasyr_crm_unreadable_orders (\d+)$/m)?.[1]
    },
  }
}
