import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Receipt, AdoptAnswer } from '#/contract/receipts.ts'
import type { z } from 'zod'
import { aBackupOf } from '#/test/support/backup-of-rows.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { fiscal, anOrder, aReceipt, send, reconcile, sweep, poll, row, state, db } = shop
// An advance is fiscal at once, which takes an open shift.
fiscal.set({ shift_seconds: 0 })
const hand = aHandAt(shop)
const { backUp, restore } = aBackupOf(db, shop.app)
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
  expect(await state(queued.id)).toBe('unknown')
  expect(await hand.receiptsOf(untouched.id)).toEqual([])
  const made = hand.makingCalls()
  await poll()
  await reconcile()
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

test('with its snapshot lost as well, a register sends nothing before it has looked two weeks back', async () => {
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

test.each([
  ['a receipt', '/receipts', 0],
  ['an advance', '/receipts/prepayment', 30_000],
])(
  '%s that waited when the backup was made and was sent since is not cancelled unseen: it is found as it is',
  async (_what, path, amount) => {
    const { id: order_id } = await anOrder({ control: 120_000 - amount })
    const person = await hand.person()
    const { body: asked } = await person.post<Receipt>(path, {
      order_id,
      ...(amount > 0 && { amount, payment: 'cashless' }),
    })
    // A person sees the rest; the advance stands behind it.
    const id = (await row(asked.id)).prepayment_id ?? asked.id
    await backUp()
    await send()
    await shop.later(60)
    expect(await state(id)).toBe('created')
    await restore()
    const made = hand.makingCalls()
    const cancelled = await person.post<Receipt>(`/receipts/${asked.id}/cancel`)
    expect([cancelled.status, cancelled.body.state]).toEqual([202, 'unknown'])
    expect(await row(id)).toMatchObject({ state: 'unknown', cancel_wanted: true })
    await shop.later(60)
    await reconcile()
    await shop.app.jobs.runDue()
    expect(hand.makingCalls()).toBe(made)
    // An advance is fiscal, and only a return ends it; a document that waits is removed at Checkbox as well.
    const isAdvance = amount > 0
    expect((await row(id)).provider_id).not.toBeNull()
    expect(await state(id)).toBe(isAdvance ? 'fiscalized' : 'cancelled')
  },
)

test('what waited and was not sent since is sent once a look has shown that nothing is there', async () => {
  const { id, ttn } = await aReceipt()
  await backUp()
  await restore()
  expect(await state(id)).toBe('unknown')
  for (let look = 0; look < 2; look += 1) {
    await reconcile()
    await shop.later(20)
  }
  expect(await state(id)).toBe('queued')
  await send()
  expect(await state(id)).toBe('created')
  expect(fiscal.documents.live(ttn)).toHaveLength(1)
})
