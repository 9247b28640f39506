import { describe, expect, test } from 'vitest'
import type { Order } from '#/contract/orders.ts'
import { startTrackedShop } from '../support/tracked-shop.ts'

const shop = await startTrackedShop()
const { kasyr, simulator, aTtn, anOrder, read, track, later } = shop
const control = { kind: 'payment_control', amount: 1200 } as const

async function aFollowed(status_code = 7): Promise<{ order: Order; ttn: string }> {
  const ttn = aTtn({ status_code, cod: control })
  const order = await anOrder({ ttn })
  await track()
  return { order, ttn }
}

type Change = Parameters<typeof simulator.parcels.put>[0][number]
async function then(ttn: string, change: Omit<Change, 'ttn'>): Promise<void> {
  simulator.parcels.put([{ ttn, ...change }])
  await later()
  await track()
}

const moneyOf = ({ id }: Order) =>
  kasyr.db
    .selectFrom('parcels')
    .select(['cod_amount', 'cod_kind', 'cod_changed_at', 'paid', 'paid_at'])
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()

describe('the sum to be paid', () => {
  test('that is changed at the carrier is kept with the time it changed, and the history tells both sums', async () => {
    const { order, ttn } = await aFollowed()
    expect(await moneyOf(order)).toMatchObject({ cod_amount: 120_000, cod_changed_at: null })
    await then(ttn, { cod: { kind: 'payment_control', amount: 999.5 } })
    const changed = shop.now()
    expect(await moneyOf(order)).toMatchObject({ cod_amount: 99_950, cod_changed_at: changed })
    await then(ttn, { status_code: 8 })
    expect(await moneyOf(order)).toMatchObject({ cod_amount: 99_950, cod_changed_at: changed })
    const { items } = (await shop.cashier().get<{ items: { text: string }[] }>(`/orders/${order.id}/history`)).body
    expect(items.map(({ text }) => text).join('\n')).toContain(
      'Післяплату змінено: було 1\u00a0200,00\u00a0₴, стало 999,50\u00a0₴',
    )
  })

  test('that is changed in the very answer that tells of the payment is taken as it is then', async () => {
    const { order, ttn } = await aFollowed()
    await then(ttn, { status_code: 9, cod: { kind: 'payment_control', amount: 1100 } })
    expect(await moneyOf(order)).toMatchObject({ cod_amount: 110_000, cod_changed_at: shop.now(), paid: true })
  })

  test('that is changed after it was paid in the application is noted too', async () => {
    const { order, ttn } = await aFollowed()
    await then(ttn, { paid: true })
    const paid_at = shop.now()
    await then(ttn, { cod: { kind: 'payment_control', amount: 1300 } })
    expect(await moneyOf(order)).toMatchObject({ cod_amount: 130_000, cod_changed_at: shop.now(), paid: true, paid_at })
  })

  test('that is taken away before the payment is nothing to pay; the kind of payment counts as well', async () => {
    const { order, ttn } = await aFollowed()
    await then(ttn, { cod: { kind: 'money_transfer', amount: 1200 } })
    expect(await moneyOf(order)).toMatchObject({ cod_kind: 'money_transfer', cod_changed_at: shop.now() })
    await then(ttn, { cod: { kind: 'none', amount: 0 } })
    expect(await moneyOf(order)).toMatchObject({
      cod_amount: 0,
      cod_kind: null,
      cod_changed_at: shop.now(),
      paid: false,
    })
  })

  const nothing = [
    ['zero', { AfterpaymentOnGoodsCost: 0, RedeliverySum: 0 }],
    ['nothing', { AfterpaymentOnGoodsCost: '', RedeliverySum: '' }],
    ['no such fields', { AfterpaymentOnGoodsCost: null, RedeliverySum: null, ExpressWaybillPaymentStatus: '' }],
  ] as const

  test.each(nothing)(
    'of a parcel paid in the application stays when the carrier tells %s afterwards',
    async (_what, raw) => {
      const { order, ttn } = await aFollowed()
      await then(ttn, { paid: true })
      const paid_at = shop.now()
      await then(ttn, { raw })
      const kept = { cod_amount: 120_000, cod_kind: 'payment_control', cod_changed_at: null, paid: true, paid_at }
      expect(await moneyOf(order)).toEqual(kept)
      await then(ttn, { status_code: 9 })
      expect(await moneyOf(order)).toEqual(kept)
    },
  )

  test.each(nothing)(
    'of a parcel that is received stays, and it is paid, when %s is told with that',
    async (_what, raw) => {
      const { order, ttn } = await aFollowed()
      await then(ttn, { status_code: 9, raw })
      expect(await moneyOf(order)).toEqual({
        cod_amount: 120_000,
        cod_kind: 'payment_control',
        cod_changed_at: null,
        paid: true,
        paid_at: shop.now(),
      })
    },
  )

  test.each([102, 103, 104, 105, 108, 2])(
    'of a parcel that ended as %i is not changed by a zero',
    async (status_code) => {
      const { order, ttn } = await aFollowed()
      await then(ttn, { status_code, raw: { AfterpaymentOnGoodsCost: 0, RedeliverySum: 0 } })
      expect(await moneyOf(order)).toMatchObject({
        cod_amount: 120_000,
        cod_changed_at: null,
        paid: false,
        paid_at: null,
      })
    },
  )
})

test('the first time a parcel is seen paid is kept, and a parcel with nothing to pay has none', async () => {
  const { order, ttn } = await aFollowed()
  expect((await moneyOf(order)).paid_at).toBeNull()
  await then(ttn, { status_code: 10 })
  const paid_at = shop.now()
  expect(await moneyOf(order)).toMatchObject({ paid: true, paid_at })
  await later(80)
  await track()
  expect((await moneyOf(order)).paid_at).toBe(paid_at)
  const free = await anOrder({ ttn: aTtn({ status_code: 9 }) })
  await track()
  expect(await read(free)).toMatchObject({ parcel: { paid: false } })
  expect(await moneyOf(free)).toMatchObject({ cod_amount: 0, paid_at: null })
})
