import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimReceipt } from '#/server/receipts/sending/claim-receipt.ts'
import { moveReceipt } from '#/server/receipts/machine/move-receipt.ts'
import { findWorkRow } from '#/server/receipts/machine/store.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { app, db, fiscal, aReceipt, creates, row, state, watchFor } = shop
const hand = aHandAt(shop)
const hour = 3_600

beforeEach(async () => {
  await setAhead(0)
  await shop.calm()
})
afterEach(shop.assertSound)

/** Our clock is moved, and the next answer of Checkbox shows it: that of a sweep. */
async function setAhead(seconds: number): Promise<void> {
  shop.setAhead(seconds)
  await shop.sweep()
}

const problem = { code: 'fiscal.failed', detail: 'відповідь не надійшла' }

test('what a clock two days ahead has sent is found, and not sent again', async () => {
  const { id, ttn } = await aReceipt()
  await setAhead(49 * hour)
  const queued = await findWorkRow(db, id)
  if (queued === undefined) throw new Error('no receipt')
  await claimReceipt(app, queued, null)
  const made = hand.made(ttn, { created_at: new Date(shop.now().getTime() - 49 * hour * 1000).toISOString() })
  await moveReceipt(app, id, { event: { type: 'sent_ambiguous', attempt: 1, problem } })
  await watchFor(60)
  expect(await row(id)).toMatchObject({ state: 'created', provider_id: made.id })
  expect(creates(ttn)).toHaveLength(0)
})

test.each([90, -90])('a document of our own is ours though our clock is %i s ahead', async (ahead) => {
  const { id, ttn } = await aReceipt()
  await setAhead(ahead)
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: true } })
  await watchFor(30)
  expect(creates(ttn)).toHaveLength(1)
  await watchFor(60)
  expect(await row(id)).toMatchObject({ state: 'created', provider_id: fiscal.documents.live(ttn)[0]?.id })
})

test('what was seen while our clock was ahead is seen anew when it is put right', async () => {
  const { id, ttn } = await shop.aCreated()
  await setAhead(2 * hour)
  await shop.poll()
  await setAhead(0)
  fiscal.documents.payTtn(ttn)
  await shop.later(60)
  await shop.poll()
  expect(await state(id)).toBe('fiscalized')
  const kept = await db
    .selectFrom('provider_documents')
    .select('status')
    .where('ttn', '=', ttn)
    .executeTakeFirstOrThrow()
  expect(kept.status).toBe('fiscalized')
})
