import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { cancelReceipt } from '#/server/receipts/settling/cancel-receipt.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { receiptViolations, type Judging } from './receipt-invariants.ts'
import { startReceiptShop } from './receipts.ts'
import { usualTimes } from './test-app.ts'

/** A check that cannot fail proves nothing: each is shown a world that breaks it. */
const shop = await startReceiptShop()
const { app, db, fiscal } = shop
const judging = (): Judging => ({ ...usualTimes, now: shop.now().getTime(), settled: true })

/** One of each: waiting, fiscal, cancelled, and a chain whose advance is fiscal. */
async function aPeacefulWorld() {
  const waiting = await shop.aReceipt()
  const fiscalized = await shop.aReceipt()
  const cancelled = await shop.aReceipt()
  const order = await shop.anOrder({ control: 90_000 })
  const prepaid = { amount: 30_000, payment: 'cashless' } as const
  const rest = await createReceipt(app, theSystem, order.id, { prepaid })
  fiscal.registers.change(shop.first.license_key, { shift: { status: 'OPENED' } })
  await shop.send()
  await cancelReceipt(app, theSystem, cancelled.id)
  await shop.cancel()
  shop.carrier.parcels.put([{ ttn: fiscalized.ttn, status_code: 9 }])
  for (let round = 0; round < 3; round += 1) {
    await shop.later(60)
    await shop.poll()
    await shop.send()
  }
  return { waiting, fiscalized, cancelled, rest: { id: rest, ttn: order.ttn } }
}

const world = await aPeacefulWorld()

/** What is planted in the database is seen and then taken back; the triggers that would refuse it look away. */
async function seenWith(plant: (tx: Tx) => Promise<unknown>, more: Partial<Judging> = {}): Promise<string[]> {
  let seen: string[] = []
  const undo = new Error('taken back')
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await plant(tx)
      seen = await receiptViolations(tx, [fiscal], { ...judging(), ...more })
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return seen
}

const set = (id: string, change: ReturnType<typeof sql>) => (tx: Tx) =>
  sql`update receipts set ${change} where id = ${id}`.execute(tx)

test('a peaceful world breaks nothing', async () => {
  expect(await receiptViolations(db, [fiscal], judging())).toEqual([])
  expect(await shop.state(world.rest.id)).toBe('created')
})

test.each<[string, (tx: Tx) => Promise<unknown>]>([
  ['S2', set(world.waiting.id, sql`state = 'cancelled'`)],
  ['S3', set(world.waiting.id, sql`state = 'fiscalized'`)],
  ['S3', set(world.fiscalized.id, sql`fiscal_code = 'another'`)],
  ['S3', set(world.fiscalized.id, sql`state = 'created'`)],
  ['S4', set(world.waiting.id, sql`amount = 1`)],
  ['S4', set(world.waiting.id, sql`ttn = '20450000000000'`)],
  ['S6', set(world.waiting.id, sql`attempt = 0`)],
  [
    'S8',
    (tx) =>
      sql`delete from receipt_events where receipt_id = ${world.cancelled.id} and event = 'cancel_claimed'`.execute(tx),
  ],
  ['S9', set(world.waiting.id, sql`request = replace(request, '120000', '120001')`)],
  ['S10', set(world.waiting.id, sql`state = 'unknown'`)],
  ['S10', (tx) => sql`delete from receipt_events where receipt_id = ${world.waiting.id} and seq = 2`.execute(tx)],
  [
    'S10',
    (tx) =>
      sql`update receipt_events set to_state = 'fiscalized' where receipt_id = ${world.waiting.id} and seq = 2`.execute(
        tx,
      ),
  ],
  [
    'S11',
    (tx) =>
      sql`delete from audit_log where subject_id = ${world.waiting.id} and action = 'receipt.requested'`.execute(tx),
  ],
  [
    'S11',
    (tx) =>
      sql`update audit_log set subject_id = ${world.waiting.id} where subject_id = ${world.fiscalized.id}`.execute(tx),
  ],
  ['S12', (tx) => sql`update orders set total = total + 1 where ttn = ${world.waiting.ttn}`.execute(tx)],
  ['S13', set(world.rest.id, sql`amount = amount - 1`)],
  ['L3', set(world.waiting.id, sql`state = 'sending', lease_until = clock_timestamp() - interval '2 minutes'`)],
  ['L4', set(world.waiting.id, sql`state = 'unknown', unknown_since = '2026-01-01'`)],
  ['unsettled', set(world.waiting.id, sql`cancel_wanted = true`)],
  ['orphan', set(world.waiting.id, sql`provider_id = 'another'`)],
])('%s is seen', async (name, plant) => {
  const seen = await seenWith(plant)
  expect(seen.map((violation) => violation.split(':')[0])).toContain(name)
})

test('S5: a second live receipt of an order is seen', async () => {
  const copy = (tx: Tx) =>
    sql`update receipts set order_id = (select order_id from receipts where id = ${world.waiting.id}),
          ttn = (select ttn from receipts where id = ${world.waiting.id}) where id = ${world.fiscalized.id}`.execute(tx)
  const seen = await seenWith(async (tx) => {
    await sql`drop index one_live_receipt_per_order_id, one_live_receipt_per_ttn`.execute(tx)
    await copy(tx)
  })
  expect(seen.filter((violation) => violation.startsWith('S5'))).toHaveLength(2)
})

test.each([
  ['S7', 'cancel_asked'],
  ['S16', 'found_waiting'],
])('%s: a claim after %s is seen', async (name, before) => {
  const seen = await seenWith(async (tx) => {
    await sql`insert into receipt_events (receipt_id, seq, at, event, from_state, to_state, details) values
      (${world.waiting.id}, 90, now(), ${before}, 'created', 'created', '{}'),
      (${world.waiting.id}, 91, now(), 'claimed', 'created', 'sending', '{}')`.execute(tx)
  })
  expect(seen.some((violation) => violation.startsWith(name))).toBe(true)
})

test('what was accepted and is not there is seen', async () => {
  const acknowledged = ['00000000-0000-4000-8000-000000000000']
  expect(await receiptViolations(db, [fiscal], { ...judging(), acknowledged })).toEqual([
    `lost: ${acknowledged[0]} was accepted and is not there`,
  ])
})

test('S1, early: a second create of a TTN whose first answer was lost is seen', async () => {
  const { ttn, id } = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: true } })
  await shop.send()
  const [first] = shop.creates(ttn)
  await fetch(`${fiscal.api_url}/ettn`, {
    method: 'POST',
    headers: { ...headersOf(first), 'content-type': 'application/json' },
    body: first?.body ?? '',
  })
  const seen = await receiptViolations(db, [fiscal], { ...judging(), settled: false })
  expect(seen).toEqual([
    `S1: 2 documents of ${ttn} were live at once`,
    `S6: 2 creates of ${ttn} were sent with 1 permits`,
    `a second create of ${ttn} was sent while the first could still land`,
  ])
  expect(await shop.state(id)).toBe('unknown')
})

test('S8: a delete nobody asked for is seen', async () => {
  const id = fiscal.documents.ofTtn(world.waiting.ttn)[0]?.id ?? ''
  await fetch(`${fiscal.api_url}/ettn/${id}`, {
    method: 'DELETE',
    headers: headersOf(shop.creates(world.waiting.ttn)[0]),
  })
  const seen = await receiptViolations(db, [fiscal], { ...judging(), settled: false })
  expect(seen).toContain(`S8: the document ${id} was deleted, which nobody asked for`)
})

test('S2: a create that can still land is seen when its receipt is taken for dead', async () => {
  const { id } = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'late_effect', delay_ms: 60_000 } })
  await shop.send()
  expect(await seenWith(set(id, sql`state = 'failed'`))).toContain(
    `S2: a create of the failed receipt ${id} can still land`,
  )
})

test('silent: a paid parcel without a fiscal receipt is seen unless people are told of it', async () => {
  const paid = [world.waiting.ttn, world.fiscalized.ttn]
  const silences = async (said: string) =>
    (await receiptViolations(db, [fiscal], { ...judging(), paid, said })).filter((one) => one.startsWith('silent'))
  expect(await silences('')).toEqual([
    `silent: the parcel ${world.waiting.ttn} is paid for without a fiscal receipt, and nobody is told`,
  ])
  expect(await silences(`"ttn":"${world.waiting.ttn}"`)).toEqual([])
})

test('doubled, orphan: another hand’s document is our fault when ours was made beside it, or nobody is told of it', async () => {
  const { ttn } = await shop.aReceipt()
  await shop.send()
  const { license_key } = shop.first
  const created_at = new Date(shop.now().getTime() - 3_600_000).toISOString()
  const { id } = fiscal.documents.createByHand({ ttn, license_key, total_sum: 120_000, created_at })
  const faults = async (said: string) =>
    (await receiptViolations(db, [fiscal], { ...judging(), said })).filter((one) => one.includes(ttn))
  const doubled = `doubled: a document of ${ttn} was made beside one that was there before we looked`
  const orphan = `orphan: the document ${id} of ${ttn} is live, and nobody is told`
  expect(await faults('')).toEqual([doubled, orphan])
  expect(await faults(id)).toEqual([doubled])
})

/** A stranger who knows what the service knows. */
const headersOf = (call: { headers: Record<string, unknown> } | undefined): Record<string, string> => ({
  'user-agent': 'a-stranger/1',
  'x-license-key': String(call?.headers['x-license-key']),
  authorization: String(call?.headers['authorization']),
})
