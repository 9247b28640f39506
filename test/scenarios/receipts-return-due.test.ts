import { beforeEach, expect, test } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import type { CloseReport } from '#/contract/reports.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { toKyivDay } from '#/server/integrations/kyiv-time.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { fetchReceipts } from '#/server/receipts/lookup/fetch-receipts.ts'
import { loggedIn } from '../support/people.ts'
import { startReceiptShop } from '../support/receipts.ts'

const shop = await startReceiptShop()
const { kasyr, app, db, fiscal, carrier, row, state } = shop

beforeEach(async () => {
  await shop.calm()
  fiscal.set({ shift_seconds: 0, shift_opening: 'opens' })
})

/** Each call logs in anew: the clock is moved by hours, and tokens are short-lived. */
const cashier = () => loggedIn(kasyr)
const alarms = async () => (await (await cashier()).get<ReceiptAlarms>('/receipts/alarms')).body
const needsAttention = async (order_id: string) =>
  (await (await cashier()).get<OrderList>('/orders?attention=true')).body.items.some(({ id }) => id === order_id)

/** What prevents the close of today. */
const openAtClose = async () => {
  const day = toKyivDay(shop.now())
  const { open } = (await (await loggedIn(kasyr, 'admin')).get<CloseReport>(`/reports/close?day=${day}`)).body
  return open.map(({ kind }) => kind)
}

async function refuse(ttn: string) {
  carrier.parcels.put([{ ttn, status_code: 103 }])
  await shop.later(7_200)
  await shop.track()
}

/** Paid ahead, so fiscal at Checkbox, and then refused at the branch. */
async function aFiscalRefused() {
  const receipt = await shop.aCreated()
  fiscal.documents.pay(receipt.provider_id)
  await shop.poll()
  await shop.later(60)
  await shop.poll()
  expect(await row(receipt.id)).toMatchObject({ state: 'fiscalized', fiscal_code: expect.any(String) })
  await refuse(receipt.ttn)
  return receipt
}

test('the fiscal receipt of a refused parcel asks for its return, until it is returned in Checkbox', async () => {
  const { id, order_id, ttn, provider_id } = await aFiscalRefused()
  expect((await alarms()).return_due).toMatchObject({
    count: 1,
    amount: 120_000,
    items: [{ order_id, receipt_id: id, ttn, amount: 120_000, detail: expect.stringContaining('чек повернення') }],
  })
  expect(await needsAttention(order_id)).toBe(true)
  expect(await openAtClose()).toContain('return_due')
  fiscal.documents.setStatus(provider_id, 'RETURNED')
  await shop.later(3_600)
  await shop.sweep()
  expect((await row(id)).returned_at).not.toBeNull()
  expect((await alarms()).return_due.count).toBe(0)
  expect(await openAtClose()).not.toContain('return_due')
  expect(await needsAttention(order_id)).toBe(false)
})

test('a person may say why no return is needed, and take it back', async () => {
  const { order_id } = await aFiscalRefused()
  const path = `/orders/${order_id}/receipt-not-needed`
  const marked = await (await cashier()).post<Order>(path, { reason: 'Повернення зроблено іншою касою' })
  expect([marked.status, marked.body.receipt_not_needed?.reason]).toEqual([200, 'Повернення зроблено іншою касою'])
  expect(await needsAttention(order_id)).toBe(false)
  expect((await (await cashier()).delete(path)).status).toBe(200)
  expect(await needsAttention(order_id)).toBe(true)
  await (await cashier()).post<Order>(path, { reason: 'Повернення зроблено іншою касою' })
})

test('a fiscal advance of a refused parcel is told too: whoever keeps the money says why', async () => {
  const { id: order_id, ttn } = await shop.anOrder({ control: 100_000 })
  const rest = await createReceipt(app, theSystem, order_id, { prepaid: { amount: 20_000, payment: 'cashless' } })
  await shop.send()
  await shop.later(3)
  await fetchReceipts(app, { cash_register_id: shop.first.id, tries: 0 })
  await shop.wantCancelled(rest)
  await refuse(ttn)
  const advance = (await row(rest)).prepayment_id ?? ''
  expect(await state(advance)).toBe('fiscalized')
  expect((await alarms()).return_due.items).toMatchObject([
    { order_id, receipt_id: advance, amount: 20_000, detail: expect.stringContaining('чек передоплати') },
  ])
  fiscal.documents.returnAdvance((await row(advance)).relation_id ?? '')
  await shop.later(3_600)
  await shop.sweep()
  expect((await alarms()).return_due.count).toBe(0)
})

test('a parcel that was paid for and then refused is not one that lacks a receipt', async () => {
  const { id: order_id, ttn } = await shop.anOrder()
  await db
    .updateTable('parcels')
    .set({ paid: true, paid_at: shop.now().toISOString() })
    .where('order_id', '=', order_id)
    .execute()
  expect((await alarms()).received.map((told) => told.order_id)).toContain(order_id)
  await refuse(ttn)
  expect((await alarms()).received.map((told) => told.order_id)).not.toContain(order_id)
  expect(await needsAttention(order_id)).toBe(false)
})
