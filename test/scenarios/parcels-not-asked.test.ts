import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { startTrackedShop } from '../support/tracked-shop.ts'

const shop = await startTrackedShop({ registers: ['Перша каса', 'Друга каса'] })
const { aTtn, anOrder, track, later } = shop

const notAsked = async () => (await shop.cashier().get<ReceiptAlarms>('/receipts/alarms')).body.not_asked
const wordsOf = async ({ id }: Order): Promise<string | null> =>
  (await notAsked()).items.find(({ order_id }) => order_id === id)?.detail ?? null
const inAttention = async ({ id }: Order): Promise<boolean> =>
  (await shop.cashier().get<OrderList>('/orders?attention=true')).body.items.some((order) => order.id === id)
const recently = () => new Date(Date.parse(shop.now()) - 3_600_000).toISOString()

describe('a TTN that leads to no parcel is told', () => {
  test.each(['20450000000001, 20450000000002', '2O45OOOOOOOOOl', '00450000000007'])(
    'when the carrier takes it for no number: %s; a correct one ends it',
    async (ttn) => {
      const order = await anOrder({ ttn, ordered_at: recently() })
      await track()
      expect(await wordsOf(order)).toContain(`Нова пошта не вважає «${ttn}» номером ТТН`)
      expect(await inAttention(order)).toBe(true)
      await shop.cashier().patch(`/orders/${order.id}`, { ttn: aTtn() })
      await track()
      expect([await wordsOf(order), await inAttention(order)]).toEqual([null, false])
    },
  )

  test('when the carrier has not known it for a day, as long as the order needs it', async () => {
    const order = await anOrder({ ttn: '20479999999999', ordered_at: recently() })
    for (let round = 0; round < 3; round += 1) {
      await track()
      await later(3)
    }
    expect(await wordsOf(order)).toBeNull()
    await later(144)
    await track()
    expect(await wordsOf(order)).toContain('не знає ТТН 20479999999999')
    await shop.cashier().post(`/orders/${order.id}/receipt-not-needed`, { reason: 'Оплачено на рахунок' })
    expect([await wordsOf(order), await inAttention(order)]).toEqual([null, false])
  })
})

/** The parcel has waited for seven hours. The database’s clock cannot be turned, so it is made older. */
async function passWithoutAsking({ id }: Order): Promise<void> {
  await shop.kasyr.db
    .updateTable('parcels')
    .set({ added_at: new Date(Date.parse(shop.now()) - 6 * 3_600_000).toISOString() })
    .where('order_id', '=', id)
    .execute()
  await later(42)
}

describe('a parcel that no key could be asked about since its order came', () => {
  test('is told after six hours, until a key works again', async () => {
    const keys = shop.registers.map(({ carrier_key }) => carrier_key)
    // Both keys are paused: what comes now is not asked about at all.
    shop.simulator.keys.put(keys.map((key) => ({ key, state: 'daily_limit' })))
    await anOrder({ ttn: aTtn(), ordered_at: recently() })
    await track()
    const order = await anOrder({ ttn: aTtn({ status_code: 9 }), ordered_at: recently() })
    await track()
    expect((await shop.read(order)).parcel?.checked_at).toBeNull()
    expect(await wordsOf(order)).toBeNull()
    await passWithoutAsking(order)
    expect(await wordsOf(order)).toContain('уже понад 6 годин не вдається спитати')
    expect(await inAttention(order)).toBe(true)
    // Also when the clock of the database was ahead by two days as the order came.
    const [before, ahead] = [-8, 48].map((hours) => new Date(Date.parse(shop.now()) + hours * 3_600_000).toISOString())
    await sql`update parcels set added_at = ${ahead} where order_id = ${order.id}`.execute(shop.kasyr.db)
    await sql`update orders set ordered_at = ${before} where id = ${order.id}`.execute(shop.kasyr.db)
    expect(await wordsOf(order)).toContain('уже понад 6 годин не вдається спитати')
    shop.simulator.keys.put(keys.map((key) => ({ key, state: 'ok' })))
    await track()
    expect(await wordsOf(order)).toBeNull()
  })
})

test('a parcel with a fiscal receipt is told too while it is not asked about: it may be refused, or of another sum', async () => {
  const keys = shop.registers.map(({ carrier_key }) => carrier_key)
  shop.simulator.keys.put(keys.map((key) => ({ key, state: 'daily_limit' })))
  const order = await anOrder({ ttn: aTtn({ status_code: 9 }), ordered_at: recently() })
  await track()
  await sql`update orders set ettn_state = 'fiscal', has_receipt = true where id = ${order.id}`.execute(shop.kasyr.db)
  await passWithoutAsking(order)
  expect(await wordsOf(order)).toContain('ні оплати, ні відмови не видно')
  shop.simulator.keys.put(keys.map((key) => ({ key, state: 'ok' })))
  await track()
  expect(await wordsOf(order)).toBeNull()
})

test.each([
  ['is left out', { left_out: true }],
  ['is deleted', { status_code: 2 }],
])(
  'a parcel whose TTN of a redirection %s is told after two days, until it is seen under way',
  async (_what, hidden) => {
    const ttn = aTtn({ status_code: 5 })
    const order = await anOrder({ ttn, ordered_at: recently() })
    const to = aTtn({})
    shop.simulator.parcels.redirect(ttn, to)
    shop.simulator.parcels.put([{ ttn: to, ...hidden }])
    await track()
    await later(280)
    await track()
    expect(await wordsOf(order)).toBeNull()
    await later(12)
    await track()
    expect(await wordsOf(order)).toContain(`не видно, щоб вона їхала за новою ТТН ${to}`)
    expect(await inAttention(order)).toBe(true)
    shop.simulator.parcels.put([{ ttn: to, status_code: 5, left_out: false }])
    await later(72)
    await track()
    expect([await wordsOf(order), await inAttention(order)]).toEqual([null, false])
  },
)

test('of a parcel of somebody else that went on under another TTN nothing is told: it is not followed', async () => {
  const ttn = aTtn({ status_code: 5, owner_key: 'the key of another shop' })
  const order = await anOrder({ ttn, ordered_at: recently() })
  await track()
  const to = aTtn({})
  shop.simulator.parcels.redirect(ttn, to)
  await later(6)
  await track()
  expect((await shop.read(order)).parcel).toMatchObject({ own: false, status_code: 104 })
  await later(300)
  await track()
  expect(await wordsOf(order)).toBeNull()
})

describe('parcels of a register', () => {
  const [, second] = shop.registers
  const key = second?.carrier_key ?? ''
  const cod = { kind: 'payment_control', amount: 120_000 } as const

  test('that is switched off are asked about with its key until they are paid, and told', async () => {
    const ttn = aTtn({ status_code: 5, owner_key: key, cod })
    const order = await anOrder({ ttn, ordered_at: recently() })
    await track()
    await shop.kasyr.db
      .updateTable('cash_registers')
      .set({ active: false })
      .where('id', '=', second?.id ?? '')
      .execute()
    shop.simulator.parcels.put([{ ttn, status_code: 9 }])
    await later()
    await track()
    expect((await shop.read(order)).parcel).toMatchObject({ status_code: 9, paid: true })
    expect(await inAttention(order)).toBe(true)
    await shop.kasyr.db
      .updateTable('cash_registers')
      .set({ active: true })
      .where('id', '=', second?.id ?? '')
      .execute()
  })

  test('that is switched off are known as its own when they come, not as a stranger’s', async () => {
    const switched = (active: boolean) =>
      shop.kasyr.db
        .updateTable('cash_registers')
        .set({ active })
        .where('id', '=', second?.id ?? '')
        .execute()
    await switched(false)
    const order = await anOrder({ ttn: aTtn({ status_code: 5, owner_key: key, cod }), ordered_at: recently() })
    await track()
    expect(await shop.read(order)).toMatchObject({ cash_register: { id: second?.id }, parcel: { own: true } })
    const { body } = await shop.cashier().get<ReceiptAlarms>('/receipts/alarms')
    expect(body.registers.find(({ id }) => id === second?.id)?.detail).toContain('Касу вимкнено')
    // Its key is dead: whose the next one is cannot be known.
    shop.simulator.keys.put([{ key, state: 'expired' }])
    const other = await anOrder({ ttn: aTtn({ status_code: 5, owner_key: key, cod }), ordered_at: recently() })
    await track()
    expect((await shop.read(other)).parcel?.own).toBeNull()
    shop.simulator.keys.put([{ key, state: 'ok' }])
    await switched(true)
    await later(7)
    await track()
    expect((await shop.read(other)).parcel?.own).toBe(true)
  })

  test('whose key does not answer from the first are told after six hours, though another key shows where they are', async () => {
    shop.simulator.keys.put([{ key, state: 'daily_limit' }])
    const order = await anOrder({ ttn: aTtn({ status_code: 5, owner_key: key, cod }), ordered_at: recently() })
    await track()
    expect((await shop.read(order)).parcel).toMatchObject({ status_code: 5, own: null })
    expect(await wordsOf(order)).toBeNull()
    await passWithoutAsking(order)
    await track()
    expect(await wordsOf(order)).toContain('не вдається з’ясувати, тому оплати не видно')
    expect(await inAttention(order)).toBe(true)
    shop.simulator.keys.put([{ key, state: 'ok' }])
    await later(150)
    await track()
    expect([await wordsOf(order), await inAttention(order)]).toEqual([null, false])
  })

  test('that was refused is told too while its key is refused: the refusal may be taken back', async () => {
    const ttn = aTtn({ status_code: 103, owner_key: key, cod })
    const order = await anOrder({ ttn, ordered_at: recently() })
    await track()
    expect((await shop.read(order)).parcel).toMatchObject({ status_code: 103, own: true })
    shop.simulator.keys.put([{ key, state: 'expired' }])
    shop.simulator.parcels.put([{ ttn, status_code: 9, paid: true }])
    await later(150)
    await track()
    expect(await wordsOf(order)).toContain('ні оплати, ні відмови не видно')
    expect(await inAttention(order)).toBe(true)
    shop.simulator.keys.put([{ key, state: 'ok' }])
    await later(7)
    await track()
    expect((await shop.read(order)).parcel).toMatchObject({ status_code: 9, paid: true })
    expect(await wordsOf(order)).toBeNull()
  })

  test('whose key is refused are told after six hours, until it works again', async () => {
    const order = await anOrder({ ttn: aTtn({ status_code: 5, owner_key: key, cod }), ordered_at: recently() })
    await track()
    shop.simulator.keys.put([{ key, state: 'expired' }])
    await later()
    await track()
    expect(await wordsOf(order)).toBeNull()
    await later(40)
    await track()
    expect(await wordsOf(order)).toContain('уже понад 6 годин не вдається спитати Нову пошту')
    expect(await inAttention(order)).toBe(true)
    shop.simulator.keys.put([{ key, state: 'ok' }])
    await later(7)
    await track()
    expect([await wordsOf(order), await inAttention(order)]).toEqual([null, false])
  })
})
