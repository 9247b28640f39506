import { describe, expect, test } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { loggedIn } from '../support/people.ts'
import { startTrackedShop } from '../support/tracked-shop.ts'

const shop = await startTrackedShop({ registers: ['Перша каса', 'Друга каса'] })
const { kasyr, simulator, registers, aTtn, anOrder, read, track, later } = shop
const [, second = ''] = registers.map(({ carrier_key }) => carrier_key)
const control = { kind: 'payment_control', amount: 1200 } as const

const unbound = async () => (await shop.cashier().get<ReceiptAlarms>('/receipts/alarms')).body.unbound_received
const toldIds = async () => (await unbound()).items.map(({ order_id }) => order_id)
const inAttention = async ({ id }: Order): Promise<boolean> =>
  (await shop.cashier().get<OrderList>('/orders?attention=true')).body.items.some((order) => order.id === id)

/** Received while the key of its sender had expired: the other key is shown where it is, and no sum. */
async function receivedUnproven(): Promise<Order> {
  simulator.keys.put([{ key: second, state: 'expired' }])
  const order = await anOrder({ ttn: aTtn({ owner_key: second, status_code: 9, cod: control }) })
  await track()
  await later()
  await track()
  expect(await read(order)).toMatchObject({ tab: 'received', parcel: { own: null, cod_amount: null, final: false } })
  return order
}

describe('a parcel that is received before its sender is known', () => {
  test('is told after a short while, until it is bound or needs no receipt', async () => {
    const order = await receivedUnproven()
    expect(await toldIds()).not.toContain(order.id)
    await later(2)
    const [told] = (await unbound()).items
    expect(told).toMatchObject({ order_id: order.id, receipt_id: null, amount: order.total, cash_register: null })
    expect(told?.detail).toContain(`Посилку ${order.ttn} отримано`)
    expect(await inAttention(order)).toBe(true)
    await shop.cashier().post(`/orders/${order.id}/receipt-not-needed`, { reason: 'Чек зроблено вручну' })
    expect(await toldIds()).not.toContain(order.id)
    expect(await inAttention(order)).toBe(false)
    simulator.keys.put([{ key: second, state: 'ok' }])
    await later(7)
    await track()
  })

  test('is asked about again as soon as the key works again, and then lacks its receipt', async () => {
    const order = await receivedUnproven()
    simulator.keys.put([{ key: second, state: 'ok' }])
    // The pause of the key ends, and another parcel shows that it is well.
    await later(7)
    const other = await anOrder({ ttn: aTtn({ owner_key: second }) })
    await track()
    expect((await read(other)).cash_register?.name).toBe('Друга каса')
    await later()
    await track()
    expect(await read(order)).toMatchObject({
      cash_register: { name: 'Друга каса' },
      parcel: { own: true, cod_amount: 120_000, paid: true, final: true },
    })
    expect(await toldIds()).not.toContain(order.id)
    expect(await inAttention(order)).toBe(true)
  })

  test('is not taken for a stranger’s while the carrier answers the dead key of its sender like a stranger’s', async () => {
    simulator.set({ bad_key: 'masked' })
    const order = await receivedUnproven()
    expect(await toldIds()).not.toContain(order.id)
    await later(2)
    expect(await toldIds()).toContain(order.id)
    simulator.keys.put([{ key: second, state: 'ok' }])
    simulator.set({ bad_key: 'error' })
    await later(7)
    await track()
    await later()
    await track()
    expect(await read(order)).toMatchObject({
      cash_register: { name: 'Друга каса' },
      parcel: { own: true, paid: true },
    })
  })

  test('is asked about with the key of a register that is added later', async () => {
    const admin = await loggedIn(kasyr, 'admin')
    const key = '9'.repeat(32)
    simulator.keys.put([{ key, name: 'Новий Відправник', phones: ['380930000099'], state: 'ok' }])
    const order = await anOrder({ ttn: aTtn({ owner_key: key, status_code: 9, cod: control }) })
    await track()
    expect((await read(order)).parcel).toMatchObject({ own: false, final: true })
    const added = await admin.post('/cash-registers', {
      name: 'Нова каса',
      license_key: 'new-license-key',
      pin: '1234567890',
      carrier_key: key,
    })
    expect(added.status).toBe(201)
    await later()
    await track()
    expect(await read(order)).toMatchObject({
      cash_register: { name: 'Нова каса' },
      parcel: { own: true, cod_amount: 120_000, paid: true },
    })
  })
})
