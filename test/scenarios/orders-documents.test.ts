import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Order } from '#/contract/orders.ts'
import { accessTokenSeconds } from '#/server/auth/tokens.ts'
import { listWrongDocuments, mendDocuments } from '#/server/orders/order/document-store.ts'
import { bring } from '../support/scripted-crm.ts'
import { howOften } from '../support/how-often.ts'
import { aCrmOrder } from '../support/orders.ts'
import { loggedIn } from '../support/people.ts'
import { startReceiptShop } from '../support/receipts.ts'
import { seededRandom } from '../support/seeded-random.ts'

/** What is shown of an order lies ready beside its rows; whatever is done, by whatever way, it is what the rows say. */
const shop = await startReceiptShop({ registers: ['Перша каса', 'Друга каса'] })
const { kasyr, app, db, crm, carrier, fiscal } = shop
let admin = await loggedIn(kasyr, 'admin')
const random = seededRandom('order documents')
const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]

const codes = [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 14, 101, 102, 103, 104, 106, 111]

interface Known {
  id: string
  ttn: string
  crm_id: string
}

const orders: Known[] = []

async function anotherOrder(): Promise<void> {
  const { id, ttn } = await shop.anOrder({ register: oneOf(shop.registers) ?? shop.first })
  const { crm_id } = await db.selectFrom('orders').select('crm_id').where('id', '=', id).executeTakeFirstOrThrow()
  orders.push({ id, ttn, crm_id })
}

// Days pass by the shop's clock, and sessions end with them.
let arrivedAt = 0
const arrive = async () => {
  admin = await loggedIn(kasyr, 'admin')
  arrivedAt = shop.clock.now().getTime()
}
const isLoggedOut = () => shop.clock.now().getTime() - arrivedAt > (accessTokenSeconds * 1000) / 2
beforeEach(arrive)

/** Everything that may happen to an order, its parcel, its receipts or its register; what is refused changes nothing. */
const verbs: Record<string, (order: Known) => Promise<unknown>> = {
  comes: anotherOrder,
  edited: ({ id }) =>
    admin.patch(`/orders/${id}`, {
      notes: String(random()),
      recipient: { name: 'Ґалаґан "Їжак"', phone: '380671112233' },
    }),
  'given another TTN': ({ id }) => admin.patch(`/orders/${id}`, { ttn: shop.aTtn() }),
  'left without a TTN': ({ id }) => admin.patch(`/orders/${id}`, { ttn: null }),
  'changed in the CRM': ({ crm_id, ttn }) =>
    bring(app, crm, [aCrmOrder({ crm_id, ttn, total: 130_000, status: oneOf(['new', 'cancelled']) ?? '' })]),
  hidden: ({ id }) => admin.delete(`/orders/${id}`),
  restored: ({ id }) => admin.post(`/orders/${id}/restore`),
  'not needed': ({ id }) => admin.post(`/orders/${id}/receipt-not-needed`, { reason: 'повернення готівкою' }),
  'needed again': ({ id }) => admin.delete(`/orders/${id}/receipt-not-needed`),
  'moved by the carrier': async ({ ttn }) => {
    carrier.parcels.put([{ ttn, status_code: oneOf(codes) ?? 5 }])
    await shop.pass(1_200)
    await shop.track()
  },
  redirected: async ({ ttn }) => {
    carrier.parcels.redirect(ttn, shop.aTtn())
    await shop.pass(1_200)
    await shop.track()
  },
  'asked for now': ({ id }) => admin.post(`/orders/${id}/track`),
  'given a receipt': ({ id }) => admin.post('/receipts', { order_id: id }),
  'given receipts in bulk': () => admin.post('/receipts/bulk', { order_ids: orders.slice(-5).map(({ id }) => id) }),
  'given an advance': ({ id }) =>
    admin.post('/receipts/prepayment', { order_id: id, amount: 20_000, payment: 'cashless' }),
  sent: () => shop.send(),
  'sent into a fault': async () => {
    fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'status', status: oneOf([422, 500]) ?? 500 } })
    await shop.send()
  },
  looked_for: () => shop.reconcile(),
  polled: () => shop.poll(),
  'paid for': async ({ ttn }) => {
    fiscal.documents.payTtn(ttn)
    await shop.poll()
  },
  cancelled: async ({ id }) => {
    const { body } = await admin.get<Order>(`/orders/${id}`)
    if (body.receipt) await admin.post(`/receipts/${body.receipt.id}/cancel`)
    await shop.cancel()
  },
  'after a while': () => shop.watchFor(60),
}

const stateOf = async (): Promise<Map<string, number>> =>
  new Map(
    (await db.selectFrom('order_documents').select(['order_id', 'revision']).execute()).map((row) => [
      row.order_id,
      row.revision,
    ]),
  )

/**
 * Everything is looked at after each sequence, so a shop that grows takes longer and longer: ten thousand are 25 whole runs
 * (`KASYR_LONG=1 npm run test:long -- orders-documents`), each with a seed of its own.
 */
const mostInOneShop = 400
const sequences = Math.min(mostInOneShop, howOften({ usually: 8, long: 10_000 }))
const inOneTest = 100
const steps = 12
const parts = Array.from({ length: Math.ceil(sequences / inOneTest) }, (_, part) => ({
  from: part * inOneTest,
  to: Math.min(sequences, (part + 1) * inOneTest),
}))

test.each(parts)(
  `random sequences of everything that may happen leave each stored document equal to a freshly built one: $from to $to of ${sequences}`,
  async ({ from, to }) => {
    await anotherOrder()
    const done = new Set<string>()
    for (let sequence = from; sequence < to; sequence += 1) {
      const before = await stateOf()
      const way: string[] = []
      for (let step = 0; step < steps; step += 1) {
        const name = oneOf(Object.keys(verbs)) ?? ''
        const order = oneOf(orders.slice(-8))
        if (order === undefined) throw new Error('there is no order')
        way.push(name)
        done.add(name)
        if (isLoggedOut()) await arrive()
        const answer = await verbs[name]?.(order)
        expect(answer, `${way.join(', ')}: not logged in`).not.toEqual(expect.objectContaining({ status: 401 }))
      }
      expect(await listWrongDocuments(db), way.join(', ')).toEqual([])
      const after = await stateOf()
      for (const [id, revision] of before)
        expect(after.get(id), `${way.join(', ')}: the revision`).toBeGreaterThanOrEqual(revision)
    }
    expect(done.size).toBeGreaterThan(Object.keys(verbs).length / 2)
  },
)

test('a document that was written past the triggers is found, and mended', async () => {
  const { id } = await shop.anOrder()
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update orders set notes = 'повз тригери' where id = ${id}`.execute(tx)
  })
  expect(await listWrongDocuments(db)).toEqual([id])
  expect(await db.transaction().execute(mendDocuments)).toBe(1)
  expect(await listWrongDocuments(db)).toEqual([])
  const { status, body } = await admin.get<Order>(`/orders/${id}`)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.notes).toBe('повз тригери')
})

test('of two changes at once the later sees the earlier: neither is missing from the document', async () => {
  const { id, ttn } = await shop.anOrder()
  for (let round = 0; round < howOften({ usually: 10, long: 200 }); round += 1) {
    carrier.parcels.put([{ ttn, status_code: round % 2 === 0 ? 7 : 5 }])
    await shop.pass(1_200)
    await arrive()
    await Promise.all([
      admin.patch(`/orders/${id}`, { notes: `нотатка ${round}` }),
      shop.track(),
      admin.post(`/orders/${id}/receipt-not-needed`, { reason: `причина ${round}` }),
    ])
    expect(await listWrongDocuments(db), `round ${round}`).toEqual([])
  }
})

test('a change by another hand at the database, in whatever time zone and spelling of time, writes the same document', async () => {
  const { id } = await shop.anOrder()
  await db.transaction().execute(async (tx) => {
    await sql`set local timezone = 'Europe/Kyiv'`.execute(tx)
    await sql`set local datestyle = 'German'`.execute(tx)
    await sql`update orders set notes = 'з psql' where id = ${id}`.execute(tx)
  })
  expect(await listWrongDocuments(db)).toEqual([])
})
