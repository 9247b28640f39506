import { describe, expect, test } from 'vitest'
import type { Order } from '#/contract/orders.ts'
import { startTrackedShop } from '../support/tracked-shop.ts'

const shop = await startTrackedShop({ registers: ['Перша каса', 'Друга каса', 'Третя каса'] })
const { kasyr, simulator, registers, aTtn, anOrder, read, track, later } = shop
const [first, second, third] = registers.map(({ carrier_key }) => carrier_key)

const askedOf = (ttn: string) => simulator.log.entries().filter(({ body }) => JSON.stringify(body).includes(ttn)).length

describe('whose parcel it is', () => {
  test('an order is bound to the register whose key sees the sender, whichever it is', async () => {
    for (const [index, owner_key] of [first, second, third].entries()) {
      const order = await anOrder({ ttn: aTtn({ owner_key: owner_key ?? '' }) })
      await track()
      const { parcel, cash_register } = await read(order)
      expect(cash_register).toEqual({ id: registers[index]?.id, name: registers[index]?.name })
      expect(parcel).toMatchObject({ own: true, status_code: 5, group: 'moving' })
    }
  })

  test('the keys are asked in turn, the default first, and none after the sender is found', async () => {
    const ttn = aTtn({ owner_key: second ?? '' })
    await anOrder({ ttn })
    simulator.asked.clear()
    await track()
    const asked = simulator.asked.all()
    expect([first, second, third].map((key) => asked[key ?? '']?.ttns ?? 0)).toEqual([1, 1, 0])
  })

  test('a stranger’s parcel is nobody’s, shows its way all the same, and is asked about ever more seldom', async () => {
    const ttn = aTtn({ owner_key: null, status_code: 7, cod: { kind: 'payment_control', amount: 500 } })
    const order = await anOrder({ ttn })
    await track()
    expect(await read(order)).toMatchObject({
      cash_register: null,
      parcel: { own: false, status_code: 7, cod_amount: null },
    })
    const asks: number[] = []
    for (let round = 0; round < 8; round += 1) {
      await later()
      const before = askedOf(ttn)
      await track()
      asks.push(askedOf(ttn) - before)
    }
    // After 2, 4 and 8 intervals: rounds 2 and 6 of these.
    expect(asks).toEqual([0, 3, 0, 0, 0, 3, 0, 0])
  })

  test('a parcel that was a stranger’s is bound once the carrier shows its sender', async () => {
    const ttn = aTtn({ owner_key: null })
    const order = await anOrder({ ttn })
    await track()
    simulator.parcels.put([{ ttn, owner_key: third ?? '' }])
    await later(2)
    await track()
    expect((await read(order)).cash_register?.id).toBe(registers[2]?.id)
  })

  test('a bound parcel stays bound and is asked about with its own key only, even when the carrier masks its sender', async () => {
    const ttn = aTtn({ owner_key: second ?? '' })
    const order = await anOrder({ ttn })
    await track()
    const sibling = await anOrder({ ttn: aTtn({ owner_key: second ?? '' }) })
    await track()
    simulator.parcels.put([{ ttn, raw: { PhoneSender: '' }, status_code: 7 }])
    simulator.asked.clear()
    await later()
    await track()
    expect(await read(order)).toMatchObject({
      cash_register: { id: registers[1]?.id },
      parcel: { own: true, status_code: 7, problem: null },
    })
    expect((await read(sibling)).parcel?.problem).toBeNull()
    expect(simulator.asked.all()[first ?? '']?.foreign_ttns ?? 0).toBe(0)
    simulator.parcels.put([{ ttn, raw: {} }])
  })
})

describe('what is kept of a parcel', () => {
  test('payment control and money transfer are kept apart, in kopiykas, and nothing to pay is nothing', async () => {
    const [control, transfer, none] = [
      await anOrder({ ttn: aTtn({ cod: { kind: 'payment_control', amount: 1200.5 } }) }),
      await anOrder({ ttn: aTtn({ cod: { kind: 'money_transfer', amount: 99.99 } }) }),
      await anOrder({ ttn: aTtn({ cod: { kind: 'none', amount: 0 } }) }),
    ]
    await track()
    expect((await read(control)).parcel).toMatchObject({ cod_amount: 120_050, cod_kind: 'payment_control' })
    expect((await read(transfer)).parcel).toMatchObject({ cod_amount: 9_999, cod_kind: 'money_transfer' })
    expect((await read(none)).parcel).toMatchObject({ cod_amount: 0, cod_kind: null, paid: false })
  })

  test('a parcel paid for in the app before it is picked up is paid, and leaves the summary', async () => {
    const ttn = aTtn({ status_code: 7, cod: { kind: 'payment_control', amount: 700 } })
    const order = await anOrder({ ttn })
    await track()
    const before = (await shop.cashier().get<{ count: number; cod_total: number }>('/orders/summary')).body
    simulator.parcels.put([{ ttn, paid: true }])
    await later()
    await track()
    expect((await read(order)).parcel).toMatchObject({ paid: true, status_code: 7 })
    expect((await shop.cashier().get('/orders/summary')).body).toMatchObject({
      count: before.count - 1,
      cod_total: before.cod_total - 70_000,
    })
  })

  test('a received parcel moves to its tab, with the time it was handed over, and is never asked about again', async () => {
    const ttn = aTtn({ status_code: 7, cod: { kind: 'payment_control', amount: 10 } })
    const order = await anOrder({ ttn })
    await track()
    simulator.parcels.put([{ ttn, status_code: 9, received_at: '2026-03-09T07:05:00Z' }])
    await later()
    await track()
    expect(await read(order)).toMatchObject({
      tab: 'received',
      parcel: { status_code: 9, paid: true, final: true, received_at: '2026-03-09T07:05:00.000Z' },
    })
    const asked = askedOf(ttn)
    await later(5_000)
    await track()
    expect(askedOf(ttn)).toBe(asked)
  })

  test.each([2, 9, 11, 106])('code %i is final', async (status_code) => {
    const order = await anOrder({ ttn: aTtn({ status_code }) })
    await track()
    const { due_at } = await kasyr.db
      .selectFrom('parcels')
      .select('due_at')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(due_at).toBeNull()
    expect((await read(order)).parcel?.final).toBe(true)
  })

  test('code 10 is asked about until it is 11', async () => {
    const ttn = aTtn({ status_code: 10, cod: { kind: 'money_transfer', amount: 10 } })
    const order = await anOrder({ ttn })
    await track()
    simulator.parcels.put([{ ttn, status_code: 11 }])
    await later(71)
    await track()
    expect((await read(order)).parcel?.status_code).toBe(10)
    await later(1)
    await track()
    expect((await read(order)).parcel).toMatchObject({ status_code: 11, final: true })
  })

  test('a refusal is asked about seldom, and may be taken back', async () => {
    const ttn = aTtn({ status_code: 102, successor: { number: '20450000009999', type: 'CargoReturn' } })
    const order = await anOrder({ ttn })
    await track()
    expect(await read(order)).toMatchObject({
      tab: 'refused',
      parcel: { successor: { ttn: '20450000009999', kind: 'return' } },
    })
    const asked = askedOf(ttn)
    await later(10)
    await track()
    expect(askedOf(ttn)).toBe(asked)
    simulator.parcels.put([{ ttn, status_code: 7 }])
    await later(62)
    await track()
    expect((await read(order)).tab).toBe('no_receipt')
  })

  test('a redirected parcel tells where it goes on, and the number of a money transfer is no parcel', async () => {
    const redirected = await anOrder({
      ttn: aTtn({ status_code: 104, successor: { number: '20450000008888', type: 'Redirecting' } }),
    })
    const transfer = await anOrder({
      ttn: aTtn({ status_code: 10, successor: { number: '102-1107000000', type: 'RedeliveryGM' } }),
    })
    await track()
    expect((await read(redirected)).parcel?.successor).toEqual({ ttn: '20450000008888', kind: 'redirect' })
    expect((await read(transfer)).parcel?.successor).toBeNull()
  })

  test('orders with a receipt are followed like the others', async () => {
    const ttn = aTtn({ status_code: 7 })
    const order = await anOrder({ ttn })
    await kasyr.db.updateTable('orders').set({ has_receipt: true }).where('id', '=', order.id).execute()
    await track()
    simulator.parcels.put([{ ttn, status_code: 9 }])
    await later()
    await track()
    expect(await read(order)).toMatchObject({ tab: 'received', parcel: { status_code: 9 } })
  })

  test('a hidden order is not asked about', async () => {
    const ttn = aTtn()
    const order = await anOrder({ ttn })
    await shop.cashier().delete(`/orders/${order.id}`)
    await track()
    expect(askedOf(ttn)).toBe(0)
  })

  test('a code of the future is kept, shown, and followed as a parcel on its way', async () => {
    const order = await anOrder({ ttn: aTtn({ status_code: 777, raw: { Status: 'Летить дроном' } }) })
    await track()
    expect((await read(order)).parcel).toMatchObject({
      status_code: 777,
      status_text: 'Летить дроном',
      group: 'moving',
      final: false,
    })
  })

  test('the history tells every step in words', async () => {
    const ttn = aTtn({ status_code: 5, cod: { kind: 'payment_control', amount: 10 } })
    const order = await anOrder({ ttn })
    await track()
    simulator.parcels.put([{ ttn, status_code: 9, raw: { Status: 'Відправлення отримано' } }])
    await later()
    await track()
    const { items } = (
      await shop.cashier().get<{ items: { text: string; at: string }[] }>(`/orders/${order.id}/history`)
    ).body
    expect(items.map(({ text }) => text)).toEqual([
      expect.stringMatching(/надійшло з CRM/),
      'Нова пошта: «Відправлення отримано». Посилку оплачено',
      expect.stringMatching(/^Нова пошта: .+\. Посилка належить касі «Перша каса»$/),
    ])
  })

  test('an unchanged parcel leaves no step and no event, only the time it was asked about', async () => {
    const order = await anOrder({ ttn: aTtn({ status_code: 7 }) })
    await track()
    const steps = () => kasyr.db.selectFrom('parcel_steps').select('id').where('order_id', '=', order.id).execute()
    const [before, events] = [await steps(), await eventsOf(order)]
    expect(events).toBeGreaterThan(1)
    await later()
    await track()
    expect(await steps()).toEqual(before)
    expect(await eventsOf(order)).toBe(events)
    expect((await read(order)).parcel?.checked_at).toBe(shop.now())
  })

  test('steps cannot be changed afterwards, not even in the database', async () => {
    await expect(kasyr.db.deleteFrom('parcel_steps').execute()).rejects.toThrow(/only grows/)
    await expect(kasyr.db.updateTable('parcel_steps').set({ ttn: '' }).execute()).rejects.toThrow(/only grows/)
  })
})

describe('a number the carrier does not know', () => {
  test('is not believed to be unknown before three answers and a day', async () => {
    const order = await anOrder({ ttn: '20459999999901' })
    const codes: (number | null | undefined)[] = []
    // At 0:00, 0:20, 23:40 and 25:00; each time it is put off twice as long.
    for (const rounds of [0, 2, 140, 8]) {
      await later(rounds)
      await track()
      codes.push((await read(order)).parcel?.status_code)
    }
    expect(codes).toEqual([null, null, null, 3])
    expect((await read(order)).parcel).toMatchObject({ group: 'unknown', own: false })
  })

  test('does not take a known status away', async () => {
    const ttn = aTtn({ status_code: 7 })
    const order = await anOrder({ ttn })
    await track()
    simulator.parcels.put([{ ttn, raw: { StatusCode: '3', Status: 'Номер не знайдено' } }])
    for (let round = 0; round < 5; round += 1) {
      await later(100)
      await track()
    }
    expect((await read(order)).parcel).toMatchObject({ status_code: 7, own: true })
    simulator.parcels.put([{ ttn, raw: {}, status_code: 8 }])
    await later()
    await track()
    expect((await read(order)).parcel?.status_code).toBe(8)
  })

  test('that is no number is told so, is not asked again, and does not spoil the batch', async () => {
    const good = await anOrder({ ttn: aTtn() })
    const bad = await anOrder({ ttn: '00450000000001' })
    await track()
    expect((await read(good)).parcel?.status_code).toBe(5)
    expect((await read(bad)).parcel).toMatchObject({ status_code: null, problem: { kind: 'bad_number' } })
    const mended = await shop.cashier().patch<Order>(`/orders/${bad.id}`, { ttn: aTtn() })
    expect(mended.body.parcel?.problem).toBeNull()
    await track()
    expect((await read(bad)).parcel).toMatchObject({ status_code: 5, problem: null })
  })
})

const eventsOf = async (order: Order): Promise<number> =>
  (await kasyr.db.selectFrom('events').select('id').where('subject_id', '=', order.id).execute()).length
