import { afterAll } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import type { Role } from '#/contract/permissions.ts'
import type { App } from '#/server/app.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import type { Clock } from '#/server/platform/clock.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { newId } from '#/server/platform/random.ts'
import { createHandClock } from '#/simulators/frame/clock.ts'
import type { ApiClient } from './api-client.ts'
import { aCrmOrder } from './orders.ts'
import {
  aKnownRegister,
  clientsOf,
  keepRegisters,
  startProviders,
  type KnownRegister,
  type Providers,
} from './outside.ts'
import { loggedIn } from './people.ts'
import { bring, ScriptedCrm } from './scripted-crm.ts'
import { startTestApp, type TestApp, type TestOptions } from './test-app.ts'

/** Where the time of a shop with registers begins. */
const start = Date.UTC(2026, 2, 9, 8)

interface ShopOptions extends TestOptions {
  /** The role of the caller; a cashier by default. */
  role?: Role
  /** What the CRM has from the beginning. */
  orders?: CrmOrder[]
}

interface KnownShopOptions extends Omit<TestOptions, 'clock'> {
  /** Their names. The first is the default one. */
  registers: readonly string[]
  /** Whether each has been checked at the provider and the carrier already. */
  checked?: boolean
}

/** The service for one test file beside a CRM that has the orders the test gives it. It ends with the file. */
interface Service {
  kasyr: TestApp
  app: App
  /** As the owner of the tables. */
  db: Db
  crm: ScriptedCrm
  sync: () => ReturnType<typeof syncOrders>
}

/** With a person who is logged in. */
interface Shop extends Service {
  client: ApiClient
  /** An order that came from the CRM, as the list shows it. */
  anOrder(changes?: Partial<CrmOrder>): Promise<Order>
  /** A register by name only, for parcels to belong to. */
  aCashRegister(name?: string): Promise<string>
}

/** A shop whose registers are known to a carrier and a fiscal provider that speak their real protocols over HTTP. */
interface KnownShop extends Service, Providers {
  registers: readonly KnownRegister[]
  /** The default one. */
  first: KnownRegister
  clock: Clock
  now(): Date
  /** Time is moved by hand, for the service and for everything outside. */
  pass(seconds: number): Promise<void>
  /** Our clock is set so far ahead of everybody else's; negative: behind. */
  setAhead(seconds: number): void
  /** A TTN the carrier knows: on its way, sent by the first register, unless said otherwise. */
  aTtn(parcel?: Partial<CarrierParcel>): string
  /** The carrier is asked about its parcels. */
  track: () => ReturnType<typeof trackParcels>
}

type CarrierParcel = Parameters<Providers['carrier']['parcels']['put']>[0][number]

/** The one way to a service in a test: it starts the requested parts and nothing else. */
export function startShop(options?: ShopOptions): Promise<Shop>
export function startShop(options: KnownShopOptions): Promise<KnownShop>
export async function startShop(options: ShopOptions | KnownShopOptions = {}): Promise<Shop | KnownShop> {
  return 'registers' in options ? startKnownShop(options) : startPlainShop(options)
}

async function startService(options: TestOptions): Promise<Service> {
  const crm = new ScriptedCrm()
  const kasyr = await startTestApp({ crm, ...options })
  afterAll(() => kasyr.close())
  const { app, db } = kasyr
  return { kasyr, app, db, crm, sync: () => syncOrders(app) }
}

async function startPlainShop({ role = 'cashier', orders = [], ...options }: ShopOptions): Promise<Shop> {
  const service = await startService(options)
  const { kasyr, app, db, crm, sync } = service
  const client = await loggedIn(kasyr, role)
  crm.put(...orders)
  if (orders.length > 0) await sync()

  return {
    ...service,
    client,
    anOrder: async (changes = {}) => {
      const order = aCrmOrder(changes)
      await bring(app, crm, [order])
      const { items } = (await client.get<OrderList>(`/orders?q=${order.number}`)).body
      const found = items.find(({ crm_id }) => crm_id === order.crm_id)
      if (!found) throw new Error(`the order ${order.number} is not among ${items.map(({ number }) => number).join()}`)
      return found
    },
    aCashRegister: async (name = 'Каса') => {
      const id = newId()
      const register = { id, name, is_default: false, active: true, payment_label: '', tax_codes: '[]' }
      await db.insertInto('cash_registers').values(register).execute()
      return id
    },
  }
}

async function startKnownShop({ registers: names, checked = true, ...options }: KnownShopOptions): Promise<KnownShop> {
  const world = createHandClock(start)
  let aheadMs = 0
  const clock = { now: () => new Date(world.now() + aheadMs) }
  const registers = names.map(aKnownRegister)
  const [first = aKnownRegister('', 0)] = registers
  const providers = await startProviders(registers, world)
  afterAll(providers.carrier.close)
  afterAll(providers.fiscal.close)
  const service = await startService({ ...clientsOf(providers, clock), ...options, clock })
  await keepRegisters(service.app, registers, { checked })
  let lastTtn = 0

  return {
    ...service,
    ...providers,
    registers,
    first,
    clock,
    now: clock.now,
    pass: (seconds) => world.advance(seconds * 1000),
    setAhead: (seconds) => void (aheadMs = seconds * 1000),
    aTtn: (parcel = {}) => {
      const ttn = `2045${String((lastTtn += 1)).padStart(10, '0')}`
      providers.carrier.parcels.put([{ ttn, owner_key: first.carrier_key, status_code: 5, ...parcel }])
      return ttn
    },
    track: () => trackParcels(service.app),
  }
}
