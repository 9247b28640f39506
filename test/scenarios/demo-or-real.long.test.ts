import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import type { Config } from '#/server/config.ts'
import { defaultMapping } from '#/server/integrations/crm/mapping.ts'
import { createStubCrmClient } from '#/server/integrations/crm/stub-crm-client.ts'
import { demoCrmId } from '#/server/integrations/demo-shop/stub-shop.ts'
import { createLog } from '#/server/platform/log.ts'
import { startService } from '#/server/service.ts'
import { ApiClient } from '../support/api-client.ts'
import { copyTemplate } from '../support/template-database.ts'
import { adminPassword, startTestApp } from '../support/test-app.ts'

/** Nobody listens there. */
const crm: Config['crm'] = {
  url: 'http://127.0.0.1:9/',
  key: 'k',
  secret: 's',
  signer: 'timestamp-nonce-body',
  mapping: defaultMapping,
}
type Service = Awaited<ReturnType<typeof startService>>

/** Services on one database that start and end one after another, as an operator would have it. */
async function place() {
  const { config, close } = await startTestApp()
  onTestFinished(close)
  const database_url = await copyTemplate(inject('server_url'), inject('template'))
  return async <Result>(changes: Partial<Config>, work: (service: Service) => Promise<Result>): Promise<Result> => {
    const service = await startService(
      { ...config, database_url, ...changes },
      { web: true, worker: false },
      { log: createLog('silent'), password_cost: { memory_kib: 64, passes: 1 } },
    )
    try {
      return await work(service)
    } finally {
      await service.close()
    }
  }
}

async function look(service: Service) {
  const { app } = service.running
  const admin = await new ApiClient(service.local_url).logIn('admin', adminPassword)
  const { body: list } = await admin.get<OrderList>('/orders?limit=1')
  const { body: status } = await admin.get<{ demo: boolean }>('/status')
  const orders = await app.db.selectFrom('orders').select('crm_id').execute()
  const clients = [app.crm.kind, app.carrier.kind, app.fiscal.kind, app.ettn(false).kind]
  return { mode: app.mode, demo: status.demo, sync: list.sync, orders: orders.length, clients, notice: service.notice }
}

const demo = { mode: 'demo', demo: true, clients: ['stub', 'stub', 'stub', 'stub'], notice: null }
const withoutCrm = {
  mode: 'real',
  demo: false,
  clients: ['real', 'real', 'real', 'real'],
  sync: { state: 'failed', problem: { kind: 'not_configured', detail: expect.stringContaining('KASYR_CRM_URL') } },
  notice: expect.stringContaining('KASYR_CRM_URL'),
}
const never = () => Promise.reject(new Error('it must not start'))

/** An order as an earlier version left it. */
const oldOrder = ({ running }: Service, crm_id: string) =>
  sql`
  insert into orders (id, crm_id, number, ordered_at, crm_status, recipient_name, recipient_phone, notes, goods, total, search, crm)
  values (gen_random_uuid(), ${crm_id}, '1', now(), '', '', '', '', '[]', 100, '', '{}')`.execute(running.app.db)
const unmark = async ({ running }: Service) =>
  sql`delete from settings where name = 'mode'`.execute((await running.database.owner()).db)

test('an empty database without a CRM is a demo, stays one, and takes no real orders in', async () => {
  const on = await place()
  const first = await on({}, look)
  expect(first).toMatchObject({ ...demo, sync: { state: 'ok' } })
  expect(first.orders).toBeGreaterThan(100)
  await expect(on({ crm }, never)).rejects.toThrow(/KASYR_DATA_DIR/)
  await expect(on({ demo: false }, never)).rejects.toThrow(/KASYR_DEMO/)
  expect(await on({ demo: true }, look)).toMatchObject(demo)
})

test('a database that began with a CRM and lost its address says so, and mixes in nothing made up', async () => {
  const on = await place()
  await on({ crm }, async (service) => {
    expect([service.running.app.mode, service.notice]).toEqual(['real', null])
    await oldOrder(service, '84001')
  })
  expect(await on({}, look)).toMatchObject({ ...withoutCrm, orders: 1 })
  await expect(on({ demo: true }, never)).rejects.toThrow(/KASYR_DEMO/)
  expect(await on({}, async ({ running }) => sql`select from cash_registers`.execute(running.app.db))).toMatchObject({
    rows: [],
  })
})

test('a database of an earlier version is what its orders are', async () => {
  const [old, real] = [await place(), await place()]
  await old({}, async (service) => {
    await oldOrder(service, 'demo-197')
    await unmark(service)
  })
  await expect(old({ crm }, never)).rejects.toThrow(/KASYR_DATA_DIR/)
  expect(await old({}, look)).toMatchObject(demo)
  await real({}, async (service) => {
    await oldOrder(service, '84002')
    await unmark(service)
  })
  expect(await real({}, look)).toMatchObject({ ...withoutCrm, orders: 1 })
})

test('who says that there is to be no demo gets none, also on an empty database', async () => {
  const on = await place()
  expect(await on({ demo: false }, look)).toMatchObject({ ...withoutCrm, orders: 0 })
  expect(await on({}, look)).toMatchObject(withoutCrm)
})

test('every order of the made-up shop is known as such', async () => {
  const client = createStubCrmClient({ clock: { now: () => new Date() } })
  const outcome = await client.listOrders({ updated_from: null, offset: 0, limit: 500 })
  const ids = outcome.ok ? outcome.page.orders.map(({ crm_id }) => crm_id) : []
  expect(ids.length).toBeGreaterThan(100)
  expect(ids.filter((id) => !new RegExp(demoCrmId).test(id))).toEqual([])
})
