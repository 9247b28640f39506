import { beforeEach, expect, test } from 'vitest'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { db, fiscal, aReceipt, send, reconcile, state, creates } = shop
const hand = aHandAt(shop)
const day = 86_400
beforeEach(shop.calm)

test('a document older than two weeks and than its order is found, because the lookup reaches to the making of the waybill', async () => {
  const { id, ttn, order_id } = await aReceipt()
  const waybill_made_at = hand.ago(20 * day)
  await db.updateTable('parcels').set({ waybill_made_at }).where('order_id', '=', order_id).execute()
  const made = hand.made(ttn, { seconds_ago: 19.5 * day })
  await send()
  await reconcile()
  expect(await state(id)).toBe('attention')
  expect(creates(ttn)).toHaveLength(0)
  expect(fiscal.documents.live(ttn).map((document) => document.id)).toEqual([made.id])
})
