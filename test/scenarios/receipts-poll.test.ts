import { afterEach, beforeEach, expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import { dismissOrphan } from '#/server/receipts/orphans/dismiss-orphan.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop({ registers: ['Перша каса', 'Друга каса'] })
const { fiscal, row, state } = shop

beforeEach(shop.calm)
afterEach(shop.assertSound)

async function pollAfter(seconds: number): Promise<void> {
  await shop.later(seconds)
  await shop.poll()
}

test('many receipts of a register cost one list, and what has not changed costs no write', async () => {
  const created = [await shop.aCreated(), await shop.aCreated(), await shop.aCreated()]
  await shop.poll()
  fiscal.log.clear()
  const before = await Promise.all(created.map(({ id }) => row(id)))
  await shop.poll()
  expect(fiscal.log.entries().map(({ operation }) => operation)).toEqual(['list_ettn'])
  expect(await Promise.all(created.map(({ id }) => row(id)))).toEqual(before)
})

test.each([
  ['gone', 'not_found'],
  ['cancelled', 'cancelled'],
] as const)('a document that is %s is believed at the second look, a minute later', async (_what, deleted_ettn) => {
  const { id, provider_id } = await shop.aCreated()
  fiscal.set({ deleted_ettn })
  fiscal.documents.deleteByHand(provider_id)
  await pollAfter(60)
  expect(await state(id)).toBe('created')
  await pollAfter(30)
  expect(await state(id)).toBe('created')
  await pollAfter(31)
  fiscal.set({ deleted_ettn: 'not_found' })
  expect(await state(id)).toBe('cancelled')
  expect(await shop.problem(id)).toContain('receipt.cancelled_outside')
})

test('a document that is only missing from the list for a while stays', async () => {
  const { id } = await shop.aCreated()
  fiscal.set({ list_lag_seconds: 3_600 })
  for (const seconds of [60, 60, 60]) await pollAfter(seconds)
  fiscal.set({ list_lag_seconds: 0 })
  expect(await row(id)).toMatchObject({ state: 'created', gone_since: null })
})

test('one that was gone and is back is as if it had never been gone', async () => {
  const { id } = await shop.aCreated()
  fiscal.set({ list_lag_seconds: 3_600 })
  const body = { message: 'ETTN not found', code: 'ettn.not_found' }
  fiscal.faults.arm({ operation: 'get_ettn', fault: { kind: 'status', status: 404, body }, times: 'always' })
  await pollAfter(60)
  fiscal.faults.disarm()
  fiscal.set({ list_lag_seconds: 0 })
  expect((await row(id)).gone_since).not.toBeNull()
  await pollAfter(61)
  expect(await row(id)).toMatchObject({ state: 'created', gone_since: null })
})

test('a list that does not come proves nothing: each document is read by its own id', async () => {
  const waiting = await shop.aCreated()
  const paid = await shop.aCreated()
  fiscal.faults.arm({ operation: 'list_ettn', fault: { kind: 'truncated_body' }, times: 'always' })
  fiscal.documents.payTtn(paid.ttn)
  await pollAfter(60)
  await pollAfter(61)
  expect(await row(waiting.id)).toMatchObject({ state: 'created', gone_since: null })
  expect(await state(paid.id)).toBe('fiscalized')
})

test('paid but not fiscalized calls a person with the words of the provider, and mends itself when it is', async () => {
  const { id, ttn } = await shop.aCreated()
  fiscal.documents.payTtn(ttn, { status: 'RECEIPT_ERROR', raw_error: 'Термін дії підпису закінчився' })
  await pollAfter(60)
  expect(await state(id)).toBe('attention')
  expect(await shop.problem(id)).toContain('Термін дії підпису закінчився')
  fiscal.documents.payTtn(ttn, { status: 'DONE' })
  await pollAfter(60)
  await shop.app.jobs.runDue()
  expect(await state(id)).toBe('fiscalized')
  await pollAfter(60)
  expect((await row(id)).fiscal_code).not.toBeNull()
})

test('a return at the till marks the receipt, which stays fiscal', async () => {
  const { id, ttn, provider_id } = await shop.aCreated()
  fiscal.documents.payTtn(ttn)
  await pollAfter(60)
  await pollAfter(60)
  fiscal.documents.setStatus(provider_id, 'RETURNED')
  await shop.sweep()
  const { state: after, returned_at, fiscal_code } = await row(id)
  expect([after, returned_at]).toEqual(['fiscalized', shop.now().toISOString()])
  expect(fiscal_code).not.toBeNull()
  expect((await shop.events(id)).at(-1)).toBe('polled_returned → fiscalized')
  await shop.sweep()
  expect((await shop.events(id)).at(-2)).not.toBe('polled_returned → fiscalized')
})

test('a status nobody knows is shown as it is and moves nothing', async () => {
  const { id, provider_id } = await shop.aCreated()
  fiscal.documents.setStatus(provider_id, 'ON_HOLD')
  await pollAfter(60)
  expect(await state(id)).toBe('created')
  expect(await shop.problem(id)).toContain('ON_HOLD')
  fiscal.documents.setStatus(provider_id, 'CREATED')
  await pollAfter(60)
  expect(await row(id)).toMatchObject({ state: 'created', problem: null })
})

const incidentsOf = (provider_id: string) =>
  shop.db
    .selectFrom('receipt_incidents')
    .select(['kind', 'order_id', 'cash_register_id', 'settled_at'])
    .where('provider_id', '=', provider_id)
    .execute()

test('a document beside the one a receipt stands for is told of once, and no more when it is gone', async () => {
  const { id, ttn, order_id } = await shop.aCreated()
  shop.allowDoubled(ttn)
  const made = fiscal.documents.createByHand({ ttn, license_key: shop.first.license_key, total_sum: 120_000 })
  await shop.sweep()
  await shop.sweep()
  const told = { kind: 'orphan', order_id, cash_register_id: shop.first.id, settled_at: null }
  expect(await incidentsOf(made.id)).toEqual([told])
  expect(await state(id)).toBe('created')
  fiscal.documents.deleteByHand(made.id)
  await shop.sweep()
  expect(await incidentsOf(made.id)).toEqual([{ ...told, settled_at: shop.now().toISOString() }])
})

test('a document of a TTN that is none of ours is told of too', async () => {
  const [, second] = shop.registers
  const made = fiscal.documents.createByHand({
    ttn: '20459999999999',
    license_key: second?.license_key ?? '',
    total_sum: 1,
  })
  await shop.sweep()
  expect(await incidentsOf(made.id)).toMatchObject([{ order_id: null, cash_register_id: second?.id }])
  // A person looked into it: it was made by hand, and may stay.
  await dismissOrphan(shop.app, theSystem, made.id, { reason: 'Чек за посилку, якої немає в CRM' })
  await shop.sweep()
  expect(await incidentsOf(made.id)).toMatchObject([{ settled_at: shop.now().toISOString() }])
})

test('the document of a receipt in doubt is left to its look-up', async () => {
  const { id, ttn } = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: true } })
  await shop.send()
  await shop.sweep()
  expect(await incidentsOf(fiscal.documents.live(ttn)[0]?.id ?? '')).toEqual([])
  await shop.later(5)
  await shop.reconcile()
  expect(await state(id)).toBe('created')
})

test('what lands after the receipt was given up is found by the sweep', async () => {
  const { id, ttn } = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'late_effect', delay_ms: 1_800_000 } })
  await shop.send()
  await shop.wantCancelled(id)
  await shop.later(700)
  await shop.reconcile()
  await shop.later(20)
  await shop.reconcile()
  expect(await state(id)).toBe('cancelled')
  await shop.later(3_600)
  await shop.sweep()
  expect(await incidentsOf(fiscal.documents.live(ttn)[0]?.id ?? '')).toMatchObject([
    { kind: 'orphan', settled_at: null },
  ])
})
