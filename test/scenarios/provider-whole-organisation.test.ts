import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import type { Receipt } from '#/contract/receipts.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { aKnownRegister } from '#/test/support/outside.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop({ registers: ['Перша каса', 'Друга каса'] })
const { fiscal, db, first, registers, anOrder, aReceipt, send, sweep, poll, state, creates } = shop
const second = registers[1] ?? aKnownRegister('', 1)
const hand = aHandAt(shop)
/** A till of the same organisation that is not in the program. */
const foreign = 'foreign-till'
fiscal.registers.put({ license_key: foreign, fiscal_number: '4000777777' })

beforeEach(async () => {
  await shop.calm()
  fiscal.set({ list_scope: 'all' })
})
afterEach(shop.assertSound)

let number = 0
/** Of no order and no receipt of the shop. */
const foreignTtn = () => `2045888800${String((number += 1)).padStart(4, '0')}`

test('documents of a till that is not in the program are not told; for a TTN of ours they are, and stop its receipt', async () => {
  const theirs = Array.from({ length: 30 }, () => hand.made(foreignTtn(), { license_key: foreign, status: 'DONE' }))
  const { id: order_id, ttn } = await anOrder()
  const ofOurs = hand.made(ttn, { license_key: foreign, status: 'DONE' })
  await sweep()
  for (const { id } of theirs) expect(await hand.incidents(id)).toEqual([])
  expect(await hand.incidents(ofOurs.id)).toMatchObject([{ order_id, settled_at: null }])
  const { status, body } = await (await hand.person()).post('/receipts', { order_id })
  expect([status, body.code]).toEqual([409, 'receipt.document_exists'])
})

test('of a fiscal document that was adopted, a missing number is told only if a register of ours can be shown it', async () => {
  const adopted = async (license_key: string) => {
    const { id: order_id, ttn } = await anOrder()
    const { id: provider_id } = hand.made(ttn, { license_key, status: 'DONE' })
    await sweep()
    expect((await (await hand.person()).post('/receipts/adopt', { documents: [{ provider_id }] })).status).toBe(200)
    return order_id
  }
  fiscal.set({ receipt_seconds: 40 * 86_400 })
  const [theirs, ours] = [await adopted(foreign), await adopted(second.license_key)]
  await shop.later(1_800)
  const { body } = await (await hand.person()).get<ReceiptAlarms>('/receipts/alarms')
  const told = new Set(body.fiscal_without_code.items.map(({ order_id }) => order_id))
  expect([told.has(theirs), told.has(ours)]).toEqual([false, true])
  fiscal.set({ receipt_seconds: 2 })
})

test('a document of a till that is not in the program, for the TTN of a receipt of an order with another TTN by now, is told', async () => {
  const { ttn } = await aReceipt()
  await send()
  await db
    .updateTable('orders')
    .set({ ttn: foreignTtn(), edited_at: shop.now().toISOString() })
    .where('ttn', '=', ttn)
    .execute()
  const made = hand.made(ttn, { license_key: foreign, status: 'DONE' })
  shop.allowDoubled(ttn)
  await sweep()
  expect(await hand.incidents(made.id)).toHaveLength(1)
})

test('an orphan is named by the register whose fiscal number it says, whichever register lists it first', async () => {
  const atSecond = hand.made(foreignTtn(), { license_key: second.license_key })
  const atFirst = hand.made(foreignTtn(), { license_key: first.license_key })
  await sweep()
  expect(await hand.incidents(atSecond.id)).toMatchObject([{ cash_register_id: second.id }])
  expect(await hand.incidents(atFirst.id)).toMatchObject([{ cash_register_id: first.id }])
  const told = await hand.orphans()
  const nameOf = (id: string) => told.find(({ provider_id }) => provider_id === id)?.cash_register?.name
  expect([nameOf(atFirst.id), nameOf(atSecond.id)]).toEqual([first.name, second.name])
})

test('a register that lists the document of another one but cannot read it by id does not take it for removed', async () => {
  await aReceipt()
  await send()
  const { id: order_id, ttn } = await anOrder()
  const made = hand.made(ttn, { license_key: second.license_key })
  await poll()
  const ask = async () => (await hand.person()).post<Receipt & { params?: object }>('/receipts', { order_id })
  expect((await ask()).body.params).toMatchObject({ provider_id: made.id, cash_register_id: second.id })
  await sweep()
  expect((await ask()).status).toBe(409)

  // Its own register has seen it by now, and says that it is gone.
  fiscal.documents.deleteByHand(made.id)
  const { status, body } = await ask()
  expect(status).toBe(202)
  await send()
  expect(await state(body.id)).toBe('created')
  expect(creates(ttn)).toHaveLength(1)
})
