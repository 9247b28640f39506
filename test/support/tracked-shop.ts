import { afterAll } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import { sealSecret } from '#/server/cash-registers/secrets.ts'
import { createNovaPoshtaClient } from '#/server/integrations/carrier/novaposhta-client.ts'
import type { CrmOrder } from '#/server/integrations/crm/crm-client.ts'
import { syncOrders } from '#/server/orders/sync-orders.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import type { TrackingReport } from '#/server/parcels/tracking-round.ts'
import { newId } from '#/server/platform/random.ts'
import { startCarrierSimulator } from '#/simulators/carrier/carrier-simulator.ts'
import { createHandClock } from '#/simulators/frame/clock.ts'
import { noteSecret } from './evidence.ts'
import { aCrmOrder } from './orders.ts'
import { aUser, somePassword } from './people.ts'
import { ScriptedCrm } from './scripted-crm.ts'
import { startTestApp } from './test-app.ts'

const start = Date.UTC(2026, 2, 9, 8)
const trackSeconds = 600

export interface TestRegister {
  id: string
  name: string
  carrier_key: string
}

/**
 * The service beside a carrier that speaks the real protocol over HTTP, in a world whose time is moved by hand. Registers
 * are put into the table as they are kept, the first one as the default.
 */
export async function startTrackedShop({ registers: names = ['Перша каса'] }: { registers?: string[] } = {}) {
  const world = createHandClock(start)
  const clock = { now: () => new Date(world.now()) }
  const keys = names.map((name, index) => ({
    name,
    key: `${index + 1}`.padStart(32, 'c0ffee'),
    phones: [`38067000000${index}`],
  }))
  for (const { key } of keys) noteSecret(key)
  const simulator = await startCarrierSimulator({
    clock: world,
    keys: keys.map(({ key, phones }) => ({ key, phones })),
  })
  afterAll(simulator.close)
  const crm = new ScriptedCrm()
  const carrier = createNovaPoshtaClient({ url: simulator.api_url, clock, random: () => 0, timeoutMs: 30_000 })
  const kasyr = await startTestApp({ crm, carrier, clock })
  afterAll(() => kasyr.close())
  const { login } = await aUser(kasyr)
  const logIn = () => kasyr.anonymous.logIn(login, somePassword)
  let cashier = await logIn()
  const registers: TestRegister[] = keys.map(({ name, key }) => ({ id: newId(), name, carrier_key: key }))
  for (const [index, { id, name, carrier_key }] of registers.entries()) {
    const sealed = sealSecret(kasyr.app, id, 'carrier_key', carrier_key)
    const kept = { id, name, is_default: index === 0, active: true, payment_label: '', tax_codes: '[]' }
    await kasyr.db
      .insertInto('cash_registers')
      .values({ ...kept, carrier_key: sealed })
      .execute()
  }
  const [firstRegister = { id: '', name: '', carrier_key: '' }] = registers
  let lastTtn = 0

  /** A TTN the carrier knows, sent by the first register unless said otherwise. */
  function aTtn(parcel: Partial<Parameters<typeof simulator.parcels.put>[0][number]> = {}): string {
    const ttn = `2045${String((lastTtn += 1)).padStart(10, '0')}`
    simulator.parcels.put([{ ttn, owner_key: firstRegister.carrier_key, status_code: 5, ...parcel }])
    return ttn
  }

  async function anOrder(changes: Partial<CrmOrder>): Promise<Order> {
    const order = aCrmOrder(changes)
    crm.put(order)
    await syncOrders(kasyr.app)
    return findOrder(order.number)
  }

  async function findOrder(number: string): Promise<Order> {
    for (const tab of ['no_receipt', 'has_receipt', 'received', 'refused']) {
      const { items } = (await cashier.get<OrderList>(`/orders?tab=${tab}&q=${number}`)).body
      const found = items.find((item) => item.number === number)
      if (found) return found
    }
    throw new Error(`no order ${number}`)
  }

  const read = async ({ id }: { id: string }): Promise<Order> => (await cashier.get<Order>(`/orders/${id}`)).body

  async function track(): Promise<TrackingReport> {
    const report = await trackParcels(kasyr.app)
    if (report === 'busy') throw new Error('somebody else is tracking')
    return report
  }

  return {
    kasyr,
    crm,
    cashier: () => cashier,
    simulator,
    registers,
    aTtn,
    anOrder,
    findOrder,
    read,
    track,
    /** So many whole rounds of the tracker later. A token lives for one round, so the cashier logs in again. */
    later: async (rounds = 1): Promise<void> => {
      await world.advance(rounds * trackSeconds * 1000)
      cashier = await logIn()
    },
    now: () => clock.now().toISOString(),
  }
}
