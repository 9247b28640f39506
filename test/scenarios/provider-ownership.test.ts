import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AdoptAnswer } from '#/contract/receipts.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { fiscal, aReceipt, send, reconcile, row, state, creates } = shop
const hand = aHandAt(shop)
beforeEach(shop.calm)
afterEach(shop.assertSound)

/** Queued while Checkbox is away; a colleague makes the document in the cabinet meanwhile. */
async function aDocumentMadeMeanwhile() {
  const receipt = await aReceipt()
  fiscal.faults.arm({ operation: '*', fault: { kind: 'status', status: 503 }, times: 'always' })
  await send()
  fiscal.faults.disarm()
  expect(await state(receipt.id)).toBe('queued')
  await shop.later(400)
  const made = hand.made(receipt.ttn)
  await shop.later(300)
  await shop.pauseIsOver()
  await send()
  await reconcile()
  return { ...receipt, made }
}

test('a receipt that was never sent takes no document over: a person is shown it, and a cancel leaves it alone', async () => {
  const { id, ttn, made } = await aDocumentMadeMeanwhile()
  expect(await row(id)).toMatchObject({ state: 'attention', provider_id: null, problem: { code: 'receipt.foreign' } })
  expect(await shop.events(id)).not.toContain('sent_positive → created')
  expect(creates(ttn)).toHaveLength(0)
  await shop.wantCancelled(id)
  await shop.cancel()
  await shop.later(400)
  await reconcile()
  await shop.cancel()
  expect(fiscal.documents.live(ttn).map((document) => document.id)).toEqual([made.id])
})

test('a person adopts the document that a colleague made, and the receipt that was not sent ends', async () => {
  const { id, ttn, order_id, made } = await aDocumentMadeMeanwhile()
  const { body } = await (
    await hand.person()
  ).post<AdoptAnswer>('/receipts/adopt', { documents: [{ provider_id: made.id }] })
  expect(body.adopted).toMatchObject([{ order_id, state: 'created' }])
  expect(await state(id)).toBe('failed')
  expect(fiscal.documents.live(ttn)).toHaveLength(1)
})
