import { expect, test } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { aHandAt } from '../support/hand-at-checkbox.ts'
import { loggedIn } from '../support/people.ts'
import { startReceiptShop } from '../support/receipts.ts'

const shop = await startReceiptShop()
const { app, fiscal, kasyr, state } = shop
const hand = aHandAt(shop)

test('of two receipts the living one is shown, though a process with a clock ahead has dated the failed one later', async () => {
  const { id: order_id } = await shop.anOrder()
  const refusal = { message: 'Validation error', code: 'validation.custom', detail: [{ msg: 'Ставка ПДВ' }] }
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'status', status: 422, body: refusal } })
  const ahead = { ...app, clock: { ...app.clock, now: () => new Date(shop.now().getTime() + 50_000) } }
  const failed = await createReceipt(ahead, theSystem, order_id)
  await shop.send()
  expect(await state(failed)).toBe('failed')
  await shop.later(20)
  const { body: made } = await hand.ask('/receipts', { order_id })
  await shop.later(2)
  await shop.send()
  expect(await state(made.id)).toBe('created')

  const cashier = await loggedIn(kasyr)
  expect((await cashier.get<Order>(`/orders/${order_id}`)).body.receipt).toMatchObject({
    id: made.id,
    state: 'created',
  })
  expect((await cashier.get<ReceiptAlarms>('/receipts/alarms')).body.failed.items).toEqual([])
  const listed = async (receipt: string) =>
    (await cashier.get<OrderList>(`/orders?tab=has_receipt&receipt_state=${receipt}`)).body.items.map(({ id }) => id)
  expect([await listed('failed'), await listed('created')]).toEqual([[], [order_id]])
})
