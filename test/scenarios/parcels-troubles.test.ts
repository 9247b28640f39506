import { describe, expect, test } from 'vitest'
import type { Order } from '#/contract/orders.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import { startTrackedShop } from '../support/tracked-shop.ts'

const shop = await startTrackedShop({ registers: ['Перша каса', 'Друга каса'] })
const { kasyr, simulator, registers, aTtn, anOrder, read, track, later } = shop
const [first, second] = registers.map(({ carrier_key }) => carrier_key)

/** An order of each register, both already bound. */
async function aPair(): Promise<{ mine: Order; other: Order; ttns: [string, string] }> {
  const ttns: [string, string] = [aTtn({ owner_key: first ?? '' }), aTtn({ owner_key: second ?? '' })]
  const [mine, other] = [await anOrder({ ttn: ttns[0] }), await anOrder({ ttn: ttns[1] })]
  await track()
  return { mine, other, ttns }
}

const move = (ttns: string[], status_code: number) => simulator.parcels.put(ttns.map((ttn) => ({ ttn, status_code })))

describe('a TTN edited while the carrier’s answer is on its way', () => {
  test('keeps nothing of that answer', async () => {
    const order = await anOrder({ ttn: aTtn({ status_code: 9, cod: { kind: 'payment_control', amount: 100 } }) })
    simulator.faults.arm({ operation: 'get_status_documents', fault: { kind: 'hang', effect: 'before' } })
    const tracking = trackParcels(kasyr.app)
    await simulator.log.waitFor((entries) => entries.some(({ body }) => JSON.stringify(body).includes(order.ttn ?? '')))
    const edited = await shop.cashier().patch<Order>(`/orders/${order.id}`, { ttn: '20459999999900' })
    expect(edited.status).toBe(200)
    await simulator.faults.release()
    await tracking
    expect(await read(order)).toMatchObject({
      ttn: '20459999999900',
      tab: 'no_receipt',
      cash_register: null,
      parcel: { cod_amount: null, paid: false, received_at: null },
    })
    const steps = await kasyr.db.selectFrom('parcel_steps').select('ttn').where('order_id', '=', order.id).execute()
    expect(steps.map(({ ttn }) => ttn)).not.toContain(order.ttn)
  })

  test('is asked about before the round ends', async () => {
    const order = await anOrder({ ttn: aTtn({ status_code: 7 }) })
    const next = aTtn({ status_code: 8 })
    simulator.faults.arm({ operation: 'get_status_documents', fault: { kind: 'hang', effect: 'before' } })
    const tracking = trackParcels(kasyr.app)
    await simulator.log.waitFor((entries) => entries.some(({ body }) => JSON.stringify(body).includes(order.ttn ?? '')))
    await shop.cashier().patch(`/orders/${order.id}`, { ttn: next })
    await simulator.faults.release()
    await tracking
    expect(await read(order)).toMatchObject({ ttn: next, parcel: { status_code: 8, own: true } })
  })

  test('an answer older than one a person asked for meanwhile is not written over it', async () => {
    const ttn = aTtn({ status_code: 5 })
    const order = await anOrder({ ttn })
    await track()
    await later()
    simulator.faults.arm({ operation: 'get_status_documents', fault: { kind: 'hang', effect: 'before' } })
    const seen = simulator.log.entries().length
    const tracking = trackParcels(kasyr.app)
    await simulator.log.waitFor((entries) => entries.length > seen)
    move([ttn], 7)
    const asked = await shop.cashier().post<Order>(`/orders/${order.id}/track`)
    expect(asked.body.parcel?.status_code).toBe(7)
    await simulator.faults.release()
    await tracking
    expect((await read(order)).parcel?.status_code).toBe(7)
  })
})

describe('a key the carrier rejects', () => {
  test('pauses its own register alone; its orders say why they are stale, and all is well once the key is', async () => {
    const { mine, other, ttns } = await aPair()
    move(ttns, 7)
    simulator.keys.put([{ key: second ?? '', state: 'expired' }])
    await later()
    expect((await track()).troubled).toEqual(['Друга каса'])
    expect((await read(mine)).parcel).toMatchObject({ status_code: 7, problem: null })
    expect((await read(other)).parcel).toMatchObject({
      status_code: 5,
      problem: { kind: 'key_rejected', detail: expect.stringContaining('Друга каса'), since: shop.now() },
    })
    simulator.asked.clear()
    await later()
    await track()
    expect(simulator.asked.all()[second ?? '']?.calls ?? 0).toBe(0)
    simulator.keys.put([{ key: second ?? '', state: 'ok' }])
    await later(6)
    expect((await track()).troubled).toEqual([])
    expect((await read(other)).parcel).toMatchObject({ status_code: 7, problem: null })
  })

  test('leaves open whose an unbound parcel is, so that it is not put off', async () => {
    simulator.keys.put([{ key: second ?? '', state: 'expired' }])
    const order = await anOrder({ ttn: aTtn({ owner_key: second ?? '' }) })
    await later(7)
    await track()
    expect((await read(order)).parcel?.own).toBeNull()
    simulator.keys.put([{ key: second ?? '', state: 'ok' }])
    await later(7)
    await track()
    expect(await read(order)).toMatchObject({ cash_register: { name: 'Друга каса' }, parcel: { own: true } })
  })

  test('that is not refused but no longer knows its parcels is told as well', async () => {
    const { other } = await aPair()
    simulator.set({ bad_key: 'masked' })
    simulator.keys.put([{ key: second ?? '', state: 'expired' }])
    await later(7)
    await track()
    expect((await read(other)).parcel).toMatchObject({ own: true, problem: { kind: 'key_rejected' } })
    simulator.set({ bad_key: 'error' })
    simulator.keys.put([{ key: second ?? '', state: 'ok' }])
    await later(7)
    await track()
    expect((await read(other)).parcel?.problem).toBeNull()
  })

  test('whose secret cannot be opened stops only its own register', async () => {
    const { mine, ttns } = await aPair()
    const { carrier_key } = await kasyr.db
      .selectFrom('cash_registers')
      .select('carrier_key')
      .where('id', '=', registers[1]?.id ?? '')
      .executeTakeFirstOrThrow()
    const set = (value: string | null) =>
      kasyr.db
        .updateTable('cash_registers')
        .set({ carrier_key: value })
        .where('id', '=', registers[1]?.id ?? '')
        .execute()
    await set(`${carrier_key?.slice(0, -2)}AA`)
    move(ttns, 8)
    await later()
    await track()
    expect((await read(mine)).parcel?.status_code).toBe(8)
    await set(carrier_key)
  })
})

test('a register that is switched off goes on asking about the parcels it has', async () => {
  const { other, ttns } = await aPair()
  const set = (active: boolean) =>
    kasyr.db
      .updateTable('cash_registers')
      .set({ active })
      .where('id', '=', registers[1]?.id ?? '')
      .execute()
  await set(false)
  move(ttns, 8)
  await later()
  await track()
  expect((await read(other)).parcel).toMatchObject({ status_code: 8, problem: null })
  await set(true)
})

describe('a carrier that is ill', () => {
  test.each([
    ['answers 500', { kind: 'status', status: 500, body: {} }, 'unavailable'],
    ['closes the connection', { kind: 'reset_before_answer' }, 'unreachable'],
    ['sends half a JSON', { kind: 'junk' }, 'bad_answer'],
    ['wants fewer questions', { kind: 'too_many_requests', retry_after: 120 }, 'rate_limited'],
  ] as const)('that %s takes nothing away, and everything settles by itself', async (_name, fault, kind) => {
    const { mine, ttns } = await aPair()
    move(ttns, 7)
    simulator.faults.arm({ operation: 'get_status_documents', fault, times: 'always' })
    await later(2)
    await track()
    expect((await read(mine)).parcel).toMatchObject({ status_code: 5, own: true, problem: { kind } })
    simulator.faults.disarm()
    await later(2)
    expect((await track()).troubled).toEqual([])
    expect((await read(mine)).parcel).toMatchObject({ status_code: 7, problem: null })
  })
})

describe('asking about one parcel now', () => {
  test('gives the order as it is then', async () => {
    const ttn = aTtn({ status_code: 7, cod: { kind: 'payment_control', amount: 1200 } })
    const order = await anOrder({ ttn })
    const { status, body } = await shop.cashier().post<Order>(`/orders/${order.id}/track`)
    expect([status, body.parcel]).toMatchObject([200, { status_code: 7, own: true, cod_amount: 120_000 }])
    expect(body.cash_register?.name).toBe('Перша каса')
  })

  test('finds the register too, and says of a stranger’s that it is', async () => {
    const [other, strange] = [
      await anOrder({ ttn: aTtn({ owner_key: second ?? '' }) }),
      await anOrder({ ttn: aTtn({ owner_key: null }) }),
    ]
    const asked = await shop.cashier().post<Order>(`/orders/${other.id}/track`)
    expect(asked.body.cash_register?.name).toBe('Друга каса')
    const foreign = await shop.cashier().post<Order>(`/orders/${strange.id}/track`)
    expect(foreign.body).toMatchObject({ cash_register: null, parcel: { own: false } })
  })

  test.each([
    [{ kind: 'unauthorized' }, 502, 'carrier.key_rejected'],
    [{ kind: 'reset_before_answer' }, 502, 'carrier.unreachable'],
    [{ kind: 'junk' }, 502, 'carrier.bad_answer'],
    [{ kind: 'too_many_requests' }, 503, 'carrier.busy'],
    [{ kind: 'status', status: 503, body: {} }, 503, 'carrier.unavailable'],
  ] as const)('tells why it could not be asked: %o', async (fault, status, code) => {
    const { mine } = await aPair()
    simulator.faults.arm({ operation: 'get_status_documents', fault, times: 'always' })
    const { body } = await shop.cashier().post(`/orders/${mine.id}/track`)
    simulator.faults.disarm()
    expect(body).toMatchObject({ status, code })
    expect(body.detail).toMatch(/^[А-ЯЇІЄҐ].+\.$/)
    expect((await read(mine)).parcel?.status_code).toBe(5)
    await later(7)
    await track()
  })

  test('needs a TTN the carrier can take for one', async () => {
    const none = await anOrder({ ttn: null })
    expect((await shop.cashier().post(`/orders/${none.id}/track`)).body.code).toBe('parcel.no_ttn')
    const bad = await anOrder({ ttn: '00450000000007' })
    expect((await shop.cashier().post(`/orders/${bad.id}/track`)).body.code).toBe('parcel.bad_ttn')
    expect((await read(bad)).parcel?.problem?.kind).toBe('bad_number')
    const missing = await shop.cashier().post('/orders/00000000-0000-7000-8000-000000000000/track')
    expect(missing.body.code).toBe('order.not_found')
  })

  test('needs a register with a key', async () => {
    const order = await anOrder({ ttn: aTtn() })
    const registers = await kasyr.db.selectFrom('cash_registers').select(['id', 'carrier_key']).execute()
    await kasyr.db.updateTable('cash_registers').set({ carrier_key: null }).execute()
    expect((await shop.cashier().post(`/orders/${order.id}/track`)).body.code).toBe('parcel.no_register')
    expect(await track()).toEqual({ answered: 0, changed: 0, troubled: [] })
    for (const { id, carrier_key } of registers)
      await kasyr.db.updateTable('cash_registers').set({ carrier_key }).where('id', '=', id).execute()
  })
})

describe('in the background', () => {
  test('a new TTN is asked about as soon as a worker is free, not at the next tick', async () => {
    await kasyr.app.jobs.runDue()
    const order = await anOrder({ ttn: aTtn({ status_code: 7 }) })
    await kasyr.app.jobs.runDue()
    expect((await read(order)).parcel?.status_code).toBe(7)
    const edited = await shop.cashier().patch<Order>(`/orders/${order.id}`, { ttn: aTtn({ status_code: 8 }) })
    expect(edited.body.parcel?.status_code).toBeNull()
    await kasyr.app.jobs.runDue()
    expect((await read(order)).parcel?.status_code).toBe(8)
  })

  test('two rounds at once are one; the other comes back', async () => {
    const order = await anOrder({ ttn: aTtn({ status_code: 7 }) })
    simulator.faults.arm({ operation: 'get_status_documents', fault: { kind: 'hang', effect: 'after' } })
    const running = trackParcels(kasyr.app)
    await simulator.log.waitFor((entries) => entries.some(({ body }) => JSON.stringify(body).includes(order.ttn ?? '')))
    expect(await trackParcels(kasyr.app)).toBe('busy')
    await simulator.faults.release()
    await running
    expect((await read(order)).parcel?.status_code).toBe(7)
  })
})
