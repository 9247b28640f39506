import { afterAll, beforeAll, expect } from 'vitest'
import { lineSum } from '#/contract/money.ts'
import type { Config } from '#/server/config.ts'
import { createNovaPoshtaClient } from '#/server/integrations/carrier/novaposhta-client.ts'
import type { CrmOrder } from '#/server/integrations/crm/crm-client.ts'
import { createCheckbox } from '#/server/integrations/fiscal/checkbox/client.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import { createRealClock } from '#/simulators/frame/clock.ts'
import { aCrmOrder } from '#/test/support/orders.ts'
import {
  aKnownRegister,
  keepRegisters,
  startProviders,
  type KnownRegister,
  type Providers,
} from '#/test/support/outside.ts'
import { ScriptedCrm } from '#/test/support/scripted-crm.ts'
import { usualTimes } from '#/test/support/test-app.ts'
import { openStage, type Engine, type Stage } from './browser.ts'

/** An order as it is wished for; the rest is made up as in a real shop. */
export interface Wished {
  order?: Partial<CrmOrder>
  register?: KnownRegister
  /** What the carrier says; 5: on its way. */
  status_code?: number
  /** What the buyer pays on delivery, in kopiykas; the order's total unless said. null: no cash on delivery. */
  control?: number | null
  /** Cash by money transfer, which can carry no receipt. */
  by_transfer?: boolean
  /** The carrier does not know the waybill as ours. */
  foreign?: boolean
}

export interface Shop extends Stage {
  crm: ScriptedCrm
  providers(): Providers
  registers: readonly KnownRegister[]
  /** Orders come from the CRM and their parcels are found at the carrier, before this resolves. Their TTNs. */
  arrive(wished: readonly Wished[]): Promise<string[]>
  /** The parcel moves on, and the carrier has been asked about it. */
  move(ttn: string, status_code: number): Promise<void>
  orderId(ttn: string): Promise<string>
}

interface Options {
  registers?: string[]
  times?: Partial<Config['receipt_times']>
  intervals?: Partial<Config['worker_intervals']>
  engine?: Engine
}

/** A shop at work in real time: service with its worker, carrier and fiscal provider over HTTP, a browser in front of it. */
export function openShop({
  registers: names = ['ФОП Шевченко О. П.'],
  times = {},
  intervals = {},
  engine,
}: Options = {}): Shop {
  const registers = names.map(aKnownRegister)
  const crm = new ScriptedCrm()
  let providers: Providers | undefined
  const present = (): Providers => {
    if (providers === undefined) throw new Error('the shop is not open yet')
    return providers
  }

  const stage = openStage(async () => {
    providers = await startProviders(registers, createRealClock())
    // What takes the provider seconds of real time would be over before a slow page asks, and not before a fast one.
    providers.fiscal.set({ receipt_seconds: 0, shift_seconds: 0 })
    const clock = { now: () => new Date() }
    const checkbox = createCheckbox({ url: providers.fiscal.api_url, clock, random: () => 0, shiftPollMs: 20 })
    return {
      crm,
      worker: true,
      carrier: createNovaPoshtaClient({ url: providers.carrier.api_url, clock, random: () => 0 }),
      fiscal: checkbox.fiscal,
      ettn: checkbox.ettn,
      config: {
        receipt_times: { ...usualTimes, ...times },
        worker_intervals: { track: 600, poll_receipts: 60, reconcile: 15, sweep: 3600, ...intervals },
      },
    }
  }, engine)
  beforeAll(async () => {
    await keepRegisters(stage.app().app, registers)
    // In the last minutes of a day none is opened, and these tests go by the real clock.
    for (const { license_key } of registers)
      present().fiscal.registers.change(license_key, { shift: { status: 'OPENED' } })
  })
  afterAll(async () => {
    await providers?.fiscal.close()
    await providers?.carrier.close()
  })

  let made = 0
  const [first = aKnownRegister('', 0)] = registers

  function put({ order = {}, register = first, status_code = 5, control, by_transfer, foreign }: Wished): string {
    made += 1
    const given = aCrmOrder({ ...madeUp(made), ...order })
    crm.put(given)
    if (given.ttn === null) return ''
    const amount = control === undefined ? given.total : control
    present().carrier.parcels.put([
      {
        ttn: given.ttn,
        owner_key: foreign ? 'f'.repeat(32) : register.carrier_key,
        status_code,
        ...(amount !== null && {
          cod: { kind: by_transfer ? 'money_transfer' : 'payment_control', amount: amount / 100 },
        }),
      },
    ])
    return given.ttn
  }

  /** The worker may be at it already, and then asking again does nothing. */
  const carrierWasAsked = async () => {
    await expect
      .poll(async () => {
        await trackParcels(stage.app().app)
        const due = stage.app().db.selectFrom('parcels').select('ttn').where('active', '=', true)
        return due.where('due_at', '<=', new Date().toISOString()).execute()
      })
      .toEqual([])
  }

  return {
    ...stage,
    crm,
    providers: present,
    registers,
    arrive: async (wished) => {
      const ttns = wished.map(put)
      await syncOrders(stage.app().app)
      await carrierWasAsked()
      return ttns
    },
    move: async (ttn, status_code) => {
      present().carrier.parcels.put([{ ttn, status_code }])
      await stage.app().db.updateTable('parcels').set({ due_at: longAgo }).where('ttn', '=', ttn).execute()
      await carrierWasAsked()
    },
    orderId: async (ttn) => {
      const found = stage.app().db.selectFrom('orders').select('id').where('ttn', '=', ttn)
      return (await found.executeTakeFirstOrThrow()).id
    },
  }
}

const longAgo = '2020-01-01T00:00:00.000Z'

const people = [
  'Олена Шевченко',
  'Марія Коваленко',
  'Андрій Бондаренко',
  'Наталія Ткаченко',
  'Ганна Лук’яненко',
  'Ігор Ґалаґан',
  'Софія Олександрівна Переяславська-Нечуй',
  'Василь Мельник',
]

const things = [
  { code: 'SKU-101', name: 'Чохол силіконовий для телефона, прозорий', price: 45_000, quantity: 1000, discount: 0 },
  { code: 'SKU-214', name: 'Кабель плетений, 2 м', price: 32_550, quantity: 2000, discount: 0 },
  { code: 'SKU-307', name: 'Навушники бездротові', price: 189_900, quantity: 1000, discount: 10_000 },
  { code: 'SKU-412', name: 'Скло захисне', price: 19_900, quantity: 1000, discount: 0 },
]

/** The same for the same number: a screenshot made twice is the same picture. */
function madeUp(number: number): Partial<CrmOrder> {
  const goods = things.slice(0, 1 + (number % things.length))
  return {
    recipient: { name: people[number % people.length] ?? '', phone: `38067${String(1_234_560 + number)}` },
    ttn: `2045${String(7_310_000_000 + number * 37).padStart(10, '0')}`,
    goods,
    total: goods.reduce((sum, line) => sum + lineSum(line), 0),
    ordered_at: new Date(Date.now() - number * 60_000).toISOString(),
    updated_at: new Date().toISOString(),
  }
}
