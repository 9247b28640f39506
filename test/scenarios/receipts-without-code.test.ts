import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import { loggedIn } from '#/test/support/people.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { fiscal, row, state } = shop

beforeEach(async () => {
  await shop.calm()
  fiscal.set({ receipt_seconds: 2, receipt_error: null })
})
afterEach(shop.assertSound)

async function pollAfter(seconds: number): Promise<void> {
  await shop.later(seconds)
  // What is not asked about for hours needs attention as well.
  await trackParcels(shop.app)
  await shop.poll()
}

const withoutCode = async (order_id: string) => {
  const cashier = await loggedIn(shop.kasyr)
  const { items } = (await cashier.get<ReceiptAlarms>('/receipts/alarms')).body.fiscal_without_code
  const listed = (await cashier.get<OrderList>('/orders?attention=true&limit=200')).body.items
  const found = items.find((item) => item.order_id === order_id)
  expect(listed.some(({ id }) => id === order_id)).toBe(found !== undefined)
  return found
}

test('a fiscal receipt that ended in ERROR is told in the words of the tax service', async () => {
  const { id, ttn, order_id } = await shop.aCreated()
  fiscal.set({ receipt_error: 'ДПС відхилила чек: невірний підпис' })
  fiscal.documents.payTtn(ttn)
  await pollAfter(60)
  await pollAfter(60)
  expect(await row(id)).toMatchObject({ state: 'fiscalized', fiscal_code: null })
  expect(await withoutCode(order_id)).toBeUndefined()
  await pollAfter(840)
  expect(await withoutCode(order_id)).toMatchObject({
    receipt_id: id,
    detail: expect.stringContaining('ДПС відхилила чек: невірний підпис'),
  })
})

test('one that is returned has no number to wait for', async () => {
  const { id, ttn, order_id } = await shop.aCreated()
  fiscal.set({ receipt_error: 'ДПС відхилила чек: невірний підпис' })
  fiscal.documents.payTtn(ttn)
  await pollAfter(60)
  await pollAfter(900)
  expect(await withoutCode(order_id)).toBeDefined()
  for (const document of fiscal.documents.live(ttn)) fiscal.documents.setStatus(document.id, 'RETURNED')
  await shop.later(3_700)
  await shop.sweep()
  expect((await row(id)).returned_at).not.toBeNull()
  expect(await withoutCode(order_id)).toBeUndefined()
})

test('one whose number does not come is told until it comes', async () => {
  const { id, ttn, order_id } = await shop.aCreated()
  fiscal.set({ receipt_seconds: 1_200 })
  fiscal.documents.payTtn(ttn)
  await pollAfter(60)
  await pollAfter(901)
  expect(await withoutCode(order_id)).toMatchObject({ detail: expect.stringContaining('номера досі немає') })
  await pollAfter(600)
  expect((await row(id)).fiscal_code).not.toBeNull()
  expect(await withoutCode(order_id)).toBeUndefined()
})

test('one made offline is asked about until the tax service has it, and told when that takes too long', async () => {
  const { id, ttn, order_id } = await shop.aCreated()
  fiscal.documents.payTtn(ttn)
  await pollAfter(60)
  await pollAfter(60)
  expect(await state(id)).toBe('fiscalized')
  const { fiscal_receipt_id } = await row(id)
  const body = { id: fiscal_receipt_id, status: 'DONE', fiscal_code: 'OFF-1', is_created_offline: true }
  const offline = { kind: 'status', status: 200, body: { ...body, is_sent_dps: false } } as const
  fiscal.faults.arm({ operation: 'get_receipt', fault: offline, times: 'always' })
  await sql`update receipts set is_created_offline = true, is_sent_dps = false where id = ${id}`.execute(shop.db)
  fiscal.log.clear()
  await pollAfter(601)
  const asked = shop.calls('get_receipt').filter(({ target }) => target.includes(fiscal_receipt_id ?? 'none'))
  expect(asked).toHaveLength(1)
  await pollAfter(37 * 3_600)
  expect(await withoutCode(order_id)).toMatchObject({ detail: expect.stringContaining('не передав його податковій') })
  fiscal.faults.disarm()
  await pollAfter(601)
  expect(await row(id)).toMatchObject({ is_sent_dps: true })
  expect(await withoutCode(order_id)).toBeUndefined()
})
