import { beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#/contract/orders.ts'
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

  test('when a stranger ships to the owner of a register: it is nobody’s, its status is shown, its money is not', async () => {
    const order = await anOrder({ ttn: sentTo(secondPhone, null) })
    await track()
    expect(await read(order)).toMatchObject({
      cash_register: null,
      parcel: { own: false, status_code: 5, cod_amount: null, paid: false, problem: { kind: 'other_sender' } },
    })
    expect((await read(order)).parcel?.problem?.detail).toContain('Друга каса')
  })

  test('when a person asks about it, too', async () => {
    const [ours, strange] = [
      await anOrder({ ttn: sentTo(firstPhone, second) }),
      await anOrder({ ttn: sentTo(firstPhone, null) }),
    ]
    const asked = await shop.cashier().post<Order>(`/orders/${ours.id}/track`)
    expect(asked.body).toMatchObject({ cash_register: { name: 'Друга каса' }, parcel: { own: true } })
    const other = await shop.cashier().post<Order>(`/orders/${strange.id}/track`)
    expect(other.body).toMatchObject({ cash_register: null, parcel: { own: false, cod_amount: null } })
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

  test('and the carrier does not tell them, nothing is bound and nothing is called a stranger’s', async () => {
    simulator.faults.arm({
      operation: 'get_counterparty_contact_persons',
      fault: { kind: 'status', status: 500, body: {} },
      times: 'always',
    })
    const order = await anOrder({ ttn: aTtn({ cod: control }) })
    await track()
    expect(await read(order)).toMatchObject({
      cash_register: null,
      parcel: { own: null, status_code: 5, cod_amount: null, problem: { kind: 'sender_unproven' } },
    })
    simulator.faults.disarm()
    await later(2)
    await track()
    expect(await read(order)).toMatchObject({
      cash_register: { name: 'Перша каса' },
      parcel: { own: true, cod_amount: 70_000, problem: null },
    })
  })

  test('because the cabinet names none, the order says what to do; with a phone there, the parcel is bound', async () => {
    simulator.keys.put([{ key: first, phones: [] }])
    const order = await anOrder({ ttn: aTtn({ raw: { PhoneSender: firstPhone } }) })
    await track()
    expect((await read(order)).parcel).toMatchObject({ own: null, problem: { kind: 'sender_unproven' } })
    simulator.keys.put([{ key: first, phones: [firstPhone] }])
    await forgetPhones()
    await later()
    await track()
    expect((await read(order)).parcel).toMatchObject({ own: true, problem: null })
  })
})

test('a phone that is new in the cabinet counts without anybody checking the register', async () => {
  await anOrder({ ttn: aTtn() })
  await track()
  const order = await anOrder({ ttn: aTtn({ raw: { PhoneSender: '380930000011' } }) })
  simulator.keys.put([{ key: first, phones: [firstPhone, '380930000011'] }])
  await track()
  expect(await problemOf(order)).toBe('other_sender')
  await later(2)
  await track()
  expect(await read(order)).toMatchObject({ cash_register: { name: 'Перша каса' }, parcel: { problem: null } })
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
