import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AdoptAnswer, Receipt } from '#/contract/receipts.ts'
import { moveReceipt } from '#/server/receipts/machine/move-receipt.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { fiscal, first, db, anOrder, aReceipt, send, sweep, reconcile, row, state, creates } = shop
const hand = aHandAt(shop)

beforeEach(shop.calm)
afterEach(shop.assertSound)

const dismiss = async (provider_id: string) =>
  (await hand.person()).post(`/receipts/orphans/${provider_id}/dismiss`, { reason: 'Чек іншого магазину' })
const open = async (provider_id: string) =>
  (await hand.incidents(provider_id)).filter(({ settled_at }) => settled_at === null)

/** The register is for practice, or real from now on. */
const practise = (is_test: boolean) =>
  db.updateTable('cash_registers').set({ is_test }).where('id', '=', first.id).execute()

test.each([
  ['spaces', (ttn: string) => ttn.replace(/(.{4})/g, '$1 ')],
  ['dashes', (ttn: string) => ttn.replace(/(.{4})/g, '$1-')],
  ['what cannot be seen', (ttn: string) => `\u00a0${ttn}\u200b`],
])('a document whose TTN is written with %s stands in the way all the same', async (_what, spell) => {
  const { id, ttn } = await aReceipt()
  hand.made(spell(ttn), { total_sum: 50_000 })
  await send()
  expect([creates(ttn).length, await state(id)]).toEqual([0, 'attention'])
})

test('a document that outlives its receipt and is marked as not ours is not told of again', async () => {
  const receipt = await aReceipt()
  await send()
  expect(await state(receipt.id)).toBe('created')
  const provider_id = (await row(receipt.id)).provider_id ?? ''
  await shop.poll()
  // It is taken for gone, and is there again.
  await db.updateTable('receipts').set({ state: 'cancelling' }).where('id', '=', receipt.id).execute()
  await db.updateTable('receipts').set({ state: 'cancelled' }).where('id', '=', receipt.id).execute()
  await sweep()
  expect(await open(provider_id)).toHaveLength(1)
  expect((await dismiss(provider_id)).status).toBe(204)
  await sweep()
  expect(await open(provider_id)).toHaveLength(0)
})

test('a document that may be of a receipt in doubt is not marked as not ours, and no second one is made', async () => {
  const receipt = await aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: true } })
  await send()
  expect(await state(receipt.id)).toBe('unknown')
  await sweep()
  const provider_id = fiscal.documents.live(receipt.ttn)[0]?.id ?? ''
  const { status } = await dismiss(provider_id)
  for (let round = 0; round < 4; round += 1) {
    await shop.later(400)
    await reconcile()
  }
  await shop.pauseIsOver()
  await send()
  expect([status, creates(receipt.ttn).length]).toEqual([409, 1])
})

test('of several documents none that the receipt may have made is marked as not ours; attaching one is the way out', async () => {
  const receipt = await aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: true } })
  await send()
  const own = fiscal.documents.live(receipt.ttn)[0]?.id ?? ''
  const twin = hand.made(receipt.ttn)
  const other = hand.made(receipt.ttn, { total_sum: 50_000 })
  shop.allowDoubled(receipt.ttn)
  await shop.later(60)
  await reconcile()
  expect(await state(receipt.id)).toBe('attention')
  for (const id of [own, twin.id]) {
    const { status, body } = await dismiss(id)
    expect([status, body.code]).toEqual([409, 'receipt.document_may_be_own'])
  }
  expect((await dismiss(other.id)).status).toBe(204)
  await (await hand.person()).post(`/receipts/${receipt.id}/recheck`)
  for (let round = 0; round < 4; round += 1) {
    await shop.later(400)
    await reconcile()
    await shop.pauseIsOver()
    await send()
  }
  expect([await state(receipt.id), creates(receipt.ttn).length]).toEqual(['attention', 1])

  const attached = await (await hand.person()).post<Receipt>(`/receipts/${receipt.id}/attach`, { provider_id: own })
  expect([attached.status, attached.body.state]).toEqual([202, 'created'])
  expect((await dismiss(twin.id)).status).toBe(204)
  expect(creates(receipt.ttn)).toHaveLength(1)
})

test('a document of an earlier try that is told of late is not marked as not ours while the receipt may be sent again', async () => {
  const { id } = await aReceipt()
  const problem = { code: 'receipt.ambiguous', detail: 'Відповіді немає' }
  const ends = { type: 'sent_ambiguous', attempt: 1, problem } as const
  for (const event of [{ type: 'claimed' }, ends] as const) await moveReceipt(shop.app, id, { event })
  await shop.later(700)
  await moveReceipt(shop.app, id, { event: { type: 'found_nothing' } })
  await shop.later(20)
  await moveReceipt(shop.app, id, { event: { type: 'found_nothing' } })
  expect(await state(id)).toBe('queued')
  const provider_id = hand.made('20459999999998').id
  await moveReceipt(shop.app, id, { event: { type: 'sent_positive', attempt: 1, provider_id } })
  expect(await open(provider_id)).toHaveLength(1)
  expect((await dismiss(provider_id)).status).toBe(409)
  expect(await open(provider_id)).toHaveLength(1)
  await moveReceipt(shop.app, id, { event: { type: 'cancel_asked' } })
  expect((await dismiss(provider_id)).status).toBe(204)
})

test('a document marked as not ours and adopted after all stands in the way of a second receipt once its own is dead', async () => {
  const { id: order_id, ttn } = await anOrder()
  const { id: provider_id } = hand.made(ttn)
  await sweep()
  await dismiss(provider_id)
  const { body } = await (await hand.person()).post<AdoptAnswer>('/receipts/adopt', { documents: [{ provider_id }] })
  expect(body).toMatchObject({ refused: [], adopted: [{ state: 'created' }] })
  const id = body.adopted[0]?.id ?? ''
  await db.updateTable('receipts').set({ state: 'cancelling' }).where('id', '=', id).execute()
  await db.updateTable('receipts').set({ state: 'cancelled' }).where('id', '=', id).execute()
  const again = await (await hand.person()).post<Receipt>('/receipts', { order_id })
  expect([again.status, again.body]).toMatchObject([409, { code: 'receipt.document_exists' }])
})

test('a test receipt that waited when its register became real spares no real receipt the look', async () => {
  await practise(true)
  await aReceipt()
  await practise(false)
  const real = await aReceipt()
  hand.made(real.ttn, { seconds_ago: 3600, total_sum: 50_000 })
  await send()
  expect([creates(real.ttn).length, await state(real.id)]).toEqual([0, 'attention'])
})

test('a document for a TTN of a hidden and of a shown order is told of the shown one', async () => {
  const shown = await anOrder()
  const hidden = await anOrder()
  await db
    .updateTable('orders')
    .set({
      ttn: shown.ttn,
      deleted_at: shop.now().toISOString(),
      ordered_at: new Date(shop.now().getTime() + 1000).toISOString(),
    })
    .where('id', '=', hidden.id)
    .execute()
  const { id } = hand.made(shown.ttn)
  await sweep()
  expect(await hand.incidents(id)).toMatchObject([{ order_id: shown.id }])
})

test('a document that was seen before its credentials were known is told of once, not at every sweep anew', async () => {
  const { ttn } = await anOrder()
  await db.updateTable('cash_registers').set({ provider_scope: null }).where('id', '=', first.id).execute()
  const { id } = hand.made(ttn)
  await sweep()
  await db
    .updateTable('cash_registers')
    .set({ provider_scope: '4000123450/Хтось' })
    .where('id', '=', first.id)
    .execute()
  fiscal.documents.deleteByHand(id)
  for (let round = 0; round < 3; round += 1) {
    await shop.later(3600)
    await sweep()
  }
  expect(await hand.incidents(id)).toHaveLength(1)
})

test('a document that a retired test receipt stands for is refused by itself, and stops no other', async () => {
  await practise(true)
  const practice = await aReceipt()
  await send()
  const provider_id = (await row(practice.id)).provider_id ?? ''
  await shop.poll()
  await practise(false)
  const { ttn } = await anOrder()
  const good = hand.made(ttn)
  await sweep()
  const documents = [{ provider_id }, { provider_id: good.id }]
  const { status, body } = await (await hand.person()).post<AdoptAnswer>('/receipts/adopt', { documents })
  expect([status, body]).toMatchObject([200, { refused: [{ provider_id }], adopted: [{}] }])
})
