import { expect, test } from 'vitest'
import { createHandClock } from '#/simulators/frame/clock.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import { startTrackedShop } from '../support/tracked-shop.ts'

const shop = await startTrackedShop()
const { kasyr, simulator, registers, aTtn, anOrder, read, track, later } = shop
const [key = ''] = registers.map(({ carrier_key }) => carrier_key)

/** One round of a process whose clock is ahead by so many hours. */
async function trackAhead(hours: number): Promise<void> {
  const wrong = createHandClock(Date.parse(shop.now()) + hours * 3_600_000)
  await trackParcels({ ...kasyr.app, clock: { now: () => new Date(wrong.now()) } })
}

test.each([1, 48])(
  'after a clock that was %i hours ahead is put right, every parcel is asked about as usual',
  async (hours) => {
    const ttn = aTtn({ status_code: 5, cod: { kind: 'payment_control', amount: 100 } })
    const order = await anOrder({ ttn })
    await trackAhead(hours)
    expect((await read(order)).parcel?.status_code).toBe(5)
    simulator.parcels.put([{ ttn, status_code: 9 }])
    await later()
    await track()
    expect((await read(order)).parcel).toMatchObject({ status_code: 9, paid: true, checked_at: shop.now() })
  },
)

test('nor does a pause of its key outlast that clock', async () => {
  const ttn = aTtn({ status_code: 5 })
  const order = await anOrder({ ttn })
  await track()
  simulator.keys.put([{ key, state: 'expired' }])
  await trackAhead(48)
  simulator.keys.put([{ key, state: 'ok' }])
  simulator.parcels.put([{ ttn, status_code: 7 }])
  await later()
  await track()
  expect((await read(order)).parcel).toMatchObject({ status_code: 7, problem: null })
})
