import { describe, expect, test } from 'vitest'
import type { Order } from '#/contract/orders.ts'
import { startTrackedShop } from '../support/tracked-shop.ts'

const shop = await startTrackedShop({ registers: ['Перша каса', 'Друга каса'] })
const { kasyr, simulator, registers, aTtn, anOrder, read, track, later } = shop
const [, second] = registers.map(({ carrier_key }) => carrier_key)
const control = { kind: 'payment_control', amount: 1200 } as const

let last = 0
/** A number the carrier has given to nobody yet. */
const aNumber = () => `2046${String((last += 1)).padStart(10, '0')}`
const askedOf = (ttn: string) => simulator.log.entries().filter(({ body }) => JSON.stringify(body).includes(ttn)).length

/** An order whose parcel is on its way, followed as usual. */
async function aFollowed(parcel: Parameters<typeof aTtn>[0] = {}): Promise<{ order: Order; ttn: string }> {
  const ttn = aTtn({ status_code: 7, cod: control, ...parcel })
  const order = await anOrder({ ttn })
  await track()
  return { order, ttn }
}

async function nextRound(rounds = 1): Promise<void> {
  await later(rounds)
  await track()
}

const historyOf = async ({ id }: Order): Promise<string[]> =>
  (await shop.cashier().get<{ items: { text: string }[] }>(`/orders/${id}/history`)).body.items.map(({ text }) => text)
const rowOf = ({ id }: Order) =>
  kasyr.db.selectFrom('parcels').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()

describe('a redirected parcel', () => {
  test('is followed to the TTN it goes on under within one round, and the order shows both', async () => {
    const { order, ttn } = await aFollowed()
    const to = aNumber()
    simulator.parcels.redirect(ttn, to)
    await nextRound()
    expect(await read(order)).toMatchObject({
      ttn,
      cash_register: { name: 'Перша каса' },
      parcel: { redirected_to: to, status_code: 5, own: true, cod_amount: 120_000, paid: false, problem: null },
    })
    expect((await historyOf(order)).join('\n')).toContain(`Переадресовано, нова ТТН ${to}`)
  })

  test('keeps when the waybill of the order’s own TTN was made, also after a redirection', async () => {
    const { order, ttn } = await aFollowed({ created_at: '2026-02-17T07:08:09.000Z' })
    expect((await rowOf(order)).waybill_made_at).toBe('2026-02-17T07:08:09.000Z')
    simulator.parcels.redirect(ttn, aNumber())
    await nextRound()
    expect(await rowOf(order)).toMatchObject({ passed_ttns: [ttn], waybill_made_at: '2026-02-17T07:08:09.000Z' })
  })

  test('is received and paid under its new TTN, and the old one is not asked about any more', async () => {
    const { order, ttn } = await aFollowed()
    const to = aNumber()
    simulator.parcels.redirect(ttn, to)
    await nextRound()
    const asked = askedOf(ttn)
    simulator.parcels.put([{ ttn: to, status_code: 9 }])
    await nextRound()
    expect(await read(order)).toMatchObject({
      ttn,
      tab: 'received',
      parcel: { status_code: 9, paid: true, final: true, redirected_to: to, cod_amount: 120_000 },
    })
    expect((await rowOf(order)).paid_at).toBe(shop.now())
    expect(askedOf(ttn)).toBe(asked)
  })

  test('is followed along a chain of redirections in one round', async () => {
    const { order, ttn } = await aFollowed()
    const [b, c, d] = [aNumber(), aNumber(), aNumber()]
    simulator.parcels.redirect(ttn, b)
    simulator.parcels.redirect(b, c)
    simulator.parcels.redirect(c, d)
    await nextRound()
    expect((await read(order)).parcel).toMatchObject({ redirected_to: d, status_code: 5 })
    expect((await rowOf(order)).passed_ttns).toEqual([ttn, b, c])
  })

  test('whose redirection is taken back is followed under the TTN before, however long the way was', async () => {
    const { order, ttn } = await aFollowed()
    const [b, c] = [aNumber(), aNumber()]
    simulator.parcels.redirect(ttn, b)
    simulator.parcels.redirect(b, c)
    await nextRound()
    expect((await read(order)).parcel).toMatchObject({ redirected_to: c, status_code: 5 })
    simulator.parcels.put([
      { ttn: c, status_code: 2 },
      { ttn: b, status_code: 7, successor: null },
    ])
    await nextRound()
    expect((await read(order)).parcel).toMatchObject({ redirected_to: b, status_code: 7, final: false })
    simulator.parcels.put([
      { ttn: b, status_code: 2 },
      { ttn, status_code: 9, successor: null },
    ])
    await nextRound()
    expect((await read(order)).parcel).toMatchObject({ redirected_to: null, status_code: 9, paid: true })
    expect((await rowOf(order)).passed_ttns).toEqual([])
  })

  test('that is sent in a circle stays at the last TTN, is asked about at a calm pace, and goes on once there is a way', async () => {
    const { order, ttn } = await aFollowed()
    const b = aNumber()
    simulator.parcels.redirect(ttn, b)
    simulator.parcels.put([{ ttn: b, status_code: 104, successor: { number: ttn, type: 'Redirecting' } }])
    const asked = askedOf(ttn) + askedOf(b)
    await nextRound()
    expect((await read(order)).parcel).toMatchObject({ redirected_to: b, status_code: 104 })
    expect(askedOf(ttn) + askedOf(b)).toBe(asked + 2)
    const c = aNumber()
    simulator.parcels.redirect(b, c)
    await nextRound(3)
    expect((await read(order)).parcel).toMatchObject({ redirected_to: c, status_code: 5 })
  })

  test('whose new TTN is not known for a while keeps what is known, and is followed once it is', async () => {
    const { order, ttn } = await aFollowed()
    const to = aNumber()
    simulator.parcels.redirect(ttn, to)
    simulator.parcels.remove(to)
    await nextRound()
    expect((await read(order)).parcel).toMatchObject({
      redirected_to: to,
      status_code: 104,
      own: true,
      cod_amount: 120_000,
      problem: null,
    })
    simulator.parcels.put([{ ttn: to, owner_key: registers[0]?.carrier_key ?? '', status_code: 7, cod: control }])
    await nextRound(3)
    expect((await read(order)).parcel).toMatchObject({ redirected_to: to, status_code: 7 })
  })

  test.each([
    ['left out of the answer', { left_out: true }],
    ['deleted', { status_code: 2 }],
    ['refused as no number', { raw_envelope: { success: false, errorCodes: ['20001401442'] } }],
  ])('whose new TTN is %s is asked about on, and follows another one named instead', async (_what, fault) => {
    const { order, ttn } = await aFollowed()
    const [wrong, right] = [aNumber(), aNumber()]
    simulator.parcels.redirect(ttn, wrong)
    simulator.parcels.put([{ ttn: wrong, ...fault }])
    await nextRound()
    expect((await read(order)).parcel).toMatchObject({ status_code: 104, cod_amount: 120_000, problem: null })
    simulator.parcels.redirect(ttn, right)
    await nextRound(3)
    expect((await read(order)).parcel).toMatchObject({ redirected_to: right, status_code: 5 })
  })

  test('whose new TTN is not told yet waits for it', async () => {
    const { order, ttn } = await aFollowed()
    simulator.parcels.put([{ ttn, status_code: 104 }])
    await nextRound()
    expect((await read(order)).parcel).toMatchObject({ redirected_to: null, status_code: 104 })
    const to = aNumber()
    simulator.parcels.redirect(ttn, to)
    await nextRound(3)
    expect((await read(order)).parcel).toMatchObject({ redirected_to: to, status_code: 5 })
  })

  test.each([
    ['nobody’s', null],
    ['another register’s', second ?? ''],
  ])('whose new TTN is %s shows where it is, keeps register and sum, and says so', async (_whose, owner_key) => {
    const { order, ttn } = await aFollowed()
    const to = aNumber()
    simulator.parcels.redirect(ttn, to)
    simulator.parcels.put([{ ttn: to, owner_key, cod: { kind: 'payment_control', amount: 9 }, status_code: 7 }])
    await nextRound()
    expect(await read(order)).toMatchObject({
      cash_register: { name: 'Перша каса' },
      parcel: {
        redirected_to: to,
        status_code: 7,
        own: true,
        cod_amount: 120_000,
        problem: { kind: 'successor_not_ours', detail: expect.stringContaining(to) },
      },
    })
    expect((await shop.cashier().get<{ problem: unknown }>(`/orders/${order.id}`)).status).toBe(200)
    simulator.parcels.put([{ ttn: to, status_code: 9 }])
    await nextRound()
    expect((await read(order)).parcel).toMatchObject({ status_code: 9, paid: true, cod_amount: 120_000 })
  })

  test('of a stranger is shown and not followed', async () => {
    const ttn = aTtn({ owner_key: null })
    const order = await anOrder({ ttn })
    const to = aNumber()
    simulator.parcels.redirect(ttn, to)
    await track()
    expect((await read(order)).parcel).toMatchObject({ own: false, status_code: 104, redirected_to: to })
    expect(askedOf(`"${to}`)).toBe(0)
  })

  test('is followed at once when a person asks about it', async () => {
    const { order, ttn } = await aFollowed()
    const [b, c] = [aNumber(), aNumber()]
    simulator.parcels.redirect(ttn, b)
    simulator.parcels.redirect(b, c)
    const { status, body } = await shop.cashier().post<Order>(`/orders/${order.id}/track`)
    expect([status, body.parcel]).toMatchObject([200, { redirected_to: c, status_code: 5 }])
  })

  test('whose order gets the new TTN begins anew under it', async () => {
    const { order, ttn } = await aFollowed()
    const to = aNumber()
    simulator.parcels.redirect(ttn, to)
    await nextRound()
    await shop.cashier().patch(`/orders/${order.id}`, { ttn: to })
    await track()
    expect(await read(order)).toMatchObject({
      ttn: to,
      parcel: { redirected_to: null, status_code: 5, own: true, cod_amount: 120_000 },
    })
  })

  test('costs one call more in the round it is followed, and none after it', async () => {
    await nextRound(200)
    const { ttn } = await aFollowed()
    simulator.parcels.redirect(ttn, aNumber())
    await later()
    simulator.asked.clear()
    await track()
    const first = simulator.asked.by(registers[0]?.carrier_key ?? '').calls
    simulator.asked.clear()
    await nextRound()
    expect([first, simulator.asked.by(registers[0]?.carrier_key ?? '').calls]).toEqual([2, 1])
  })
})
