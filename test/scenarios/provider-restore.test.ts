import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Receipt, AdoptAnswer } from '#/contract/receipts.ts'
import type { z } from 'zod'
import { aBackupOf } from '#/test/support/backup-of-rows.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { fiscal, anOrder, aReceipt, send, sweep, poll, row, state, db } = shop
const hand = aHandAt(shop)
const { backUp, restore } = aBackupOf(db)
const day = 86_400

/** Permits went with the rows, so only Checkbox itself can tell. */
afterEach(() => {
  const ttns = new Set(fiscal.documents.all().map(({ ttn }) => ttn))
  const doubled = [...ttns].filter((ttn) => fiscal.documents.live(ttn).length > 1)
  if (doubled.length > 0) throw new Error(`more than one living document: ${doubled.join(', ')}`)
})

test('after a restored backup nothing is sent twice, every later document is told and blocks, and adopting mends all', async () => {
  const settled = await aReceipt()
  await send()
  await poll()
  const queued = await aReceipt()
  const untouched = await anOrder()
  await backUp()

  // Five more days of work, of which the backup knows nothing.
  await send()
  const { body: lost } = await (await hand.person()).post<Receipt>('/receipts', { order_id: untouched.id })
  await send()
  expect([await state(queued.id), await state(lost.id)]).toEqual(['created', 'created'])
  const [lostDocument, queuedDocument] = [(await row(lost.id)).provider_id, (await row(queued.id)).provider_id]
  fiscal.documents.payTtn(settled.ttn)
  fiscal.documents.payTtn(untouched.ttn)
  await shop.later(5 * day)
  await poll()
  expect(await state(settled.id)).toBe('fiscalized')

  await restore()
  expect(await state(queued.id)).toBe('queued')
  expect(await hand.receiptsOf(untouched.id)).toEqual([])
  const made = hand.makingCalls()
  await poll()
  await send()
  await sweep()
  expect(hand.makingCalls()).toBe(made)
  expect(await row(queued.id)).toMatchObject({ state: 'created', provider_id: queuedDocument })
  expect(await state(settled.id)).toBe('fiscalized')
  expect(await hand.orphans()).toMatchObject([{ provider_id: lostDocument, order_id: untouched.id }])
  const again = await (await hand.person()).post('/receipts', { order_id: untouched.id })
  expect([again.status, again.body.code]).toEqual([409, 'receipt.document_exists'])

  const documents = [{ provider_id: lostDocument }]
  const { body } = await (await hand.person()).post<z.infer<typeof AdoptAnswer>>('/receipts/adopt', { documents })
  expect(body.adopted).toMatchObject([{ order_id: untouched.id, state: 'fiscalized' }])
  expect(await hand.orphans()).toEqual([])
  expect(hand.makingCalls()).toBe(made)
})

test('with its picture lost as well, a register sends nothing before it has looked two weeks back', async () => {
  const { id: order_id, ttn } = await anOrder()
  await backUp()
  const { body: lost } = await (await hand.person()).post<Receipt>('/receipts', { order_id })
  await send()
  expect(await state(lost.id)).toBe('created')
  await shop.later(12 * day)
  await restore()
  await sql`delete from provider_pictures`.execute(db)
  await sql`delete from provider_documents`.execute(db)
  const { body: asked } = await (await hand.person()).post<Receipt>('/receipts', { order_id })
  const made = hand.makingCalls()
  await send()
  expect(hand.makingCalls()).toBe(made)
  expect(await state(asked.id)).toBe('attention')
  expect(fiscal.documents.live(ttn)).toHaveLength(1)
})
