import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { loggedIn } from '#/test/support/people.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { fiscal, state } = shop

beforeEach(async () => {
  await shop.calm()
  fiscal.set({ shift_seconds: 0, receipt_seconds: 2 })
})
afterEach(shop.assertSound)

const refused = { kind: 'status', status: 400, body: { code: 'bad', message: 'Перелік недоступний' } } as const
const refuseLists = () => fiscal.faults.arm({ operation: 'list_ettn', fault: refused, times: 'always' })

const stuckOf = async (receipt_id: string) => {
  const cashier = await loggedIn(shop.kasyr)
  const { stuck } = (await cashier.get<ReceiptAlarms>('/receipts/alarms')).body
  const { items } = (await cashier.get<OrderList>('/orders?attention=true&limit=200')).body
  const found = stuck.items.find((item) => item.receipt_id === receipt_id)
  expect(items.some(({ id }) => id === found?.order_id)).toBe(found !== undefined)
  return found
}

test('a document is followed by its id while its register’s list is refused', async () => {
  const { id, ttn } = await shop.aCreated()
  refuseLists()
  fiscal.documents.payTtn(ttn)
  await shop.later(60)
  await shop.poll()
  expect(await state(id)).toBe('fiscalized')
})

test('an entry of the list that names no document holds the receipt of its TTN and no other', async () => {
  const held = await shop.aReceipt()
  const free = await shop.aReceipt()
  const body = [{ id: null, ettnNumber: held.ttn, status: 'CREATED', totalSum: 120_000 }]
  fiscal.faults.arm({ operation: 'list_ettn', fault: { kind: 'status', status: 200, body }, times: 'always' })
  await shop.send()
  expect([await state(held.id), await state(free.id)]).toEqual(['queued', 'created'])
  expect(await shop.problem(held.id)).toContain(`за ТТН ${held.ttn} є запис без номера документа`)
  expect(shop.creates(held.ttn)).toHaveLength(0)
})

test('a receipt that waits for a quarter of an hour is told with the reason, until it is sent', async () => {
  const { id, order_id } = await shop.aReceipt()
  refuseLists()
  await shop.send()
  await shop.later(890)
  expect(await stuckOf(id)).toBeUndefined()
  const since = new Date(shop.now().getTime() - 890_000).toISOString()
  await shop.later(11)
  expect(await stuckOf(id)).toMatchObject({ order_id, since, detail: expect.stringContaining('Перелік недоступний') })
  fiscal.faults.disarm()
  await shop.pauseIsOver()
  await shop.send()
  expect(await state(id)).toBe('created')
  expect(await stuckOf(id)).toBeUndefined()
})

test('a try that failed does not begin the wait anew', async () => {
  const { id } = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: false } })
  await shop.send()
  expect(await state(id)).toBe('unknown')
  refuseLists()
  await shop.later(901)
  expect(await stuckOf(id)).toMatchObject({ detail: expect.stringContaining('не відомо, що з чеком') })
})

test('the rest that waits for its advance is told too', async () => {
  const { id: order_id } = await shop.anOrder({ control: 100_000 })
  const rest = await createReceipt(shop.app, theSystem, order_id, { prepaid: { amount: 20_000, payment: 'cashless' } })
  refuseLists()
  await shop.send()
  await shop.later(901)
  expect(await stuckOf(rest)).toMatchObject({ detail: expect.stringContaining('чек передоплати досі не фіскальний') })
})

test('a cancellation that does not come to an end is told', async () => {
  const { id } = await shop.aCreated()
  await shop.wantCancelled(id)
  await shop.later(901)
  expect(await stuckOf(id)).toMatchObject({ detail: expect.stringContaining('попросили скасувати') })
})
