import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendReceipts } from '#/server/receipts/sending/send-receipts.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const everyMs = 300
const shop = await startReceiptShop({ registers: ['Перша каса', 'Друга каса'], times: { create_every_ms: everyMs } })
const { fiscal, creates, row, state } = shop
const [first, second] = shop.registers
const ofFirst = { cash_register_id: first?.id ?? '' }

beforeEach(shop.calm)
afterEach(shop.assertSound)

/** Another process: other tokens, other connections, the same database. */
function anotherProcess() {
  const { ettn } = shop.aCheckbox()
  return { ...shop.app, ettn: () => ettn }
}

const ttnsSent = () =>
  fiscal.log
    .entries()
    .filter(({ operation }) => operation === 'create_ettn')
    .map(({ body }) => /"ettn":"(\d+)"/.exec(body)?.[1])

const isHeld = (ttn: string) =>
  fiscal.log.waitFor((entries) => entries.some(({ stage, body }) => stage === 'held' && body.includes(ttn)))

test('one register creates no faster than the pace, whichever process does it', async () => {
  const receipts = [await shop.aReceipt(), await shop.aReceipt(), await shop.aReceipt(), await shop.aReceipt()]
  const starts: number[] = []
  const watched = (app: typeof shop.app) => {
    const client = app.ettn(false)
    const create: typeof client.create = async (...given) => {
      const { last_create_at } = await shop.db
        .selectFrom('receipt_senders')
        .select('last_create_at')
        .where('cash_register_id', '=', ofFirst.cash_register_id)
        .executeTakeFirstOrThrow()
      starts.push(Date.parse(last_create_at ?? ''))
      return client.create(...given)
    }
    return { ...app, ettn: () => ({ ...client, create }) }
  }
  await Promise.all([shop.app, anotherProcess()].map((app) => sendReceipts(watched(app), ofFirst)))
  await sendReceipts(watched(shop.app), ofFirst)
  expect(await Promise.all(receipts.map(({ id }) => state(id)))).toEqual(Array(4).fill('created'))
  const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0))
  expect(gaps).toHaveLength(3)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(everyMs)
})

test('while one create is under way, no other of the register starts, in this process or another', async () => {
  const [one, other] = [await shop.aReceipt(), await shop.aReceipt()]
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'hang', effect: 'before' } })
  const sending = shop.send()
  await isHeld(one.ttn)
  await sendReceipts(anotherProcess(), ofFirst)
  expect(await row(other.id)).toMatchObject({ state: 'queued', attempt: 0 })
  expect(creates(other.ttn)).toHaveLength(0)
  await fiscal.faults.release()
  await sending
  expect([await state(one.id), await state(other.id)]).toEqual(['created', 'created'])
})

test('a register that hangs keeps no other waiting', async () => {
  const one = await shop.aReceipt()
  const other = await shop.aReceipt(second ? { register: second } : {})
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'hang', effect: 'before' } })
  const sending = shop.send()
  await isHeld(one.ttn)
  await sendReceipts(shop.app, { cash_register_id: second?.id ?? '' })
  expect(await state(other.id)).toBe('created')
  await fiscal.faults.release()
  await sending
})

test('who was asked for singly goes before what is left of a batch', async () => {
  const batch_id = await shop.aBatch()
  const batched = [await shop.aReceipt({}, { batch_id }), await shop.aReceipt({}, { batch_id })]
  fiscal.log.clear()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'hang', effect: 'before' } })
  const sending = shop.send()
  await isHeld(batched[0]?.ttn ?? '')
  const single = await shop.aReceipt()
  await fiscal.faults.release()
  await sending
  expect(ttnsSent()).toEqual([batched[0]?.ttn, single.ttn, batched[1]?.ttn])
})

test('a worker that is told to stop finishes what it sent and claims nothing more', async () => {
  const [one, other] = [await shop.aReceipt(), await shop.aReceipt()]
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'hang', effect: 'before' } })
  const stopping = new AbortController()
  const sending = sendReceipts(shop.app, ofFirst, stopping.signal)
  await isHeld(one.ttn)
  stopping.abort()
  await fiscal.faults.release()
  await sending
  expect([await state(one.id), await state(other.id)]).toEqual(['created', 'queued'])
})

test('a slow answer keeps its lease, so nobody takes it for a dead process', async () => {
  const { id, ttn } = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'hang', effect: 'before' } })
  const app = { ...shop.app, config: { ...shop.app.config } }
  app.config.receipt_times = { ...app.config.receipt_times, heartbeat_ms: 20 }
  const sending = sendReceipts(app, ofFirst)
  await isHeld(ttn)
  await shop.leaseIsOver(id)
  await expect.poll(async () => Date.parse((await row(id)).lease_until ?? '')).toBeGreaterThan(Date.now())
  await shop.watch()
  expect(await state(id)).toBe('sending')
  await fiscal.faults.release()
  await sending
  expect(await state(id)).toBe('created')
})

test('a register that is switched off sends nothing and says so; switched on, it goes on', async () => {
  const { id, ttn } = await shop.aReceipt()
  const setActive = (active: boolean) =>
    shop.db
      .updateTable('cash_registers')
      .set({ active, is_default: active })
      .where('id', '=', ofFirst.cash_register_id)
      .execute()
  await setActive(false)
  await shop.send()
  expect(await row(id)).toMatchObject({ state: 'queued', attempt: 0 })
  expect(await shop.problem(id)).toContain('Касу вимкнено')
  expect(creates(ttn)).toHaveLength(0)
  await setActive(true)
  await shop.watch()
  await shop.app.jobs.runDue()
  expect(await row(id)).toMatchObject({ state: 'created', problem: null })
})
