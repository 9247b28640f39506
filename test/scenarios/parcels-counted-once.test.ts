import { expect, test } from 'vitest'
import type { Order, OrderSummary } from '#/contract/orders.ts'
import { recountTallies } from '#/server/orders/queue/tally-store.ts'
import type { z } from 'zod'
import { startTrackedShop } from '../support/tracked-shop.ts'

const shop = await startTrackedShop()
const { kasyr, aTtn, anOrder, track } = shop
const summary = async () => {
  const { count, cod_total } = (await shop.cashier().get<z.infer<typeof OrderSummary>>('/orders/summary')).body
  return [count, cod_total]
}
const isKept = async () => (await kasyr.db.transaction().execute((tx) => recountTallies(tx))) === 0
const hide = ({ id }: Order) => shop.cashier().delete(`/orders/${id}`)

test('a parcel of several orders counts once in the summary, until the last of them is gone', async () => {
  const ttn = aTtn({ status_code: 5, cod: { kind: 'payment_control', amount: 3_000 } })
  const [first, second] = [await anOrder({ ttn }), await anOrder({ ttn })]
  await track()
  expect([await summary(), await isKept()]).toEqual([[1, 300_000], true])
  await anOrder({ ttn })
  await track()
  expect([await summary(), await isKept()]).toEqual([[1, 300_000], true])
  await hide(first)
  expect([await summary(), await isKept()]).toEqual([[1, 300_000], true])
  shop.simulator.parcels.put([{ ttn, cod: { kind: 'payment_control', amount: 2_500 } }])
  await shop.later()
  await track()
  expect([await summary(), await isKept()]).toEqual([[1, 250_000], true])
  await shop
    .cashier()
    .patch(`/orders/${second.id}`, { ttn: aTtn({ status_code: 5, cod: { kind: 'none', amount: 0 } }) })
  expect([await summary(), await isKept()]).toEqual([[1, 250_000], true])
  shop.simulator.parcels.put([{ ttn, status_code: 9 }])
  await shop.later()
  await track()
  expect([await summary(), await isKept()]).toEqual([[0, 0], true])
})

test('two orders of a parcel that change at the same time count as one', async () => {
  const ttn = aTtn()
  const [first, second] = [await anOrder({ ttn }), await anOrder({ ttn })]
  const before = await summary()
  await Promise.all(
    [first, second].map(({ id }) =>
      kasyr.db.transaction().execute(async (tx) => {
        await tx.updateTable('parcels').set({ status_code: 5, cod_amount: 100 }).where('order_id', '=', id).execute()
        await new Promise((resolve) => setTimeout(resolve, 100))
      }),
    ),
  )
  expect([await summary(), await isKept()]).toEqual([[(before[0] ?? 0) + 1, (before[1] ?? 0) + 100], true])
})
