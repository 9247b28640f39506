import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Receipt } from '#/contract/receipts.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { checkRegister } from '#/server/cash-registers/checking/check-register.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { app, db, fiscal, first, anOrder, aReceipt, send, reconcile, sweep, poll, watch, row, state, creates } = shop
const hand = aHandAt(shop)
const { ask } = hand
fiscal.set({ shift_seconds: 0 })

beforeEach(async () => {
  await shop.calm()
  fiscal.set({
    deleting: 'works',
    prepayment_error: null,
    second_ettn: 'accepted',
    document_scope: 'register',
  })
})
afterEach(shop.assertSound)

async function aWhilePasses(rounds = 4): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await shop.later(60)
    await shop.pauseIsOver()
    await reconcile()
    await shop.cancel()
    await watch()
  }
}

describe('a removal that Checkbox only pretends', () => {
  test('is never a cancelled receipt: after three tries the person reads why, and may ask again', async () => {
    const { id, ttn } = await shop.aCreated({ polled: true })
    fiscal.set({ deleting: 'pretends' })
    await ask(`/receipts/${id}/cancel`)
    await aWhilePasses(8)
    expect(shop.calls('delete_ettn').filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3)
    expect(await row(id)).toMatchObject({ state: 'created', cancel_wanted: false })
    expect(await shop.problem(id)).toContain('тричі відповів, що видалив')
    expect(await shop.events(id)).not.toContain('removed → cancelled')
    expect(fiscal.documents.live(ttn)).toHaveLength(1)
    fiscal.set({ deleting: 'works' })
    expect((await ask(`/receipts/${id}/cancel`)).status).toBe(202)
    await aWhilePasses()
    expect(await state(id)).toBe('cancelled')
    expect(fiscal.documents.live(ttn)).toEqual([])
  })

  test('and was believed once is told at the sweep, blocks a second receipt, and is over when the document is gone', async () => {
    const { id, order_id, provider_id } = await shop.aCreated({ polled: true })
    await overwrite(id, 'cancelled')
    await sweep()
    expect(await hand.orphans()).toMatchObject([{ provider_id, order_id }])
    expect((await ask('/receipts', { order_id })).body.code).toBe('receipt.document_exists')
    fiscal.documents.deleteByHand(provider_id)
    await sweep()
    expect(await hand.orphans()).toEqual([])
    expect((await ask('/receipts', { order_id })).status).toBe(202)
  })

  test('can be taken back: the document that outlived its receipt is adopted', async () => {
    const { id, order_id, provider_id } = await shop.aCreated({ polled: true })
    await overwrite(id, 'failed')
    await sweep()
    expect(await hand.orphans()).toMatchObject([{ provider_id, order_id }])
    const { status } = await ask('/receipts/adopt', { documents: [{ provider_id }] })
    expect(status).toBe(200)
    expect((await hand.receiptsOf(order_id)).map((receipt) => receipt.state).toSorted()).toEqual(['created', 'failed'])
    expect(await hand.orphans()).toEqual([])
  })
})

/** Past the triggers: as a version that believed every answer left it behind. */
const overwrite = (id: string, to: string) =>
  db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update receipts set state = ${to} where id = ${id}`.execute(tx)
    await sql`update orders set has_receipt = false where id = (select order_id from receipts where id = ${id})`.execute(
      tx,
    )
  })

describe('a prepayment that ends in ERROR', () => {
  const asked = (order_id: string) => ({ order_id, amount: 30_000, payment: 'cashless' })

  test('fails with the provider’s words, its rest ends, and a new one works at once', async () => {
    const { id: order_id } = await anOrder({ control: 90_000 })
    fiscal.set({ prepayment_error: 'Немає зв’язку з податковою' })
    const { body: rest } = await ask('/receipts/prepayment', asked(order_id))
    await send()
    await shop.later(10)
    await poll()
    const { prepayment_id } = await row(rest.id)
    expect(await state(prepayment_id ?? '')).toBe('failed')
    expect(await shop.problem(prepayment_id ?? '')).toContain('Немає зв’язку з податковою')
    expect(await state(rest.id)).toBe('cancelled')
    expect(await shop.problem(rest.id)).toContain('Чек передоплати не створено')
    fiscal.set({ prepayment_error: null })
    const again = await ask('/receipts/prepayment', asked(order_id))
    expect(again.status).toBe(202)
    await send()
    await shop.later(10)
    await poll()
    await send()
    expect(await state((await row(again.body.id)).prepayment_id ?? '')).toBe('fiscalized')
    expect(await state(again.body.id)).toBe('created')
  })

  test('that was in doubt when it ended is no dead end either', async () => {
    const { id: order_id } = await anOrder({ control: 90_000 })
    fiscal.set({ prepayment_error: 'Касу заблоковано' })
    const { body: rest } = await ask('/receipts/prepayment', asked(order_id))
    fiscal.faults.arm({ operation: 'create_prepayment', fault: { kind: 'reset_before_answer', effect: true } })
    await send()
    const advance = (await row(rest.id)).prepayment_id ?? ''
    expect(await state(advance)).toBe('unknown')
    await shop.later(20)
    await reconcile()
    expect(await state(advance)).toBe('failed')
    expect(await shop.problem(advance)).toContain('Касу заблоковано')
    expect((await ask('/receipts/prepayment', asked(order_id))).status).toBe(202)
  })

  test('an advance that a document by hand has stopped is never sent beside it, however long it waits', async () => {
    const { id: order_id, ttn } = await anOrder({ control: 90_000 })
    const { body: rest } = await ask('/receipts/prepayment', asked(order_id))
    const advance = (await row(rest.id)).prepayment_id ?? ''
    const made = hand.made(ttn)
    await send()
    const before = hand.makingCalls()
    for (let round = 0; round < 12; round += 1) {
      await shop.later(400)
      await shop.pauseIsOver()
      await watch()
      await reconcile()
      await send()
    }
    expect(['attention', 'unknown']).toContain(await state(advance))
    expect(hand.makingCalls()).toBe(before)
    fiscal.documents.deleteByHand(made.id)
    for (let round = 0; round < 6; round += 1) {
      await shop.later(400)
      await shop.pauseIsOver()
      await watch()
      await reconcile()
      await send()
      await poll()
    }
    expect([await state(advance), await state(rest.id)]).toEqual(['fiscalized', 'created'])
  })
})

test('“already exists” of a document nobody sees never reads as “there is none”, and has a way out', async () => {
  const receipt = await aReceipt()
  // Made by a colleague whose documents this cashier does not see.
  fiscal.registers.change(first.license_key, { other_cashiers: [{ pin: '313131', login: 'colleague' }] })
  fiscal.set({ document_scope: 'cashier', second_ettn: 'refused' })
  const made = hand.made(receipt.ttn, { cashier: 'colleague', total_sum: 120_000 })
  for (let round = 0; round < 10; round += 1) {
    await send()
    await shop.later(60)
    await shop.pauseIsOver()
    await reconcile()
  }
  expect(await state(receipt.id)).toBe('attention')
  const problem = await shop.problem(receipt.id)
  expect(problem).toContain('Для цієї накладної вже створено чек')
  expect(problem).not.toContain('його немає.')
  expect(creates(receipt.ttn)).toHaveLength(1)
  expect((await ask(`/receipts/${receipt.id}/give-up`, {})).status).toBe(400)
  fiscal.documents.deleteByHand(made.id)
  const given = await ask(`/receipts/${receipt.id}/give-up`, { reason: 'Колега видалила свій чек' })
  expect([given.status, given.body.state]).toEqual([200, 'failed'])
})

test('a receipt that a foreign document stopped was never sent: it is given up at once, and a new one is sent', async () => {
  const stopped = await aReceipt()
  const made = hand.made(stopped.ttn, { total_sum: 50_000 })
  await send()
  expect(await row(stopped.id)).toMatchObject({ state: 'attention', attempt: 1, voided: 1 })
  fiscal.documents.deleteByHand(made.id)
  const person = await hand.person()
  const given = await person.post<Receipt>(`/receipts/${stopped.id}/give-up`, { reason: 'Чек видалено в кабінеті' })
  expect([given.status, given.body.state]).toEqual([200, 'failed'])
  const again = await person.post<Receipt>('/receipts', { order_id: stopped.order_id })
  expect(again.status).toBe(202)
  await send()
  expect(await state(again.body.id)).toBe('created')
  expect(creates(stopped.ttn)).toHaveLength(1)
})

test('a receipt that a foreign document stopped is sent within a minute once the document is gone, and no stop counts as a try', async () => {
  const { id, ttn } = await aReceipt()
  for (let stop = 1; stop <= 4; stop += 1) {
    const made = hand.made(ttn, { total_sum: 50_000 })
    await send()
    expect(await row(id)).toMatchObject({ state: 'attention', attempt: stop, voided: stop })
    fiscal.documents.deleteByHand(made.id)
    expect((await (await hand.person()).post(`/receipts/${id}/recheck`)).status).toBe(202)
    for (let look = 0; look < 2; look += 1) {
      await reconcile()
      await shop.later(20)
    }
    expect(await state(id)).toBe('queued')
  }
  await send()
  expect(await state(id)).toBe('created')
  expect(creates(ttn)).toHaveLength(1)
})

test('a foreign document of another sum is attached with a reason, and without one refused', async () => {
  const receipt = await aReceipt()
  const made = hand.made(receipt.ttn, { total_sum: 50_000, status: 'DONE' })
  await send()
  expect(await state(receipt.id)).toBe('attention')
  const refused = await ask(`/receipts/${receipt.id}/attach`, { provider_id: made.id })
  expect([refused.status, refused.body.code]).toEqual([422, 'receipt.document_differs'])
  const reason = 'Покупець забрав частину товару'
  const attached = await ask(`/receipts/${receipt.id}/attach`, { provider_id: made.id, reason })
  expect([attached.status, attached.body.state]).toEqual([202, 'fiscalized'])
  expect((await hand.auditOf(receipt.id)).at(-1)).toMatchObject({ details: { reason, event: 'attached_fiscal' } })
})

describe('a test receipt', () => {
  test('holds nothing once its register is real: a real one is created, and the order follows', async () => {
    const become = async (is_test: boolean) => {
      fiscal.registers.change(first.license_key, { is_test, cashier: { is_test } })
      await checkRegister(app, theSystem, first.id)
    }
    await become(true)
    const { id: order_id, ttn } = await anOrder()
    const { status, body: tested } = await ask('/receipts', { order_id })
    expect([status, tested.is_test]).toEqual([202, true])
    await send()
    expect(await state(tested.id)).toBe('created')
    expect(creates(ttn)).toHaveLength(0)
    expect((await ask('/receipts', { order_id })).body.code).toBe('receipt.exists')

    await become(false)
    const order = await db
      .selectFrom('orders')
      .select('has_receipt')
      .where('id', '=', order_id)
      .executeTakeFirstOrThrow()
    expect(order.has_receipt).toBe(false)
    const real = await ask('/receipts', { order_id })
    expect([real.status, real.body.is_test]).toEqual([202, false])
    await send()
    await poll()
    expect(await state(real.body.id)).toBe('created')
    expect(creates(ttn)).toHaveLength(1)
  })
})
