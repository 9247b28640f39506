import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPermit } from '#/server/platform/permit.ts'
import { readAlarms } from '#/server/receipts/alarm.ts'
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
  await claimReceipt(app, queued, { scope: null })
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

const alarm = async () => (await readAlarms(app)).clock

test('a clock put an hour forward does not end the doubt of a receipt: nothing is sent again', async () => {
  const { id, ttn } = await aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'late_effect', delay_ms: 400_000 } })
  await watchFor(15)
  expect(await state(id)).toBe('unknown')
  shop.setAhead(hour)
  await watchFor(180)
  expect([await state(id), creates(ttn).length]).toEqual(['unknown', 1])
  await watchFor(500)
  expect([await state(id), creates(ttn).length]).toEqual(['created', 1])
})

test('a clock put back three hours does not make a doubt last longer', async () => {
  const { id, ttn } = await aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: true } })
  await shop.send()
  expect(await state(id)).toBe('unknown')
  shop.setAhead(-3 * hour)
  await shop.poll()
  await watchFor(90)
  expect([await state(id), creates(ttn).length]).toEqual(['created', 1])
})

test('what a wrong clock has written of a doubt is not waited for', async () => {
  const { id, ttn } = await aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: true } })
  await shop.send()
  const later = new Date(shop.now().getTime() + 72 * hour * 1000).toISOString()
  await db
    .updateTable('receipts')
    .set({ unknown_since: later, quiet_after: later, next_check_at: later })
    .where('id', '=', id)
    .execute()
  await watchFor(60)
  expect([await state(id), creates(ttn).length]).toEqual(['created', 1])
})

test.each([2 * hour, -2 * hour])(
  'with a clock %i s ahead nothing is sent, and it is shown until it is right',
  async (ahead) => {
    await setAhead(ahead)
    const { id, ttn } = await aReceipt()
    await watchFor(60)
    expect([await state(id), creates(ttn).length]).toEqual(['queued', 0])
    expect(await shop.problem(id)).toContain('Годинник сервера Касира')
    expect(await alarm()).toMatchObject({
      count: 1,
      items: [{ system: 'fiscal', ahead_seconds: expect.closeTo(ahead, -1), stops_sending: true }],
    })
    await setAhead(0)
    await shop.pauseIsOver()
    await watchFor(60)
    expect([await state(id), creates(ttn).length]).toEqual(['created', 1])
    expect(await alarm()).toEqual({ count: 0, items: [] })
  },
)

test('a clock two minutes ahead is shown, and receipts are sent', async () => {
  await setAhead(120)
  const { id } = await aReceipt()
  await watchFor(30)
  expect(await state(id)).toBe('created')
  expect((await alarm()).items).toMatchObject([{ system: 'fiscal', stops_sending: false }])
})

test('a machine that slept between the permit and the call sends nothing with that permit', async () => {
  const { id, ttn } = await aReceipt()
  const slept = { ms: 0 }
  const clock = { ...app.clock, now: () => new Date(shop.now().getTime() + slept.ms) }
  const queued = await findWorkRow(db, id)
  if (queued === undefined) throw new Error('no receipt')
  const claim = await claimReceipt({ ...app, clock }, queued, { scope: null })
  slept.ms = hour * 1000
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  expect(claim.permit.leftMs()).toBe(0)
  await moveReceipt(app, id, { event: { type: 'not_sent', attempt: claim.attempt } })
  expect(creates(ttn)).toHaveLength(0)
})

test('a person at a process whose clock is behind does not end the doubt of a receipt', async () => {
  const { id, ttn } = await aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'late_effect', delay_ms: 400_000 } })
  await watchFor(15)
  const { quiet_after } = await row(id)
  shop.setAhead(-3_000)
  await moveReceipt(app, id, { event: { type: 'recheck_asked' } })
  expect((await row(id)).quiet_after).toBe(quiet_after)
  shop.setAhead(0)
  await watchFor(700)
  expect([await state(id), creates(ttn).length]).toEqual(['created', 1])
})

test('a clock that is moved between the lookup and the permit permits nothing', async () => {
  const { id, ttn } = await aReceipt()
  const fresh = startPermit(app.clock, 120_000)
  shop.setAhead(-3_000)
  const queued = await findWorkRow(db, id)
  if (queued === undefined) throw new Error('no receipt')
  expect(await claimReceipt(app, queued, { scope: null, fresh })).toEqual({ kind: 'stale' })
  expect([await state(id), creates(ttn).length]).toEqual(['queued', 0])
})

test('a doubt that a wrong clock has dated later than now still comes to a person', async () => {
  const { id } = await aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: false } })
  await shop.send()
  const later = new Date(shop.now().getTime() + 72 * hour * 1000).toISOString()
  await db.updateTable('receipts').set({ unknown_since: later }).where('id', '=', id).execute()
  await watchFor(30)
  expect(Date.parse((await row(id)).unknown_since ?? '')).toBeLessThanOrEqual(shop.now().getTime())
})

test('a document that was asked about while our clock was ahead is asked about again when it is put right', async () => {
  const { id, ttn } = await shop.aCreated()
  await shop.later(3 * 24 * hour)
  const later = new Date(shop.now().getTime() + 24 * hour * 1000).toISOString()
  await sql`update receipts set asked_at = ${later} where id = ${id}`.execute(db)
  fiscal.documents.payTtn(ttn)
  await shop.poll()
  expect(await state(id)).toBe('fiscalized')
})

test('a register whose last create has a time to come sends', async () => {
  const { id } = await aReceipt()
  const later = new Date(Date.now() + 50 * 60_000).toISOString()
  await db
    .insertInto('receipt_senders')
    .values({ cash_register_id: shop.first.id, last_create_at: later, paused_until: null, troubles: 0 })
    .onConflict((conflict) => conflict.column('cash_register_id').doUpdateSet({ last_create_at: later }))
    .execute()
  await watchFor(30)
  expect(await state(id)).toBe('created')
})
