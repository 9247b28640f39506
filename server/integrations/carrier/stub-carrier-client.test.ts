import { describe, expect, test } from 'vitest'
import { parcelGroup, parcelGroups } from '#/contract/carrier-statuses.ts'
import { createStubCrmClient } from '../crm/stub-crm-client.ts'
import { findSent } from '../demo-shop/stub-shop.ts'
import type { ParcelStatus } from './carrier-client.ts'
import { createStubCarrierClient, demoCarrierKeys } from './stub-carrier-client.ts'

const dayMs = 24 * 60 * 60_000

const start = (from = '2026-02-01T12:00:00Z') => {
  let now = Date.parse(from)
  const clock = { now: () => new Date(now) }
  const [crm, carrier] = [createStubCrmClient({ clock }), createStubCarrierClient({ clock })]
  const ordersSent = async () => {
    const outcome = await crm.listOrders({ updated_from: null, offset: 0, limit: 100_000 })
    return outcome.ok
      ? outcome.page.orders.flatMap((order) => (order.ttn === null ? [] : [{ ...order, ttn: order.ttn }]))
      : []
  }
  const ask = async (ttns: readonly string[], key: string = demoCarrierKeys.main) => {
    const parcels: ParcelStatus[] = []
    for (let first = 0; first < ttns.length; first += 100)
      parcels.push(...(await carrier.askStatuses(key, ttns.slice(first, first + 100))).parcels)
    return parcels
  }
  return { ordersSent, ask, carrier, later: (ms: number) => void (now += ms) }
}

test('every TTN of the shop leads back to its order', async () => {
  const { ordersSent, later } = start()
  await ordersSent()
  later(dayMs)
  const orders = await ordersSent()
  expect(orders.length).toBeGreaterThan(500)
  for (const { ttn, crm_id } of orders) expect(findSent(1, ttn)?.story.order.crm_id).toBe(crm_id)
  expect(findSent(1, '20450000000001')).toBeNull()
  expect(findSent(1, '59000000000012')).toBeNull()
})

describe.each(['2026-02-01T12:00:00Z', '2026-05-17T04:00:00Z', '2026-11-20T18:00:00Z'])(
  'at %s the demo shows',
  (from) => {
    test('parcels in every state', async () => {
      const { ordersSent, ask } = start(from)
      const orders = await ordersSent()
      const parcels = await ask(orders.map(({ ttn }) => ttn))
      expect(parcels).toHaveLength(orders.length)
      const groups = new Set(parcels.map(({ status_code }) => parcelGroup(status_code)))
      expect(groups).toEqual(new Set(parcelGroups))
      const codes = new Set(parcels.map(({ status_code }) => status_code))
      for (const code of [2, 7, 8, 9, 11, 102, 103, 106]) expect(codes).toContain(code)
      expect(parcels.some(({ successor }) => successor !== null)).toBe(true)
      expect(parcels.every(({ status_text }) => status_text !== '' && !status_text.includes('{'))).toBe(true)
    })

    test('payment controls that equal the order, a few that do not, transfers, and parcels with nothing to pay', async () => {
      const { ordersSent, ask } = start(from)
      const orders = new Map((await ordersSent()).map((order) => [order.ttn, order]))
      const parcels = (await ask([...orders.keys()])).filter(({ own }) => own)
      const controls = parcels.filter(({ cod_kind }) => cod_kind === 'payment_control')
      const equal = controls.filter(({ ttn, cod_amount }) => cod_amount === orders.get(ttn)?.total)
      expect(controls.length).toBeGreaterThan(60)
      expect(equal.length).toBeGreaterThan(controls.length * 0.9)
      expect(parcels.filter(({ cod_kind }) => cod_kind === 'money_transfer').length).toBeGreaterThan(3)
      expect(parcels.filter(({ cod_amount }) => cod_amount === 0).length).toBeGreaterThan(5)
      expect(parcels.every(({ cod_amount, cod_kind }) => (cod_amount ?? 0) > 0 === (cod_kind !== null))).toBe(true)
    })
  },
)

test('over a month some sums differ from the order, and some buyers pay before they take the parcel', async () => {
  const { ordersSent, ask, later } = start()
  let [different, ahead] = [0, 0]
  for (let day = 0; day < 10; day += 1) {
    const orders = new Map(
      (await ordersSent()).filter(({ crm_id }) => crm_id.startsWith('demo')).map((order) => [order.ttn, order]),
    )
    for (const { ttn, cod_amount, cod_kind, paid, status_code } of await ask([...orders.keys()])) {
      if (cod_kind === 'payment_control' && cod_amount !== orders.get(ttn)?.total) different += 1
      if (paid && parcelGroup(status_code) === 'waiting') ahead += 1
    }
    later(3 * dayMs)
  }
  expect(different).toBeGreaterThan(0)
  expect(ahead).toBeGreaterThan(0)
})

test('parcels move as time goes by, and never back', async () => {
  const { ordersSent, ask, later } = start()
  const ttns = (await ordersSent()).map(({ ttn }) => ttn)
  const order = ['unknown', 'created', 'moving', 'waiting', 'received', 'refused', 'deleted']
  let before = await ask(ttns)
  const first = before
  for (let step = 0; step < 80; step += 1) {
    later(dayMs / 4)
    const after = await ask(ttns)
    for (const [index, parcel] of after.entries()) {
      const earlier = before[index]
      const [from, to] = [earlier, parcel].map((one) => order.indexOf(parcelGroup(one?.status_code ?? 3) ?? ''))
      expect(to, parcel.ttn).toBeGreaterThanOrEqual(from ?? 0)
      expect(parcel.received_at).toBe(earlier?.received_at ?? parcel.received_at)
    }
    before = after
  }
  expect(before.filter(({ status_code }, index) => status_code !== first[index]?.status_code).length).toBeGreaterThan(
    30,
  )
  expect(before.filter(({ status_code }) => parcelGroup(status_code) === 'waiting')).toEqual([])
})

test('while somebody looks, a parcel goes all its way within hours', async () => {
  const { ordersSent, ask, later } = start()
  await ordersSent()
  later(60 * 60_000)
  const ttns = (await ordersSent()).filter(({ crm_id }) => crm_id.startsWith('live')).map(({ ttn }) => ttn)
  expect(ttns.length).toBeGreaterThan(5)
  later(10 * 60 * 60_000)
  const codes = (await ask(ttns)).map(({ status_code }) => parcelGroup(status_code))
  expect(codes.filter((group) => group === 'received').length).toBeGreaterThan(ttns.length / 2)
  expect(codes).not.toContain('moving')
})

test('a parcel belongs to one of the two demo senders by its last digit, or to nobody', async () => {
  const { ordersSent, ask } = start()
  const ttns = (await ordersSent()).map(({ ttn }) => ttn)
  const digitsOf = async (key: string) => {
    const own = (await ask(ttns, key)).filter((parcel) => parcel.own)
    return [...new Set(own.map(({ ttn }) => ttn.at(-1)))]
      .toSorted((left, right) => Number(left) - Number(right))
      .join('')
  }
  expect(await digitsOf(demoCarrierKeys.main)).toBe('0123456')
  expect(await digitsOf(demoCarrierKeys.second)).toBe('78')
  expect(await digitsOf('any-other-key')).toBe('0123456')
})

test('a TTN of no order has a life too, the same in every process', async () => {
  const ttns = Array.from({ length: 100 }, (_, index) => `590010000000${String(index).padStart(2, '0')}`)
  const [one, other] = [await start().ask(ttns), await start().ask(ttns)]
  expect(one).toEqual(other)
  expect(new Set(one.map(({ status_code }) => parcelGroup(status_code))).size).toBeGreaterThan(4)
})

test('the keys of the demo have owners', async () => {
  const { carrier } = start()
  const names = [demoCarrierKeys.main, demoCarrierKeys.second, 'any-other-key'].map(async (key) => {
    const outcome = await carrier.askKeyOwner(key)
    return outcome.ok ? outcome.owner.name : ''
  })
  const told = await Promise.all(names)
  expect(new Set(told).size).toBe(3)
  for (const name of told) expect(name).toMatch(/^ФОП \S+ \S+ \S+$/)
})
