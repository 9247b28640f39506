import { expect, test } from 'vitest'
import { manyOrders } from '#/bench/support/many-orders.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { howOften } from '../support/how-often.ts'
import { startTrackedShop } from '../support/tracked-shop.ts'

/** Full batches of a hundred, however many there are. */
const perRegister = howOften({ usually: 300, long: 10_000 })
const batches = perRegister / 100

const shop = await startTrackedShop({ registers: ['Перша каса', 'Друга каса', 'Третя каса'] })
const { kasyr, crm, simulator, registers, track, later } = shop

test(
  `${3 * perRegister} parcels of three registers cost no more calls than there are full batches`,
  { timeout: 600_000 },
  async () => {
    const orders = manyOrders(3 * perRegister)
    crm.put(...orders)
    await syncOrders(kasyr.app)
    simulator.parcels.put(
      orders.map(({ ttn }, index) => ({
        ttn: ttn ?? '',
        owner_key: registers[index % 3]?.carrier_key ?? '',
        status_code: 7,
      })),
    )

    // Whose they are is not known yet: all are asked with the default key, what is left with the next, and so on.
    const binding = await track()
    expect(binding.troubled).toEqual([])
    expect(callsOf()).toEqual([3 * batches, 2 * batches, batches])
    const bound = await kasyr.db
      .selectFrom('parcels')
      .select(({ fn }) => ['cash_register_id', fn.countAll<number>().as('count')])
      .groupBy('cash_register_id')
      .execute()
    expect(new Map(bound.map(({ cash_register_id, count }) => [cash_register_id, count]))).toEqual(
      new Map(registers.map(({ id }) => [id, perRegister])),
    )

    // From now on each is asked about with its own key and no other.
    simulator.asked.clear()
    await later()
    expect(await track()).toMatchObject({ answered: 3 * perRegister, troubled: [] })
    expect(callsOf()).toEqual([batches, batches, batches])
    for (const { foreign_ttns, distinct_ttns } of Object.values(simulator.asked.all()))
      expect([foreign_ttns, distinct_ttns]).toEqual([0, perRegister])

    // Nothing is due: nothing is asked.
    simulator.asked.clear()
    await track()
    expect(callsOf()).toEqual([0, 0, 0])
  },
)

const callsOf = (): number[] => registers.map(({ carrier_key }) => simulator.asked.all()[carrier_key]?.calls ?? 0)
