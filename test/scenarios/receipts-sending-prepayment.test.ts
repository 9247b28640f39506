import { afterEach, beforeEach, expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { fetchReceipts } from '#/server/receipts/lookup/fetch-receipts.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { fiscal, row, state } = shop
const ofFirst = { cash_register_id: shop.first.id, tries: 0 }

beforeEach(async () => {
  await shop.calm()
  fiscal.set({ shift_seconds: 0, shift_opening: 'opens' })
  fiscal.registers.change(shop.first.license_key, { shift: null })
  fiscal.log.clear()
})
afterEach(shop.assertSound)

/** 200.00 of 1,200.00 in advance, the rest on delivery. */
async function aChain() {
  const { id: order_id, ttn } = await shop.anOrder({ control: 100_000 })
  const rest = await createReceipt(shop.app, theSystem, order_id, { prepaid: { amount: 20_000, payment: 'cashless' } })
  return { rest, advance: (await row(rest)).prepayment_id ?? '', ttn }
}

const operations = () =>
  fiscal.log
    .entries()
    .map(({ operation }) => operation ?? '')
    .filter((operation) => /create|open_shift/.test(operation))

test('the advance is fiscal before the rest is sent, and a shift is open before the advance', async () => {
  const { rest, advance, ttn } = await aChain()
  await shop.send()
  expect([await state(advance), await state(rest)]).toEqual(['created', 'queued'])
  await fetchReceipts(shop.app, ofFirst)
  await shop.send()
  expect([await state(advance), await state(rest)]).toEqual(['created', 'queued'])
  await shop.later(3)
  await fetchReceipts(shop.app, ofFirst)
  expect(await row(advance)).toMatchObject({ state: 'fiscalized', provider_id: advance })
  expect((await row(advance)).fiscal_code).toMatch(/^\w+$/)
  await shop.app.jobs.runDue()
  expect(await state(rest)).toBe('created')
  expect(operations()).toEqual(['open_shift', 'create_prepayment', 'create_ettn_prepayment'])
  shop.carrier.parcels.put([{ ttn, status_code: 9 }])
  await shop.poll()
  expect(await state(rest)).toBe('fiscalized')
})

test('an advance without an answer is found by the id we gave it', async () => {
  const { advance } = await aChain()
  fiscal.faults.arm({ operation: 'create_prepayment', fault: { kind: 'reset_before_answer', effect: true } })
  await shop.send()
  expect(await state(advance)).toBe('unknown')
  await shop.later(6)
  await shop.reconcile()
  expect(await row(advance)).toMatchObject({ state: 'fiscalized', provider_id: advance })
  expect(shop.calls('create_prepayment')).toHaveLength(1)
})

test('a shift that closed in between costs a permit, and the next one opens it', async () => {
  const { advance } = await aChain()
  const body = { code: 'shift.not_opened', message: 'Зміну не відкрито' }
  fiscal.faults.arm({ operation: 'create_prepayment', fault: { kind: 'status', status: 400, body } })
  await shop.send()
  expect(await row(advance)).toMatchObject({ state: 'queued', attempt: 1, voided: 1 })
  await shop.later(2)
  await shop.send()
  expect(await row(advance)).toMatchObject({ state: 'created', attempt: 2 })
})

test('a shift that will not open fails the advance, and the rest ends with it and says why', async () => {
  const { advance, rest } = await aChain()
  fiscal.set({ shift_opening: 'fails' })
  await shop.send()
  expect(await state(advance)).toBe('failed')
  expect(await shop.problem(advance)).toContain('зміни')
  expect(await state(rest)).toBe('cancelled')
  expect(await shop.problem(rest)).toContain('передоплати')
  expect(shop.calls('create_prepayment')).toHaveLength(0)
})

test('a register in use by another cashier holds up the advance, not the receipts for waybills', async () => {
  const { advance } = await aChain()
  const plain = await shop.aReceipt()
  fiscal.set({ shift_opening: 'other_cashier_busy' })
  await shop.send()
  expect(await row(advance)).toMatchObject({ state: 'queued', attempt: 0 })
  expect(await shop.problem(advance)).toContain('Каса зайнята')
  expect(await state(plain.id)).toBe('created')
  fiscal.set({ shift_opening: 'opens' })
  await shop.later(31)
  await shop.send()
  expect(await state(advance)).toBe('created')
})

test('a chain is taken apart from its end, and a fiscal advance stays', async () => {
  const { advance, rest, ttn } = await aChain()
  await shop.send()
  await shop.later(3)
  await fetchReceipts(shop.app, ofFirst)
  await shop.send()
  expect(await state(rest)).toBe('created')
  await shop.wantCancelled(rest)
  await shop.cancel()
  expect([await state(rest), await state(advance)]).toEqual(['cancelled', 'fiscalized'])
  expect(shop.calls('delete_ettn_prepayment')).toHaveLength(1)
  expect(fiscal.documents.live(ttn)).toEqual([])
})

test('an advance that is wanted back before it is fiscal is found fiscal instead', async () => {
  const { advance, rest } = await aChain()
  await shop.send()
  await shop.wantCancelled(rest)
  await shop.wantCancelled(advance)
  await shop.later(3)
  await shop.cancel()
  expect([await state(rest), await state(advance)]).toEqual(['cancelled', 'fiscalized'])
})

/** The buyer's advance is fiscal, and the rest came to nothing. */
async function aChainWithoutRest() {
  const chain = await aChain()
  const body = { message: 'Накладну не знайдено', code: null }
  fiscal.faults.arm({ operation: 'create_ettn_prepayment', fault: { kind: 'status', status: 422, body } })
  await shop.send()
  await shop.later(3)
  await fetchReceipts(shop.app, ofFirst)
  await shop.send()
  expect([await state(chain.advance), await state(chain.rest)]).toEqual(['fiscalized', 'failed'])
  const { order_id } = await row(chain.rest)
  return { ...chain, order_id }
}

test('a rest that came to nothing is made again beside its fiscal advance, which is not taken twice', async () => {
  const { advance, rest, order_id, ttn } = await aChainWithoutRest()
  const again = await createReceipt(shop.app, theSystem, order_id)
  const [old, made] = [await row(rest), await row(again)]
  expect(made).toMatchObject({ document_kind: 'ettn_rest', prepayment_id: advance, amount: 100_000, state: 'queued' })
  expect([made.relation_id, made.request]).toEqual([old.relation_id, old.request])
  await shop.send()
  expect(await state(again)).toBe('created')
  expect(shop.calls('create_prepayment', advance)).toHaveLength(1)
  shop.carrier.parcels.put([{ ttn, status_code: 9 }])
  await shop.poll()
  expect(await state(again)).toBe('fiscalized')
})

test('only the rest, and only once: no second advance, no second rest, none after the money went back', async () => {
  const { advance, order_id } = await aChainWithoutRest()
  const create = (options = {}) => createReceipt(shop.app, theSystem, order_id, options)
  await expect(create({ prepaid: { amount: 20_000, payment: 'cashless' } })).rejects.toThrow('receipt.exists')
  const asked = await Promise.allSettled([create(), create()])
  expect(asked.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))).toEqual(['fulfilled', 'rejected'])
  const again = asked.find((one) => one.status === 'fulfilled')?.value ?? ''
  await expect(create()).rejects.toThrow('receipt.exists')
  await shop.wantCancelled(again)
  await shop.db
    .updateTable('receipts')
    .set({ returned_at: shop.now().toISOString() })
    .where('id', '=', advance)
    .execute()
  // Only a receipt for the whole would be right now, and the carrier takes no more than the rest.
  await expect(create()).rejects.toThrow('receipt.sum_mismatch')
})
