import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AdoptAnswer } from '#/contract/receipts.ts'
import type { z } from 'zod'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { aKnownRegister } from '#/test/support/outside.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

type Adopted = z.infer<typeof AdoptAnswer>

const shop = await startReceiptShop({ registers: ['Перша каса', 'Друга каса'] })
const { fiscal, registers, anOrder, aReceipt, send, sweep, poll, row, state, creates, db } = shop
const second = registers[1] ?? aKnownRegister('', 1)
const hand = aHandAt(shop)

beforeEach(shop.calm)
afterEach(shop.assertSound)

const adopt = async (...documents: { provider_id: string; reason?: string }[]) =>
  (await (await hand.person()).post<Adopted>('/receipts/adopt', { documents })).body

/** A document made by hand that the service has told of. */
async function anOrphan(changes: Parameters<typeof hand.made>[1] = {}) {
  const order = await anOrder()
  const made = hand.made(order.ttn, changes)
  await sweep()
  expect(await hand.incidents(made.id)).toMatchObject([{ order_id: order.id, settled_at: null }])
  return { order_id: order.id, ttn: order.ttn, provider_id: made.id }
}

test('a document that waits becomes a receipt that waits: the incident is settled, the audit names the person', async () => {
  const { order_id, ttn, provider_id } = await anOrphan()
  const { adopted, refused } = await adopt({ provider_id })
  expect(refused).toEqual([])
  expect(adopted).toMatchObject([{ order_id, state: 'created', amount: 120_000 }])
  expect(await hand.incidents(provider_id)).toMatchObject([{ settled_at: expect.any(String), reason: null }])
  const id = adopted[0]?.id ?? ''
  expect(await hand.auditOf(id)).toMatchObject([
    { action: 'receipt.requested', actor_login: expect.stringContaining('cashier') },
    { action: 'receipt.moved', actor_login: expect.stringContaining('cashier'), details: { to: 'created' } },
  ])
  fiscal.documents.pay(provider_id)
  await shop.later(60)
  await poll()
  expect(await row(id)).toMatchObject({ state: 'fiscalized', provider_id, fiscal_code: expect.any(String) })
  expect(creates(ttn)).toHaveLength(0)
})

test('a document that is fiscal becomes a fiscal receipt, and its code is fetched', async () => {
  const { order_id, provider_id } = await anOrphan({ status: 'DONE' })
  await shop.later(60)
  const { adopted } = await adopt({ provider_id })
  expect(adopted).toMatchObject([{ order_id, state: 'fiscalized' }])
  await shop.app.jobs.runDue()
  expect(await row(adopted[0]?.id ?? '')).toMatchObject({ fiscal_code: expect.any(String), fiscal_amount: 120_000 })
})

test('another sum than the order’s is taken only with a reason, which the audit keeps', async () => {
  const { provider_id } = await anOrphan({ total_sum: 50_000 })
  expect((await adopt({ provider_id })).refused).toMatchObject([{ provider_id, code: 'receipt.document_differs' }])
  const reason = 'Частину повернули на місці'
  const { adopted } = await adopt({ provider_id, reason })
  expect(adopted).toMatchObject([{ state: 'created', amount: 50_000 }])
  expect(await hand.auditOf(adopted[0]?.id ?? '')).toMatchObject([{}, { details: { reason } }])
})

test('adopted twice, or by two people at once, it is one receipt', async () => {
  const { order_id, provider_id } = await anOrphan()
  const answers = await Promise.all([adopt({ provider_id }), adopt({ provider_id })])
  expect(answers.flatMap(({ adopted }) => adopted)).toHaveLength(1)
  expect(answers.flatMap(({ refused }) => refused)).toMatchObject([{ code: 'receipt.exists' }])
  expect((await adopt({ provider_id })).refused).toMatchObject([{ code: 'receipt.exists' }])
  expect(await hand.receiptsOf(order_id)).toHaveLength(1)
})

test('what cannot be adopted is refused by itself, saying why, and stops no other', async () => {
  const good = await anOrphan()
  const cancelled = await anOrphan()
  const removed = await anOrphan()
  const hidden = await anOrphan()
  const stray = hand.made('20459999999999')
  await sweep()
  fiscal.documents.setStatus(cancelled.provider_id, 'CANCELLED')
  fiscal.documents.deleteByHand(removed.provider_id)
  await db
    .updateTable('orders')
    .set({ deleted_at: shop.now().toISOString() })
    .where('id', '=', hidden.order_id)
    .execute()
  const ids = ['no-such-document', stray.id, cancelled.provider_id, removed.provider_id]
  const answer = await adopt(...[...ids, hidden.provider_id, good.provider_id].map((provider_id) => ({ provider_id })))
  expect(answer.refused.map(({ code }) => code)).toEqual([
    'receipt.not_adoptable',
    'receipt.document_without_order',
    'receipt.document_ended',
    'receipt.document_not_found',
    'receipt.document_without_order',
  ])
  expect(answer.adopted).toMatchObject([{ order_id: good.order_id }])
  expect(answer.refused.every(({ detail }) => detail.length > 20)).toBe(true)
})

test('a document in error is adopted as well: it may still become fiscal, and needs a person until then', async () => {
  const { provider_id } = await anOrphan({ status: 'RECEIPT_ERROR' })
  await sweep()
  const { adopted } = await adopt({ provider_id })
  const id = adopted[0]?.id ?? ''
  expect(await state(id)).toBe('created')
  await shop.poll()
  expect(await row(id)).toMatchObject({ state: 'attention', provider_id, problem: { code: 'receipt.receipt_error' } })
  fiscal.documents.setStatus(provider_id, 'DONE')
  await shop.poll()
  expect(await state(id)).toBe('fiscalized')
})

test('a receipt that was stopped by a document at another register makes room for it at once: nothing of it was sent', async () => {
  const stopped = await aReceipt()
  const made = hand.made(stopped.ttn, { license_key: second.license_key })
  await sweep()
  await send()
  expect(await state(stopped.id)).toBe('attention')
  const { adopted } = await adopt({ provider_id: made.id })
  expect(adopted).toMatchObject([{ order_id: stopped.order_id, state: 'created' }])
  expect(await row(stopped.id)).toMatchObject({ state: 'failed', problem: { code: 'receipt.given_up' } })
  expect(await row(adopted[0]?.id ?? '')).toMatchObject({ cash_register_id: second.id, provider_id: made.id })
  expect(creates(stopped.ttn)).toHaveLength(0)
})

test('of several orders with its TTN the document is of the one whose receipt it stopped, then of one that needs a receipt', async () => {
  const stopped = await aReceipt()
  const made = hand.made(stopped.ttn, { license_key: second.license_key })
  await send()
  expect(await state(stopped.id)).toBe('attention')
  const newer = await anOrderWith(stopped.ttn)
  const { adopted } = await adopt({ provider_id: made.id })
  expect(adopted).toMatchObject([{ order_id: stopped.order_id }])

  const other = await anOrphan()
  const later = await anOrderWith(other.ttn)
  await db
    .updateTable('orders')
    .set({ not_needed_at: shop.now().toISOString(), not_needed_reason: 'Дубль' })
    .where('id', 'in', [later, newer])
    .execute()
  expect((await adopt({ provider_id: other.provider_id })).adopted).toMatchObject([{ order_id: other.order_id }])
})

/** Newer than those with this TTN. */
async function anOrderWith(ttn: string): Promise<string> {
  const { id } = await anOrder()
  const ordered_at = new Date(shop.now().getTime() + 60_000).toISOString()
  await db.updateTable('orders').set({ ttn, ordered_at }).where('id', '=', id).execute()
  return id
}
