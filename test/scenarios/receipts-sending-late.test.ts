import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { fiscal, creates, row, state } = shop

beforeEach(shop.calm)
afterEach(shop.assertSound)

/** It waits to be sent, and another hand makes a document for its TTN meanwhile. */
async function aLateOne(made: { total_sum?: number; status?: string } = {}) {
  const receipt = await shop.aReceipt()
  await shop.later(10)
  const document = fiscal.documents.createByHand({
    ttn: receipt.ttn,
    license_key: shop.first.license_key,
    total_sum: 120_000,
    ...made,
  })
  await shop.later(600)
  return { ...receipt, document }
}

test('what another hand made is found before the first send: nothing is sent beside it, and a person is called', async () => {
  const { id, ttn } = await aLateOne()
  await shop.send()
  expect(await row(id)).toMatchObject({ state: 'attention', provider_id: null })
  expect(creates(ttn)).toHaveLength(0)
  expect(fiscal.documents.live(ttn)).toHaveLength(1)
})

test('one that is fiscal by now calls a person as well', async () => {
  const { id, ttn } = await aLateOne()
  fiscal.documents.payTtn(ttn)
  await shop.send()
  expect(await row(id)).toMatchObject({ state: 'attention', provider_id: null })
  expect(creates(ttn)).toHaveLength(0)
})

test('one that was cancelled stops nothing', async () => {
  const { id, ttn } = await aLateOne({ status: 'CANCELLED' })
  await shop.send()
  expect(await state(id)).toBe('created')
  expect(creates(ttn)).toHaveLength(1)
})

test('one of another sum calls a person', async () => {
  const { id, ttn } = await aLateOne({ total_sum: 5 })
  await shop.send()
  expect(await row(id)).toMatchObject({ state: 'attention', provider_id: null })
  expect(creates(ttn)).toHaveLength(0)
})

test('a look that fails is no permission to send', async () => {
  const { id, ttn } = await aLateOne()
  fiscal.faults.arm({ operation: 'list_ettn', fault: { kind: 'status', status: 500 }, times: 'always' })
  await shop.send()
  expect(await row(id)).toMatchObject({ state: 'queued', attempt: 0 })
  expect(await shop.problem(id)).toContain('ще не надісланий')
  fiscal.faults.disarm()
  await shop.later(120)
  await shop.pauseIsOver()
  await shop.send()
  expect(await state(id)).toBe('attention')
  expect(creates(ttn)).toHaveLength(0)
})

test('after a long stop what was never sent is sent, and a whole batch shares one look', async () => {
  const receipts = [await shop.aReceipt(), await shop.aReceipt(), await shop.aReceipt()]
  await shop.later(24 * 3_600)
  fiscal.log.clear()
  await shop.send()
  expect(await Promise.all(receipts.map(({ id }) => state(id)))).toEqual(['created', 'created', 'created'])
  expect(shop.calls('list_ettn')).toHaveLength(1)
})

test('a receipt that did not wait is looked for as well: another hand may have been faster', async () => {
  const { id } = await shop.aReceipt()
  fiscal.log.clear()
  await shop.send()
  expect(shop.calls('list_ettn')).toHaveLength(1)
  expect(await state(id)).toBe('created')
})
