import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { fiscal, state } = shop

beforeEach(shop.calm)
afterEach(shop.assertSound)

/** Sent without an answer, and then the service stood still. */
async function inDoubtForAnHour({ effect = true } = {}) {
  const receipt = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect } })
  await shop.send()
  expect(await state(receipt.id)).toBe('unknown')
  await shop.later(3_600)
  return receipt
}

test('a receipt in doubt is looked for before a person is troubled with it', async () => {
  const { id } = await inDoubtForAnHour()
  await shop.watch()
  expect(await state(id)).toBe('unknown')
  await shop.app.jobs.runDue()
  expect(await state(id)).toBe('created')
  expect(await shop.events(id)).not.toContain('silent_too_long → attention')
})

test('absence half proven is no silence: it is proven, and the receipt sent again', async () => {
  const { id, ttn } = await inDoubtForAnHour({ effect: false })
  for (let passed = 0; passed <= 30; passed += 5) {
    await shop.watch()
    await shop.app.jobs.runDue()
    await shop.later(5)
  }
  expect(await state(id)).toBe('created')
  expect(await shop.events(id)).not.toContain('silent_too_long → attention')
  expect(fiscal.documents.live(ttn)).toHaveLength(1)
})

test('one that is still not to be told of is shown as soon as the look is over', async () => {
  const { id } = await inDoubtForAnHour()
  fiscal.faults.arm({ operation: 'list_ettn', fault: { kind: 'status', status: 503 }, times: 'always' })
  await shop.watch()
  await shop.app.jobs.runDue()
  expect(await state(id)).toBe('unknown')
  await shop.watch()
  expect(await state(id)).toBe('attention')
})

test('a look that does not come to its end keeps nobody from knowing for longer than a minute', async () => {
  const { id } = await inDoubtForAnHour()
  for (const seconds of [0, 15, 15]) {
    await shop.later(seconds)
    await shop.watch()
    expect(await state(id)).toBe('unknown')
  }
  await shop.later(15)
  await shop.watch()
  expect(await state(id)).toBe('attention')
})

test('two long stops, and still it is looked for first', async () => {
  const { id } = await inDoubtForAnHour()
  await shop.watch()
  await shop.later(3_600)
  await shop.watch()
  expect(await state(id)).toBe('unknown')
  await shop.app.jobs.runDue()
  expect(await state(id)).toBe('created')
})
