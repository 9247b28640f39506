import { afterEach, beforeEach, expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { fiscal, creates, row, state } = shop

beforeEach(shop.calm)
afterEach(shop.assertSound)

const deletes = (id: string | null) =>
  shop.calls('delete_ettn').filter(({ target }) => id !== null && target.includes(id))

async function heldCreate(ttn: string) {
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'hang', effect: 'before' } })
  const sending = shop.send()
  await fiscal.log.waitFor((entries) => entries.some(({ stage, body }) => stage === 'held' && body.includes(ttn)))
  return sending
}

test('a receipt that was not sent is cancelled without a word to the provider', async () => {
  const { id, ttn } = await shop.aReceipt()
  await shop.wantCancelled(id)
  await shop.send()
  expect(await row(id)).toMatchObject({ state: 'cancelled', attempt: 0 })
  expect(creates(ttn)).toHaveLength(0)
})

test('a cancel while the create is on the wire removes what came of it: one create, one removal', async () => {
  const { id, ttn } = await shop.aReceipt()
  const sending = heldCreate(ttn)
  await fiscal.log.waitFor((entries) => entries.some(({ stage, body }) => stage === 'held' && body.includes(ttn)))
  await shop.wantCancelled(id)
  expect(await row(id)).toMatchObject({ state: 'sending', cancel_wanted: true })
  await fiscal.faults.release()
  await sending
  await shop.app.jobs.runDue()
  const { state: ended, provider_id } = await row(id)
  expect(ended).toBe('cancelled')
  expect(creates(ttn)).toHaveLength(1)
  expect(deletes(provider_id)).toHaveLength(1)
  expect(fiscal.documents.live(ttn)).toEqual([])
})

test('a cancel in doubt of a create that never landed ends without a removal and without a second create', async () => {
  const { id, ttn } = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer' } })
  await shop.send()
  await shop.wantCancelled(id)
  expect(await row(id)).toMatchObject({ state: 'unknown', cancel_wanted: true })
  const before = shop.calls('delete_ettn').length
  await shop.later(700)
  await shop.reconcile()
  await shop.later(20)
  await shop.reconcile()
  expect(await state(id)).toBe('cancelled')
  expect(creates(ttn)).toHaveLength(1)
  expect(shop.calls('delete_ettn')).toHaveLength(before)
})

test('a parcel paid before the removal wins: the receipt is fiscal and stays so', async () => {
  const { id, ttn, provider_id } = await shop.aCreated()
  await shop.wantCancelled(id)
  shop.carrier.parcels.put([{ ttn, status_code: 9 }])
  await shop.cancel()
  expect(await state(id)).toBe('fiscalized')
  expect(deletes(provider_id)).toHaveLength(1)
})

test('a removal whose answer was lost is proven by two looks, not asked for again', async () => {
  const { id, provider_id } = await shop.aCreated()
  await shop.wantCancelled(id)
  fiscal.faults.arm({ operation: 'delete_ettn', fault: { kind: 'reset_before_answer', effect: true } })
  await shop.cancel()
  expect(await state(id)).toBe('cancel_unknown')
  await shop.later(6)
  await shop.reconcile()
  expect(await state(id)).toBe('cancel_unknown')
  await shop.later(12)
  await shop.reconcile()
  expect(await state(id)).toBe('cancelled')
  expect(deletes(provider_id)).toHaveLength(1)
})

test('a removal without effect is seen to be one, and tried again after a while', async () => {
  const { id, provider_id } = await shop.aCreated()
  await shop.wantCancelled(id)
  fiscal.faults.arm({ operation: 'delete_ettn', fault: { kind: 'status', status: 500 } })
  await shop.cancel()
  await shop.later(6)
  await shop.reconcile()
  expect(await row(id)).toMatchObject({ state: 'created', cancel_wanted: true })
  await shop.cancel()
  expect(deletes(provider_id)).toHaveLength(1)
  await shop.later(31)
  await shop.watch()
  await shop.app.jobs.runDue()
  expect(await state(id)).toBe('cancelled')
  expect(deletes(provider_id)).toHaveLength(2)
})

test('a removal that met a payment on its way ends fiscal', async () => {
  const { id, ttn } = await shop.aCreated()
  await shop.wantCancelled(id)
  fiscal.faults.arm({ operation: 'delete_ettn', fault: { kind: 'reset_before_answer' } })
  await shop.cancel()
  fiscal.documents.payTtn(ttn)
  await shop.later(6)
  await shop.reconcile()
  expect(await state(id)).toBe('fiscalized')
})

test('a cancel asked for twice is one removal', async () => {
  const { id, provider_id } = await shop.aCreated()
  await Promise.all([shop.wantCancelled(id), shop.wantCancelled(id)])
  await Promise.all([shop.cancel(), shop.cancel(), shop.cancel()])
  expect(await state(id)).toBe('cancelled')
  expect(deletes(provider_id)).toHaveLength(1)
})

test('a removal refused for another reason leaves the receipt as it was, with the reason', async () => {
  const { id, ttn } = await shop.aCreated()
  await shop.wantCancelled(id)
  const body = { code: 'some.rule', message: 'Зміну закрито' }
  fiscal.faults.arm({ operation: 'delete_ettn', fault: { kind: 'status', status: 400, body } })
  await shop.cancel()
  expect(await row(id)).toMatchObject({ state: 'created', cancel_wanted: false })
  expect(await shop.problem(id)).toContain('Зміну закрито')
  expect(fiscal.documents.live(ttn)).toHaveLength(1)
})

test('what somebody has deleted in the cabinet is cancelled by the answer that it is not there', async () => {
  const { id, provider_id } = await shop.aCreated()
  fiscal.documents.deleteByHand(provider_id)
  await shop.wantCancelled(id)
  await shop.cancel()
  expect(await state(id)).toBe('cancelled')
})

test('a process that died over a removal leaves a doubt, which a look ends', async () => {
  const { id, ttn } = await shop.aCreated()
  await shop.wantCancelled(id)
  fiscal.faults.arm({ operation: 'delete_ettn', fault: { kind: 'hang', effect: 'never' } })
  const frozen = shop.cancel()
  await fiscal.log.waitFor((entries) =>
    entries.some(({ operation, stage }) => operation === 'delete_ettn' && stage === 'held'),
  )
  await shop.leaseIsOver(id)
  await shop.watch()
  expect(await state(id)).toBe('cancel_unknown')
  await shop.later(6)
  await shop.reconcile()
  expect(await row(id)).toMatchObject({ state: 'created', cancel_wanted: true })
  await fiscal.faults.release()
  await frozen
  expect(fiscal.documents.live(ttn)).toHaveLength(1)
  await shop.later(31)
  await shop.cancel()
  expect(await state(id)).toBe('cancelled')
})

test('after a cancel a new receipt has a document of its own, and the old one stays dead', async () => {
  const { id, ttn, order_id } = await shop.aCreated()
  await shop.wantCancelled(id)
  await shop.cancel()
  const next = await createReceipt(shop.app, theSystem, order_id)
  await shop.send()
  expect([await state(id), await state(next)]).toEqual(['cancelled', 'created'])
  expect((await row(next)).provider_id).not.toBe((await row(id)).provider_id)
  expect(fiscal.documents.live(ttn)).toHaveLength(1)
})

test('the document of a cancelled receipt is not taken for that of its successor', async () => {
  const { id, order_id } = await shop.aCreated()
  await shop.wantCancelled(id)
  await shop.cancel()
  fiscal.set({ deleted_ettn: 'cancelled' })
  const next = await createReceipt(shop.app, theSystem, order_id)
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer' } })
  await shop.send()
  await shop.later(700)
  await shop.reconcile()
  fiscal.set({ deleted_ettn: 'not_found' })
  expect(await row(next)).toMatchObject({ state: 'unknown', absent_at: expect.any(String) })
})
