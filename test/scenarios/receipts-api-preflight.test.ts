import { sql } from 'kysely'
import type { z } from 'zod'
import { describe, expect, test } from 'vitest'
import type { BulkAnswer, Preflight } from '#/contract/receipts.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import { newId } from '#/server/platform/random.ts'
import { loggedIn } from '../support/people.ts'
import { startReceiptDesk, type ParcelFacts } from '../support/receipt-desk.ts'
import { seededRandom } from '../support/seeded-random.ts'

const desk = await startReceiptDesk()
const { kasyr, cashier, admin } = desk
const preflight = async (order_ids: readonly string[]): Promise<Preflight> =>
  (await cashier.post<Preflight>('/receipts/preflight', { order_ids })).body
const bulk = async (order_ids: readonly string[]): Promise<z.infer<typeof BulkAnswer>> =>
  (await cashier.post<z.infer<typeof BulkAnswer>>('/receipts/bulk', { order_ids })).body

const line = { code: 'A', name: 'Чохол', price: 120_000, quantity: 1000, discount: 0 }
const unusable = await desk.addRegister({ license_key: 'bad-license-key' })
const unchecked = await desk.addRegister()
await kasyr.db.updateTable('cash_registers').set({ health: null, is_test: null }).where('id', '=', unchecked).execute()

/** What may be wrong with an order, and what is not. */
const kinds: [Partial<CrmOrder>, Partial<ParcelFacts>][] = [
  [{}, {}],
  [{ goods: [{ ...line, price: 70_000 }], total: 70_000 }, {}],
  [{ goods: [{ ...line, price: 130_000 }] }, {}],
  [{ ttn: null }, {}],
  [{}, { own: null, cash_register_id: null }],
  [{}, { own: false, cash_register_id: null }],
  [{}, { status_code: 103 }],
  [{}, { status_code: 2 }],
  [{}, { cod_kind: 'money_transfer' }],
  [{}, { cod_kind: null }],
  [{ goods: [] }, {}],
  [{ goods: [line, { ...line, price: 0 }] }, {}],
  [{ goods: [line], total: 150_000 }, {}],
  [{}, { cod_amount: 125_000 }],
  [{}, { cash_register_id: unusable }],
  [{}, { cash_register_id: unchecked }],
]

/** Orders of every kind, hidden ones, ones with a receipt, unknown and repeated ones, shuffled. */
async function anyOrders(random: () => number): Promise<string[]> {
  const made: string[] = []
  for (const [changes, facts] of kinds) made.push(...(await desk.orders(2, changes, facts)))
  const [hidden, had, other] = [await desk.order(), await desk.order({ ttn: '20456660000001' }), await desk.order()]
  await cashier.delete(`/orders/${hidden}`)
  await desk.receipt(had)
  const cancelled = await desk.receipt(other)
  await desk.drive(cancelled.id, { type: 'cancel_asked' })
  made.push(hidden, had, other, newId(), await desk.order({ ttn: '20456660000001' }))
  made.push(...made.slice(0, 3))
  return made
    .map((id) => ({ id, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ id }) => id)
}

const reasons = (refused: readonly { order_id: string; code: string; detail: string }[]): string[] =>
  refused.map(({ order_id, code, detail }) => `${order_id} ${code} ${detail}`).toSorted((a, b) => a.localeCompare(b))

describe('a pre-flight', () => {
  test('foretells a bulk: whom it refuses and why, how many it accepts, for how much', async () => {
    const orders = await anyOrders(seededRandom('pre-flight'))
    const foretold = await preflight(orders)
    const { accepted, refused } = await bulk(orders)
    expect(reasons(foretold.refused)).toEqual(reasons(refused))
    expect(foretold.ready).toBe(accepted.length)
    expect(foretold.amount).toBe(accepted.reduce((sum, { amount }) => sum + amount, 0))
    expect(new Set(refused.map(({ code }) => code)).size).toBeGreaterThan(14)
    const after = await preflight(orders)
    expect([after.ready, after.amount, after.refused.length]).toEqual([0, 0, orders.length])
  })

  test('finds an order whichever letters its id is written with, as a bulk does', async () => {
    const id = await desk.order()
    expect((await preflight([id.toUpperCase()])).ready).toBe(1)
    expect((await bulk([id.toUpperCase()])).accepted).toHaveLength(1)
  })

  test('tells the reasons in the order that was asked for', async () => {
    const [foreign, moved] = [await desk.order({}, { own: false }), await desk.order({ ttn: null })]
    const asked = [moved, foreign, newId()]
    expect((await preflight(asked)).refused.map(({ order_id }) => order_id)).toEqual(asked)
  })

  test('two orders of one TTN: the first is ready, the other hears of it, unless the first is refused itself', async () => {
    const [first = '', second = ''] = await desk.orders(2, { ttn: '20457770000002' })
    const { number } = await desk.readOrder(first)
    const refusal = { order_id: second, code: 'receipt.ttn_taken', detail: expect.stringContaining(number) }
    expect(await preflight([first, second])).toEqual({
      ready: 1,
      amount: 120_000,
      crm_cancelled: 0,
      refused: [refusal],
    })
    await desk.tellParcels([first], { cod_amount: 100 })
    const { ready, refused } = await preflight([first, second])
    expect([ready, refused.map(({ code }) => code)]).toEqual([1, ['receipt.sum_mismatch']])
  })

  test('tells how many of the ready ones were cancelled in the CRM, and refuses none of them for it', async () => {
    const [first = '', second = ''] = await desk.orders(2)
    const refused = await desk.order({}, { own: false })
    const cancelled = [second, refused]
    await kasyr.db.updateTable('orders').set({ crm_cancelled: true }).where('id', 'in', cancelled).execute()
    expect(await preflight([first, second, refused])).toMatchObject({ ready: 2, crm_cancelled: 1 })
  })

  test('changes nothing, and waits for nobody who is changing the orders', async () => {
    const orders = await desk.orders(3)
    const before = await traces()
    await kasyr.db.transaction().execute(async (tx) => {
      await sql`select from orders where id = any(${orders}) for update`.execute(tx)
      expect(await preflight(orders)).toEqual({ ready: 3, amount: 360_000, crm_cancelled: 0, refused: [] })
    })
    expect(await traces()).toEqual(before)
  })

  test('costs as many statements for five hundred as for one, and takes no more', async () => {
    const orders = await desk.orders(500)
    await preflight(orders.slice(0, 1))
    const statements = async (ids: readonly string[]): Promise<number> => {
      let count = 0
      kasyr.watchStatements(() => (count += 1))
      expect((await preflight(ids)).ready).toBe(ids.length)
      kasyr.watchStatements(null)
      return count
    }
    const ofOne = await statements(orders.slice(0, 1))
    expect([await statements(orders), ofOne <= 4]).toEqual([ofOne, true])
    for (const order_ids of [[...orders, newId()], []]) {
      const { status, body } = await cashier.post('/receipts/preflight', { order_ids })
      expect([status, body.code]).toEqual([400, 'request.invalid'])
    }
  })

  test('is for whoever may create receipts', async () => {
    const order_ids = [await desk.order()]
    const auditor = await loggedIn(kasyr, 'auditor')
    expect((await auditor.post('/receipts/preflight', { order_ids })).status).toBe(403)
    expect((await admin.post('/receipts/preflight', { order_ids })).status).toBe(200)
  })
})

/** Everything a receipt leaves behind. */
async function traces() {
  const { rows } = await sql`
    select (select count(*) from receipts) as receipts, (select count(*) from receipt_batches) as batches,
      (select count(*) from events) as events, (select count(*) from audit_log) as audit, (select count(*) from pgboss.job) as jobs,
      (select sum(version) from orders) as versions`.execute(kasyr.db)
  return rows
}

test('a rest to be made again is counted with what is left to pay', async () => {
  const { rest, prepayment_id } = await desk.chain()
  const provider_id = prepayment_id
  const sent = [{ type: 'claimed' }, { type: 'sent_positive', attempt: 1, provider_id }] as const
  await desk.drive(prepayment_id, ...sent, { type: 'found_fiscal', provider_id })
  expect(await preflight([rest.order_id])).toMatchObject({ ready: 0, refused: [{ code: 'receipt.exists' }] })
  await desk.drive(rest.id, { type: 'cancel_asked' })
  expect(await preflight([rest.order_id])).toEqual({ ready: 1, amount: 90_000, crm_cancelled: 0, refused: [] })
  const { accepted } = await bulk([rest.order_id])
  expect(accepted).toMatchObject([{ amount: 90_000, prepayment: { amount: 30_000, state: 'fiscalized' } }])
})
