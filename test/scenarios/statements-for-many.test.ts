import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { fetchOfRegister } from '#/server/receipts/lookup/fetch-receipts.ts'
import { aCrmOrder } from '../support/orders.ts'
import { startReceiptDesk, wayTo } from '../support/receipt-desk.ts'

const desk = await startReceiptDesk()
const { app, db } = desk.kasyr

async function statements(matching: RegExp, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  desk.kasyr.watchStatements((text) => {
    if (typeof text === 'string' && matching.test(text)) count += 1
  })
  await work()
  desk.kasyr.watchStatements(null)
  return count
}

/** So many orders that the CRM changes after they have come. */
async function changed(count: number): Promise<{ statements: number; notes: string }> {
  const orders = Array.from({ length: count }, () => aCrmOrder())
  desk.crm.put(...orders)
  await syncOrders(app)
  const notes = `Змінено ${count}`
  for (const order of orders) desk.crm.put({ ...order, notes })
  return { statements: await statements(/./, () => syncOrders(app)), notes }
}

test('a page full of changed orders costs as many statements as a page of two, and each has its audit entry', async () => {
  const [two, many] = [await changed(2), await changed(490)]
  expect(many.statements).toBe(two.statements)
  const { rows } = await sql<{ entries: number; orders: number; macs: number }>`
    select count(*) as entries, count(distinct subject_id) as orders, count(distinct mac) as macs from audit_log
    where action = 'order.updated_from_crm' and details -> 'changes' -> 'notes' ->> 'after' = ${many.notes}`.execute(db)
  expect(rows).toEqual([{ entries: 490, orders: 490, macs: 490 }])
})

test('the register of many receipts whose codes are to come is looked up once', async () => {
  for (const order_id of await desk.orders(5)) {
    const { id } = await desk.receipt(order_id)
    await desk.drive(id, ...wayTo('fiscalized'))
  }
  expect(await statements(/\blicense_key\b/, () => fetchOfRegister(app, desk.registerId))).toBe(1)
})
