import { afterEach, beforeEach, expect, test } from 'vitest'
import { reconcileReceipts } from '#/server/receipts/lookup/reconcile-receipts.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

// Three real seconds of silence are a timeout here; the world's own times are as in earnest.
const shop = await startReceiptShop({ times: { call_deadline_ms: 3_000 } })
const { fiscal, creates, row, state, watchFor } = shop

beforeEach(shop.calm)
afterEach(shop.assertSound)

const quietSeconds = 5 + 3 + 600

/** Sent, and no answer came. */
async function inDoubt(effect: boolean) {
  const receipt = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect } })
  await shop.send()
  expect(await state(receipt.id)).toBe('unknown')
  return receipt
}

test('a timeout whose document came to be is found within a minute, and nothing is sent again', async () => {
  const { id, ttn } = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'hang', effect: 'before' } })
  await shop.send()
  expect(await state(id)).toBe('unknown')
  await fiscal.faults.release()
  await watchFor(60)
  expect(await row(id)).toMatchObject({ state: 'created', attempt: 1, provider_id: fiscal.documents.live(ttn)[0]?.id })
  expect(creates(ttn)).toHaveLength(1)
})

test('a send without effect is proven absent twice after the quiet period, and only then sent again', async () => {
  const { id, ttn } = await inDoubt(false)
  await watchFor(quietSeconds - 30)
  expect(await row(id)).toMatchObject({ state: 'unknown', absent_at: null })
  expect(creates(ttn)).toHaveLength(1)
  await watchFor(90)
  expect(await row(id)).toMatchObject({ state: 'created', attempt: 2 })
  const sent = creates(ttn)
  expect(sent).toHaveLength(2)
  expect(sent[1]?.body).toBe(sent[0]?.body)
  expect(Date.parse(sent[1]?.at ?? '') - Date.parse(sent[0]?.at ?? '')).toBeGreaterThan(quietSeconds * 1000 + 10_000)
  // There is a look right before it is sent again.
  const seqs = fiscal.log.entries().filter(({ operation }) => operation === 'list_ettn')
  expect(seqs.filter(({ seq }) => seq < (sent[1]?.seq ?? 0)).length).toBeGreaterThan(2)
})

const nextLookIn = async (id: string): Promise<number> =>
  (Date.parse((await row(id)).next_check_at ?? '') - shop.now().getTime()) / 1000

test('who is asked to wait before the next look waits, for five minutes at most', async () => {
  const { id } = await inDoubt(true)
  for (const [retry_after, waits] of [
    [120, 120],
    [86_400, 300],
  ] as const) {
    fiscal.faults.arm({ operation: 'list_ettn', fault: { kind: 'too_many_requests', retry_after } })
    await shop.later(waits)
    await shop.reconcile()
    expect(await nextLookIn(id)).toBe(waits)
  }
  await shop.later(300)
  await shop.reconcile()
  expect(await state(id)).toBe('created')
})

test('looks are spread: those of all registers do not come in the same moment', async () => {
  const { id } = await inDoubt(true)
  fiscal.faults.arm({ operation: 'list_ettn', fault: { kind: 'status', status: 503 }, times: 2 })
  await shop.later(10)
  await reconcileReceipts({ ...shop.app, random: () => 1 }, { cash_register_id: shop.first.id })
  expect(await nextLookIn(id)).toBe(15 * 1.2)
  await shop.later(18)
  await shop.reconcile()
  expect(await state(id)).toBe('created')
})

test('what lands while the quiet period lasts is found, not doubled', async () => {
  const { id, ttn } = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'late_effect', delay_ms: 500_000 } })
  await shop.send()
  await watchFor(480)
  expect(await state(id)).toBe('unknown')
  await watchFor(240)
  expect(await row(id)).toMatchObject({ state: 'created', attempt: 1 })
  expect(fiscal.documents.live(ttn)).toHaveLength(1)
})

test('three sends that all came to nothing end as failed, and a new receipt may be made', async () => {
  const { id, ttn, order_id } = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer' }, times: 3 })
  await shop.send()
  await watchFor(3 * (quietSeconds + 120))
  expect(await row(id)).toMatchObject({ state: 'failed', attempt: 3 })
  expect(await shop.problem(id)).toContain('receipt.exhausted')
  expect(creates(ttn)).toHaveLength(3)
  const { has_receipt } = await shop.db
    .selectFrom('orders')
    .select('has_receipt')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  expect(has_receipt).toBe(false)
})

test('a list that is cut short, fails or is no list is not absence', async () => {
  const { id, ttn } = await inDoubt(false)
  await shop.later(quietSeconds + 10)
  for (const fault of [
    { kind: 'truncated_body' },
    { kind: 'status', status: 500 },
    { kind: 'null_body' },
    { kind: 'status', status: 200, body: { items: [] } },
  ] as const) {
    fiscal.faults.arm({ operation: 'list_ettn', fault, times: 2 })
    await shop.later(60)
    await shop.reconcile()
    fiscal.faults.disarm()
    expect(await row(id)).toMatchObject({ state: 'unknown', absent_at: null })
  }
  expect((await shop.events(id)).slice(3)).toEqual(Array(4).fill('look_up_failed → unknown'))
  expect(creates(ttn)).toHaveLength(1)
})

test('an absence is as old as the question: what was asked before the quiet period proves nothing after it', async () => {
  const { id } = await inDoubt(false)
  await shop.later(quietSeconds - 5)
  fiscal.faults.arm({ operation: 'list_ettn', fault: { kind: 'hang', effect: 'before' } })
  const looking = shop.reconcile()
  await fiscal.log.waitFor((entries) =>
    entries.some(({ operation, stage }) => operation === 'list_ettn' && stage === 'held'),
  )
  await shop.later(60)
  await fiscal.faults.release()
  await looking
  expect(await row(id)).toMatchObject({ state: 'unknown', absent_at: null })
})

test('a document that was paid before anybody heard of it is fiscal at once', async () => {
  const { id, ttn } = await inDoubt(true)
  fiscal.documents.payTtn(ttn)
  await shop.later(5)
  await shop.reconcile()
  expect(await state(id)).toBe('fiscalized')
})

test('a document that somebody cancelled meanwhile ends the receipt, once nothing can land any more', async () => {
  const { id, ttn } = await inDoubt(true)
  fiscal.set({ deleted_ettn: 'cancelled' })
  fiscal.documents.deleteByHand(fiscal.documents.live(ttn)[0]?.id ?? '')
  await shop.later(5)
  await shop.reconcile()
  expect(await state(id)).toBe('unknown')
  await shop.later(quietSeconds)
  await shop.reconcile()
  fiscal.set({ deleted_ettn: 'not_found' })
  expect(await state(id)).toBe('cancelled')
  expect(creates(ttn)).toHaveLength(1)
})

test('two living documents of a TTN call a person, and nothing is removed by itself', async () => {
  const { id, ttn } = await shop.aReceipt()
  shop.allowDoubled(ttn)
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'duplicate_effect' } })
  await shop.send()
  // Its answer was read, so the receipt stands for one of them; the other one is for the sweep to find.
  expect(await state(id)).toBe('created')
  const other = await shop.aReceipt()
  shop.allowDoubled(other.ttn)
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: true } })
  await shop.send()
  fiscal.documents.createByHand({ ttn: other.ttn, license_key: shop.first.license_key, total_sum: 120_000 })
  await shop.later(5)
  await shop.reconcile()
  expect(await state(other.id)).toBe('attention')
  expect(await shop.problem(other.id)).toContain('кілька чеків')
  expect(fiscal.documents.live(other.ttn)).toHaveLength(2)
  expect(fiscal.documents.live(ttn)).toHaveLength(2)
  expect(shop.calls('delete_ettn')).toHaveLength(0)
})

test.each([
  ['of another sum', { total_sum: 99_900 }],
  ['made before the permit', { total_sum: 120_000, created_at: '2026-03-09T07:00:00Z' }],
])('a document %s is not ours: a person is asked, and it is neither taken nor doubled', async (_what, made) => {
  const { id, ttn } = await inDoubt(false)
  fiscal.documents.createByHand({ ttn, license_key: shop.first.license_key, ...made })
  await shop.later(5)
  await shop.reconcile()
  expect(await row(id)).toMatchObject({ state: 'attention', provider_id: null })
  expect(await shop.problem(id)).toContain('створив не Касир')
  await watchFor(1_200, 60)
  expect(creates(ttn)).toHaveLength(1)
  expect(await state(id)).toBe('attention')
})

test('once the stranger is gone the slow timer finds the way back, and the receipt is sent', async () => {
  const { id, ttn } = await inDoubt(false)
  const made = fiscal.documents.createByHand({ ttn, license_key: shop.first.license_key, total_sum: 1 })
  await shop.later(5)
  await shop.reconcile()
  expect(await state(id)).toBe('attention')
  fiscal.documents.deleteByHand(made.id)
  await watchFor(1_500, 30)
  expect(await row(id)).toMatchObject({ state: 'created', attempt: 2 })
  expect(fiscal.documents.live(ttn)).toHaveLength(1)
})

test('twenty minutes without an answer call a person, who is told what is safe; the asking goes on slowly', async () => {
  const { id } = await inDoubt(true)
  fiscal.faults.arm({ operation: 'list_ettn', fault: { kind: 'status', status: 503 }, times: 'always' })
  await watchFor(1_200)
  expect(await state(id)).toBe('attention')
  expect(await shop.problem(id)).toContain('Другого чека не буде')
  fiscal.faults.disarm()
  await watchFor(60)
  expect(await state(id)).toBe('attention')
  await watchFor(600)
  expect(await state(id)).toBe('created')
})

test('the lease of a process that died ends in doubt, and what it sent is found', async () => {
  const { id, ttn } = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'hang', effect: 'before' } })
  const frozen = shop.send()
  await fiscal.log.waitFor((entries) =>
    entries.some(({ operation, stage, body }) => operation === 'create_ettn' && stage === 'held' && body.includes(ttn)),
  )
  await shop.watch()
  expect(await state(id)).toBe('sending')
  await shop.leaseIsOver(id)
  await shop.watch()
  expect(await state(id)).toBe('unknown')
  await shop.later(5)
  await shop.reconcile()
  expect(await row(id)).toMatchObject({ state: 'created', attempt: 1 })
  // It wakes up with the very answer that was found without it.
  await fiscal.faults.release()
  await frozen
  expect(await row(id)).toMatchObject({ state: 'created', attempt: 1 })
  expect(
    await shop.db.selectFrom('receipt_incidents').selectAll().where('details', '@>', JSON.stringify({ ttn })).execute(),
  ).toEqual([])
})

test('a late answer of a frozen process is taken, however late', async () => {
  const { id, ttn } = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'hang', effect: 'after' } })
  const frozen = shop.send()
  await fiscal.log.waitFor((entries) => entries.some(({ stage, body }) => stage === 'held' && body.includes(ttn)))
  await shop.leaseIsOver(id)
  await shop.watch()
  expect(await state(id)).toBe('unknown')
  await fiscal.faults.release()
  await frozen
  expect(await row(id)).toMatchObject({ state: 'created', attempt: 1 })
})
