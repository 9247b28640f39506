import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { whyNotReceipt } from '#/contract/receipt-refusals.ts'
import type { OrderList } from '#/contract/orders.ts'
import { ensureDemoRegisters } from '#/server/cash-registers/changing/ensure-demo-registers.ts'
import { createStubCarrierClient } from '#/server/integrations/carrier/stub-carrier-client.ts'
import { createStubCrmClient } from '#/server/integrations/crm/stub-crm-client.ts'
import { createStubFiscalClient } from '#/server/integrations/fiscal/stub/fiscal-client.ts'
import { ensureDemoReceipts } from '#/server/receipts/ensure-demo-receipts.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp } from '../support/test-app.ts'

const clock = { now: () => new Date('2026-11-15T10:00:00Z') }
const kasyr = await startTestApp({
  clock,
  crm: createStubCrmClient({ clock }),
  carrier: createStubCarrierClient({ clock }),
  fiscal: createStubFiscalClient({ clock }),
})
afterAll(() => kasyr.close())

test('whoever opens the demo finds a shop that was cared for, and fifty orders that wait for a receipt', async () => {
  await ensureDemoRegisters(kasyr.app)
  await ensureDemoReceipts(kasyr.app)
  const client = await loggedIn(kasyr)
  const { body } = await client.get<OrderList>('/orders?limit=200')
  const isReady = ({ ttn, goods, total, parcel, receipt }: OrderList['items'][number]) =>
    whyNotReceipt({
      order: { deleted: false, ttn, goods, total },
      parcel,
      register: { is_test: true, why_not: null },
      has_receipt: receipt !== null,
      ttn_taken_by: null,
      document: null,
      not_needed: null,
    }) === null
  expect(body.items.filter(isReady).length).toBeGreaterThanOrEqual(50)
  expect(body.counts.has_receipt).toBeGreaterThan(3)
  expect(body.counts.refused).toBeGreaterThan(3)
  const received = await client.get<OrderList>('/orders?tab=received&limit=200')
  const [without, withReceipt] = [false, true].map((has) =>
    received.body.items.filter(({ receipt }) => (receipt !== null) === has),
  )
  expect(withReceipt?.length).toBeGreaterThan(40)
  expect(without?.filter(isReady)).toHaveLength(3)
})

test('receipts of parcels paid long ago are looked up seconds after they were made, not at the next usual poll', async () => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from start_after - created_on)::int as seconds from pgboss.job where name = 'receipts.poll' order by 1`.execute(
    kasyr.db,
  )
  expect(rows.map(({ seconds }) => seconds)).toEqual([8, 16, 30])
})

test('the past is made once: a second start adds nothing to it', async () => {
  const count = () => kasyr.db.selectFrom('receipts').select('id').execute()
  const before = await count()
  await ensureDemoReceipts(kasyr.app)
  expect(await count()).toHaveLength(before.length)
})
