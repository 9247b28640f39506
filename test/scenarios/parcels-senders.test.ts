import { beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#/contract/orders.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { startTrackedShop } from '../support/tracked-shop.ts'

const shop = await startTrackedShop({ registers: ['Перша каса', 'Друга каса'] })
const { kasyr, simulator, registers, aTtn, anOrder, read, track, later } = shop
const [first = '', second = ''] = registers.map(({ carrier_key }) => carrier_key)
const [firstPhone, secondPhone] = ['380670000000', '380670000001']
const control = { kind: 'payment_control', amount: 700 } as const

/** A parcel to the owner of a register's key, who is shown its sender too. */
const sentTo = (phone: string, owner_key: string | null) => aTtn({ owner_key, recipient: { phone }, cod: control })

const problemOf = async (order: Order) => (await read(order)).parcel?.problem?.kind ?? null
const keptPhones = async (): Promise<boolean[]> =>
  (
    await kasyr.db.selectFrom('cash_registers').select('carrier_phones').orderBy('created_at').orderBy('id').execute()
  ).map(({ carrier_phones }) => carrier_phones !== null)
/** As if the registers had never been checked. */
const forgetPhones = () => kasyr.db.updateTable('cash_registers').set({ carrier_phones: null }).execute()

beforeEach(async () => {
  simulator.faults.disarm()
  simulator.set({ recipient_key_sees_sender: true, bad_key: 'error' })
  simulator.keys.put([
    { key: first, phones: [firstPhone], state: 'ok' },
    { key: second, phones: [secondPhone], state: 'ok' },
  ])
  await later(20)
  await track()
  await forgetPhones()
})

describe('a parcel is bound to the register that sent it, never to the one that receives it', () => {
  test('when one register ships to the owner of another, the default one', async () => {
    const order = await anOrder({ ttn: sentTo(firstPhone, second) })
    await track()
    expect(await read(order)).toMatchObject({
      cash_register: { name: 'Друга каса' },
      parcel: { own: true, cod_amount: 70_000, problem: null },
    })
  })

  test('when a person asks about it, too', async () => {
    const ours = await anOrder({ ttn: sentTo(firstPhone, second) })
    const asked = await shop.cashier().post<Order>(`/orders/${ours.id}/track`)
    expect(asked.body).toMatchObject({ cash_register: { name: 'Друга каса' }, parcel: { own: true } })
  })

  test.each(['+38 (067) 000-00-00', '067 000 00 00', '80670000000', '670000000'])(
    'however the carrier spells the phone: %s',
    async (PhoneSender) => {
      const order = await anOrder({ ttn: aTtn({ cod: control, raw: { PhoneSender } }) })
      await track()
      expect(await read(order)).toMatchObject({ cash_register: { name: 'Перша каса' }, parcel: { own: true } })
    },
  )

  test('with any phone of an owner who has several', async () => {
    simulator.keys.put([{ key: first, phones: ['+380 93 000 00 07', firstPhone, '0930000009'] }])
    const order = await anOrder({ ttn: aTtn({ raw: { PhoneSender: '380930000009' } }) })
    await track()
    expect((await read(order)).cash_register?.name).toBe('Перша каса')
  })
})

describe('while the phones of the owner of a key are not known', () => {
  test('they are asked for, kept sealed, and not asked for again', async () => {
    await anOrder({ ttn: aTtn() })
    await track()
    expect(await keptPhones()).toContain(true)
    const kept = JSON.stringify(await kasyr.db.selectFrom('cash_registers').selectAll().execute())
    for (const phone of [firstPhone, secondPhone]) expect(kept).not.toContain(phone)
    const owners = () => simulator.log.entries().filter(({ operation }) => operation === 'get_counterparties').length
    const asked = owners()
    await anOrder({ ttn: aTtn() })
    await track()
    expect(owners()).toBe(asked)
  })

  test('and two keys are shown the sender, nothing is bound, the sum stays, and the order says what to do', async () => {
    simulator.faults.arm({
      operation: 'get_counterparty_contact_persons',
      fault: { kind: 'status', status: 500, body: {} },
      times: 'always',
    })
    const order = await anOrder({ ttn: sentTo(firstPhone, second) })
    await track()
    expect(await read(order)).toMatchObject({
      cash_register: null,
      parcel: { own: null, status_code: 5, cod_amount: 70_000, problem: { kind: 'sender_unproven' } },
    })
    simulator.faults.disarm()
    await later(2)
    await track()
    expect(await read(order)).toMatchObject({
      cash_register: { name: 'Друга каса' },
      parcel: { own: true, cod_amount: 70_000, problem: null },
    })
  })
})

describe('a parcel is of the register whose key is shown its sender', () => {
  const operator = '380930000055'

  test.each(['registered in the cabinet by nobody', 'asked about by a person'])(
    'with the phone of an operator that no cabinet names: %s',
    async (how) => {
      const order = await anOrder({ ttn: aTtn({ owner_key: second, sender_phone: operator, cod: control }) })
      if (how.startsWith('asked')) await shop.cashier().post(`/orders/${order.id}/track`)
      else await track()
      expect(await read(order)).toMatchObject({
        cash_register: { name: 'Друга каса' },
        parcel: { own: true, cod_amount: 70_000, problem: null },
      })
    },
  )

  test('and between two such keys the phones of all senders of each cabinet decide, on all pages', async () => {
    const many = Array.from({ length: 120 }, (_, index) => `38097${String(index).padStart(7, '0')}`)
    simulator.keys.put([
      {
        key: second,
        more_senders: [
          { counterparty_name: 'ФОП Друга', phones: many },
          { counterparty_name: null, phones: [operator] },
        ],
      },
    ])
    for (const sender_phone of [operator, many.at(-1) ?? '']) {
      const ttn = aTtn({ owner_key: second, sender_phone, recipient: { phone: firstPhone }, cod: control })
      const order = await anOrder({ ttn })
      await track()
      expect(await read(order)).toMatchObject({ cash_register: { name: 'Друга каса' }, parcel: { problem: null } })
    }
    simulator.keys.put([{ key: second, more_senders: [] }])
  })

  test('one that phones cannot decide keeps its sum and is told once it is received', async () => {
    const ttn = aTtn({ owner_key: second, sender_phone: operator, recipient: { phone: firstPhone }, cod: control })
    const order = await anOrder({ ttn })
    await track()
    simulator.parcels.put([{ ttn, status_code: 9 }])
    await later(2)
    await track()
    expect(await read(order)).toMatchObject({
      cash_register: null,
      parcel: { own: null, cod_amount: 70_000, paid: true, problem: { kind: 'sender_unproven' } },
    })
    await later(2)
    const { unbound_received } = (await shop.cashier().get<ReceiptAlarms>('/receipts/alarms')).body
    const told = unbound_received.items.find(({ order_id }) => order_id === order.id)
    expect(told).toMatchObject({ amount: 70_000 })
    expect(told?.detail).toContain('за ключами кількох кас («Перша каса», «Друга каса»)')
  })

  test('a phone that is new in the cabinet decides without anybody checking the register', async () => {
    const order = await anOrder({
      ttn: aTtn({ owner_key: first, sender_phone: '380930000011', recipient: { phone: secondPhone } }),
    })
    await track()
    expect(await problemOf(order)).toBe('sender_unproven')
    simulator.keys.put([{ key: first, phones: [firstPhone, '380930000011'] }])
    await later(2)
    await track()
    await later(2)
    await track()
    expect(await read(order)).toMatchObject({ cash_register: { name: 'Перша каса' }, parcel: { problem: null } })
  })
})

describe('a key is judged by parcels that are somewhere and by what the carrier says of it', () => {
  const problemsOfRegisters = async () =>
    (await kasyr.db.selectFrom('cash_registers').select('carrier_problem').execute()).map(
      ({ carrier_problem }) => carrier_problem,
    )

  async function onlyDue(parcel: Parameters<typeof aTtn>[0] = {}) {
    const ttn = aTtn({ status_code: 7, ...parcel })
    const order = await anOrder({ ttn })
    await track()
    await kasyr.db.updateTable('parcels').set({ due_at: null }).where('ttn', '<>', ttn).execute()
    await later()
    return { ttn, order }
  }

  test.each([
    ['is not found any more', (ttn: string) => simulator.parcels.remove(ttn)],
    [
      'is answered by an error of absence',
      (ttn: string) => simulator.parcels.put([{ ttn, raw_envelope: { success: false, errorCodes: ['20001402805'] } }]),
    ],
    ['is left out of the answer', (ttn: string) => simulator.parcels.put([{ ttn, left_out: true }])],
    [
      'is no number any more',
      (ttn: string) => simulator.parcels.put([{ ttn, raw_envelope: { success: false, errorCodes: ['20001401442'] } }]),
    ],
    [
      'brings an error nobody knows',
      (ttn: string) => simulator.parcels.put([{ ttn, raw_envelope: { success: false, errors: ['Oops'] } }]),
    ],
    ['has no code', (ttn: string) => simulator.parcels.put([{ ttn, raw: { StatusCode: '', PhoneSender: '' } }])],
  ])('one TTN, the only due one, that %s never pauses the key', async (_what, vanish) => {
    const { ttn, order } = await onlyDue()
    vanish(ttn)
    expect((await track()).troubled).toEqual([])
    expect(await problemsOfRegisters()).toEqual([null, null])
    expect((await read(order)).parcel).toMatchObject({ own: true, status_code: 7 })
    const fresh = await anOrder({ ttn: aTtn() })
    await track()
    expect((await read(fresh)).parcel?.own).toBe(true)
  })

  test('one TTN the carrier chokes on does not pause the key that is answered about the others', async () => {
    const { ttn } = await onlyDue()
    const others = [aTtn(), aTtn(), aTtn()]
    const [order] = [await anOrder({ ttn: others[0] ?? '' }), await anOrder({ ttn: others[1] ?? '' })]
    await anOrder({ ttn: others[2] ?? '' })
    await track()
    simulator.parcels.put([{ ttn, raw_envelope: { success: false, errors: ['Oops'] } }])
    simulator.parcels.put(others.map((other) => ({ ttn: other, status_code: 8 })))
    await later()
    await track()
    expect(await problemsOfRegisters()).toEqual([null, null])
    expect((await read(order)).parcel).toMatchObject({ status_code: 8, problem: null })
  })

  test('one masked parcel of a key the carrier knows does not pause it', async () => {
    const { ttn, order } = await onlyDue()
    simulator.parcels.put([{ ttn, raw: { PhoneSender: '' }, status_code: 8 }])
    expect((await track()).troubled).toEqual([])
    expect(await problemsOfRegisters()).toEqual([null, null])
    expect((await read(order)).parcel).toMatchObject({ own: true, status_code: 8, problem: null })
  })

  test('a key the carrier no longer knows is told even where its parcels are merely masked', async () => {
    const { order } = await onlyDue()
    simulator.set({ bad_key: 'masked', recipient_key_sees_sender: true })
    simulator.keys.put([{ key: first, state: 'expired' }])
    expect((await track()).troubled).toEqual(['Перша каса'])
    expect((await read(order)).parcel).toMatchObject({ own: true, problem: { kind: 'key_rejected' } })
  })
})
