import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import { readConfig } from '#/server/config.ts'
import { chooseCrmClient } from '#/server/integrations/crm/choose-crm-client.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { systemClock } from '#/server/platform/clock.ts'
import { createLog } from '#/server/platform/log.ts'
import { startCrmSimulator } from '#/simulators/crm/crm-simulator.ts'
import type { ApiClient } from '../support/api-client.ts'
import { noteSecret } from '../support/evidence.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const key = 'shop-key'
const secret = 'canary-of-the-crm-secret'
let simulator: Awaited<ReturnType<typeof startCrmSimulator>>
let kasyr: TestApp
let client: ApiClient

beforeAll(async () => {
  noteSecret(secret)
  simulator = await startCrmSimulator({ key, secret })
  const { crm } = readConfig(
    { KASYR_CRM_URL: simulator.rpc_url, KASYR_CRM_KEY: key, KASYR_CRM_SECRET: secret },
    '/nonexistent',
  )
  kasyr = await startTestApp({ crm: chooseCrmClient({ is_demo: false, crm }, systemClock, createLog('silent')) })
  client = await kasyr.anonymous.logIn('admin', kasyr.adminPassword)
})
afterAll(async () => {
  await kasyr.close()
  await simulator.close()
})
beforeEach(async () => {
  simulator.orders.clear()
  simulator.orders.put([
    {
      id: 17,
      number: 'UA-17',
      created_at: '2026-01-05T10:20:30Z',
      updated_at: '2026-01-06T08:00:00Z',
      status: 'new',
      recipient: { name: 'Соломія Лук’яненко', phone: '067 123 45 67' },
      ttn: '2045 0000 0000 01',
      comment: '',
      total: '250.00',
      goods: [{ sku: 'TEA', name: 'Чай', price: '125.50', quantity: 2, discount: '1.00' }],
    },
  ])
  await sql`delete from orders`.execute(kasyr.db)
  await sql`delete from crm_sync`.execute(kasyr.db)
})

describe('the whole way from a signed request to the list', () => {
  test('an order of the CRM stands in the list in kopiykas and thousandths', async () => {
    expect(await syncOrders(kasyr.app)).toEqual({ added: 1, updated: 0, held: 0, failure: null })
    const { body } = await client.get<OrderList>('/orders')
    expect(body.items).toMatchObject([
      {
        crm_id: '17',
        number: 'UA-17',
        recipient: { name: 'Соломія Лук’яненко', phone: '380671234567' },
        ttn: '20450000000001',
        total: 25_000,
        goods: [{ code: 'TEA', name: 'Чай', price: 12_550, quantity: 2000, discount: 100 }],
      },
    ])
  })

  test.each([
    ['HTML', { kind: 'html', status: 200 }, 'bad_answer'],
    ['half a JSON', { kind: 'junk' }, 'bad_answer'],
    ['null', { kind: 'null_body' }, 'bad_answer'],
    ['nothing', { kind: 'no_content' }, 'bad_answer'],
    ['ten megabytes and more', { kind: 'huge_body', bytes: 11_000_000 }, 'too_large'],
    ['a redirect elsewhere', { kind: 'redirect', location: 'http://127.0.0.1:1/' }, 'bad_answer'],
  ] as const)('%s from the CRM: reported by name, and no row changes', async (_name, fault, kind) => {
    await syncOrders(kasyr.app)
    const before = await kasyr.db.selectFrom('orders').selectAll().execute()
    simulator.faults.arm({ operation: '*', fault, times: 2 })
    const { failure } = await syncOrders(kasyr.app)
    simulator.faults.disarm()
    expect(failure?.kind).toBe(kind)
    expect(failure?.detail).toMatch(/[а-яіїєґ]{3}/)
    expect(await kasyr.db.selectFrom('orders').selectAll().execute()).toEqual(before)
    expect(JSON.stringify(failure)).not.toContain(secret)
  })
})
