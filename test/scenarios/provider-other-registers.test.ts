import { afterEach, beforeEach, expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import { checkRegister } from '#/server/cash-registers/checking/check-register.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { aKnownRegister } from '#/test/support/outside.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop({ registers: ['Перша каса', 'Друга каса'] })
const { fiscal, db, first, registers, aReceipt, send, sweep, state, creates } = shop
const second = registers[1] ?? aKnownRegister('', 1)
const hand = aHandAt(shop)
beforeEach(async () => {
  await shop.calm()
  await sweep()
})
afterEach(shop.assertSound)

const listsOf = ({ license_key }: { license_key: string }) =>
  fiscal.log
    .entries()
    .filter(({ operation, headers }) => operation === 'list_ettn' && headers['x-license-key'] === license_key)

test('a document made at another register of the payee is found before the first send', async () => {
  const { id, ttn } = await aReceipt()
  const made = hand.made(ttn, { license_key: second.license_key })
  await send()
  await shop.reconcile()
  expect(await state(id)).toBe('attention')
  expect(creates(ttn)).toHaveLength(0)
  expect(fiscal.documents.live(ttn).map((document) => document.id)).toEqual([made.id])
})

test('a document of another register that stopped a receipt takes its place once a person names it', async () => {
  const { id, ttn, order_id } = await aReceipt()
  const made = hand.made(ttn, { license_key: second.license_key })
  await send()
  await shop.reconcile()
  expect(await state(id)).toBe('attention')
  const { status, body } = await hand.ask(`/receipts/${id}/attach`, { provider_id: made.id })
  expect([status, body.state, body.cash_register.name]).toEqual([202, 'created', 'Друга каса'])
  const receipts = await hand.receiptsOf(order_id)
  expect(new Map(receipts.map((receipt) => [receipt.state, receipt.provider_id]))).toEqual(
    new Map([
      ['failed', null],
      ['created', made.id],
    ]),
  )
  expect(creates(ttn)).toHaveLength(0)
})

test('it takes the place of the receipt that a person names, also where a newer order has the same TTN', async () => {
  const { id, ttn, order_id } = await aReceipt()
  const made = hand.made(ttn, { license_key: second.license_key })
  await send()
  expect(await state(id)).toBe('attention')
  const newer = await shop.anOrder()
  const ordered_at = new Date(shop.now().getTime() + 60_000).toISOString()
  await db.updateTable('orders').set({ ttn, ordered_at }).where('id', '=', newer.id).execute()
  const { status, body } = await hand.ask(`/receipts/${id}/attach`, { provider_id: made.id })
  expect([status, body.order_id, body.state]).toEqual([202, order_id, 'created'])
})

test('a document made at another register while the first request is in doubt is found before the second', async () => {
  const { id, ttn } = await aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: false } })
  await send()
  expect(await state(id)).toBe('unknown')
  const made = hand.made(ttn, { license_key: second.license_key })
  await shop.watchFor(1_200, 30)
  expect(await state(id)).toBe('attention')
  expect(creates(ttn)).toHaveLength(1)
  expect(fiscal.documents.live(ttn).map((document) => document.id)).toEqual([made.id])
})

test('a document made at a register of the payee that is switched off is found before the first send', async () => {
  const { id, ttn } = await aReceipt()
  hand.made(ttn, { license_key: second.license_key })
  const setActive = (active: boolean) =>
    db.updateTable('cash_registers').set({ active }).where('id', '=', second.id).execute()
  await setActive(false)
  await send()
  await shop.reconcile()
  await setActive(true)
  expect(await state(id)).toBe('attention')
  expect(creates(ttn)).toHaveLength(0)
})

test('a whole batch costs one list of the other register', async () => {
  const ids = [await aReceipt(), await aReceipt(), await aReceipt()].map(({ id }) => id)
  fiscal.log.clear()
  await send()
  expect(await Promise.all(ids.map(state))).toEqual(['created', 'created', 'created'])
  expect([listsOf(first).length, listsOf(second).length]).toEqual([1, 1])
})

test('while the other register cannot be listed a receipt waits and says why, but no longer than a quarter of an hour', async () => {
  const { id, ttn } = await aReceipt()
  // The first list is of the register itself.
  const away = { operation: 'list_ettn', fault: { kind: 'status', status: 503 }, times: 'always', after: 1 } as const
  fiscal.faults.arm(away)
  await send()
  expect(await state(id)).toBe('queued')
  expect(await shop.problem(id)).toContain('Друга каса')
  expect(creates(ttn)).toHaveLength(0)
  await shop.later(16 * 60)
  await shop.pauseIsOver()
  fiscal.faults.disarm()
  fiscal.faults.arm(away)
  await send()
  expect(await state(id)).toBe('created')
})

test('a register that Checkbox refuses stops nobody', async () => {
  const { id } = await aReceipt()
  fiscal.registers.change(second.license_key, { cashier: { pin: '424242' } })
  fiscal.tokens.expire()
  await send()
  expect(await state(id)).toBe('created')
  fiscal.registers.change(second.license_key, { cashier: { pin: second.pin } })
  expect(await db.selectFrom('receipts').select('id').where('state', '=', 'sending').execute()).toEqual([])
})

test('a document of the number that the register had before can take the place of the receipt that it stopped', async () => {
  const { id, ttn } = await aReceipt()
  const made = hand.made(ttn)
  const named = async (fiscal_number: string) => {
    fiscal.registers.change(first.license_key, { fiscal_number })
    await checkRegister(shop.app, theSystem, first.id)
  }
  await named('4000999983')
  fiscal.set({ list_scope: 'all' })
  await send()
  await shop.reconcile()
  expect(await state(id)).toBe('attention')
  const { status, body } = await hand.ask(`/receipts/${id}/attach`, { provider_id: made.id })
  expect([status, body.state]).toEqual([202, 'created'])
  expect(creates(ttn)).toHaveLength(0)
  fiscal.set({ list_scope: 'register' })
  await named(first.fiscal_number)
})
