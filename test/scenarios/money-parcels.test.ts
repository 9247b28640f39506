import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { MoneyAlarms, ParcelPayment, ParcelPaymentList } from '#/contract/parcel-payments.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import { startMoneyDesk } from '#/test/support/money-desk.ts'

const desk = await startMoneyDesk()
const { cashier, kasyr } = desk

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** An order whose parcel was received and paid so many days ago. */
async function aPaidParcel({ state = 'fiscalized', days = 30 }: { state?: ReceiptState | null; days?: number } = {}) {
  const order = await desk.aPaidOrder(state)
  await sql`
    update parcels set status_code = 9, paid = true, received_at = ${`${dayAgo(days)}T10:00:00Z`}, paid_at = ${`${dayAgo(days)}T10:00:00Z`}
    where order_id = ${order.id}`.execute(kasyr.db)
  return order
}

async function paymentOf(orderId: string): Promise<ParcelPayment | undefined> {
  const { body } = await cashier.get<ParcelPaymentList>('/money/parcels?limit=200')
  return body.items.find(({ order }) => order.id === orderId)
}

const transfer = (ttn: string, accepted = 100_000, changes = {}) =>
  desk.take(desk.aPayoutList([{ ttn, accepted, commission: 0 }], { day: dayAgo(40), ...changes }))

const alarms = async (): Promise<MoneyAlarms> => (await cashier.get<MoneyAlarms>('/money/alarms')).body

test('without any payout list no payment is watched, and none alarms', async () => {
  const { id } = await aPaidParcel()
  expect(await paymentOf(id)).toBeUndefined()
  expect((await alarms()).late.count).toBe(0)
})

describe('a paid parcel', () => {
  test('whose money came and agrees is settled', async () => {
    const { id, ttn, receipt_id } = await aPaidParcel()
    await transfer(ttn)
    expect(await paymentOf(id)).toMatchObject({
      state: 'settled',
      amount: 100_000,
      accepted: 100_000,
      lines: 1,
      receipt: { id: receipt_id, amount: 100_000 },
      paid_on: dayAgo(30),
    })
  })

  test('from before the first payout list is not watched; an older payout list makes it late', async () => {
    const { id } = await aPaidParcel({ days: 50 })
    expect(await paymentOf(id)).toMatchObject({ state: 'unwatched' })
    const older = await transfer(desk.aTtn(), 100, { day: dayAgo(60) })
    expect(await paymentOf(id)).toMatchObject({ state: 'late' })
    expect((await cashier.delete(`/money/registers/${older.id}`)).status).toBe(204)
    expect(await paymentOf(id)).toMatchObject({ state: 'unwatched' })
  })

  test('whose money has not come is awaited for two working days and late after that', async () => {
    const today = await aPaidParcel({ days: 0 })
    const long = await aPaidParcel({ days: 20 })
    expect([(await paymentOf(today.id))?.state, (await paymentOf(long.id))?.state]).toEqual(['awaited', 'late'])
    const { late } = await alarms()
    expect(late.items.map(({ order }) => order.id)).toContain(long.id)
    expect(late.items.map(({ order }) => order.id)).not.toContain(today.id)
    await transfer(long.ttn)
    expect((await alarms()).late.items.map(({ order }) => order.id)).not.toContain(long.id)
  })

  test.each([
    [null, 'none'],
    ['created', 'waiting'],
    ['attention', 'in_doubt'],
    ['cancelled', 'cancelled'],
  ] as const)('whose receipt is %s has none: %s', async (state, why) => {
    const { id } = await aPaidParcel({ state })
    expect(await paymentOf(id)).toMatchObject({ state: 'no_receipt', why, receipt: null })
  })

  test('whose money is another sum says so', async () => {
    const { id, ttn } = await aPaidParcel()
    await transfer(ttn, 90_000)
    expect(await paymentOf(id)).toMatchObject({ state: 'sum_differs', accepted: 90_000 })
  })

  test('whose money went to another payee says so', async () => {
    const { id, ttn } = await aPaidParcel()
    const text = desk.aPayoutList([{ ttn, accepted: 100_000, commission: 0 }], {
      payee: 'ФОП Інша Особа',
      account: 'UA00',
    })
    await desk.take(text, { payee_id: 'new' })
    expect(await paymentOf(id)).toMatchObject({ state: 'other_payee' })
  })

  test('that is paid no longer, or hidden, is no paid parcel', async () => {
    const { id } = await aPaidParcel()
    expect(await paymentOf(id)).toBeDefined()
    await sql`update orders set deleted_at = now() where id = ${id}`.execute(kasyr.db)
    expect(await paymentOf(id)).toBeUndefined()
  })
})

test('a person settles late money with a reason and takes it back', async () => {
  const { id } = await aPaidParcel({ days: 25 })
  const { body } = await cashier.post<ParcelPayment>(`/money/parcels/${id}/settle`, { reason: 'Заплатили готівкою' })
  expect(body).toMatchObject({ state: 'late', settled: { reason: 'Заплатили готівкою' } })
  expect((await alarms()).late.items.map(({ order }) => order.id)).not.toContain(id)
  expect((await cashier.post(`/money/parcels/${id}/settle`, { reason: 'Ще' })).status).toBe(409)
  expect((await cashier.delete<ParcelPayment>(`/money/parcels/${id}/settle`)).body.settled).toBeNull()
  expect((await cashier.delete(`/money/parcels/${id}/settle`)).status).toBe(409)
  expect((await alarms()).late.items.map(({ order }) => order.id)).toContain(id)
  expect((await cashier.post(`/money/parcels/${desk.registerId}/settle`, { reason: 'Так' })).status).toBe(404)
})

test('count and sum over the states are those of all paid parcels', async () => {
  const { body } = await cashier.get<ParcelPaymentList>('/money/parcels?limit=200')
  const { rows } = await sql<{ count: number; amount: number }>`
    select count(*) as count, sum(cod_amount)::bigint as amount from orders
    where deleted_at is null and cod_amount > 0 and (paid or parcel_group = 'received')`.execute(kasyr.db)
  expect({ count: body.items.length, amount: body.items.reduce((sum, { amount }) => sum + amount, 0) }).toEqual(rows[0])
})
