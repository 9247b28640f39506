import { afterAll } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import { checkRegister } from '#/server/cash-registers/check-register.ts'
import { sealSecret, secretFields } from '#/server/cash-registers/secrets.ts'
import type { Config } from '#/server/config.ts'
import type { App } from '#/server/context.ts'
import { createNovaPoshtaClient } from '#/server/integrations/carrier/novaposhta-client.ts'
import type { CrmOrder } from '#/server/integrations/crm/crm-client.ts'
import { createCheckbox } from '#/server/integrations/fiscal/checkbox/client.ts'
import { syncOrders } from '#/server/orders/sync-orders.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import { newId } from '#/server/platform/random.ts'
import { removeDocuments } from '#/server/receipts/sending/remove-documents.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { moveReceipt } from '#/server/receipts/machine/move-receipt.ts'
import { pollReceipts } from '#/server/receipts/looking/poll-receipts.ts'
import { reconcileReceipts } from '#/server/receipts/looking/reconcile-receipts.ts'
import { sendReceipts } from '#/server/receipts/sending/send-receipts.ts'
import { sweepOrphans } from '#/server/receipts/orphans/sweep-orphans.ts'
import { watchReceipts } from '#/server/receipts/watch-receipts.ts'
import { startCarrierSimulator } from '#/simulators/carrier/carrier-simulator.ts'
import { startFiscalSimulator } from '#/simulators/fiscal/fiscal-simulator.ts'
import { createHandClock, type WorldClock } from '#/simulators/frame/clock.ts'
import { noteSecret } from './evidence.ts'
import { aCrmOrder } from './orders.ts'
import { ScriptedCrm } from './scripted-crm.ts'
import { startTestApp, usualTimes } from './test-app.ts'

const start = Date.UTC(2026, 2, 9, 8)

export interface ReceiptRegister {
  id: string
  name: string
  license_key: string
  pin: string
  carrier_key: string
  fiscal_number: string
}

export const aRegister = (name: string, index: number): ReceiptRegister => ({
  id: newId(),
  name,
  license_key: `license-of-a-receipt-register-${index}`,
  pin: `77553311${index}`,
  carrier_key: `${index + 1}`.padStart(32, 'decade'),
  fiscal_number: `400012345${index}`,
})

/** A carrier and a fiscal provider that know these registers, as real HTTP servers. */
export async function startProviders(registers: readonly ReceiptRegister[], clock: WorldClock) {
  for (const { license_key, pin, carrier_key } of registers) [license_key, pin, carrier_key].forEach(noteSecret)
  const keys = registers.map(({ carrier_key }, index) => ({ key: carrier_key, phones: [`38067000000${index}`] }))
  const carrier = await startCarrierSimulator({ clock, keys })
  const fiscal = await startFiscalSimulator({
    clock,
    carrier_control_url: carrier.control_url,
    registers: registers.map(({ license_key, pin, carrier_key, fiscal_number }) => ({
      license_key,
      fiscal_number,
      carrier_key,
      cashier: { pin },
    })),
  })
  return { carrier, fiscal }
}

/** As if an admin had added them; the first is the default one. */
export async function keepRegisters(app: App, registers: readonly ReceiptRegister[]): Promise<void> {
  for (const [index, register] of registers.entries()) {
    const { id, name } = register
    const sealed = Object.fromEntries(secretFields.map((field) => [field, sealSecret(app, id, field, register[field])]))
    const kept = { id, name, is_default: index === 0, active: true, payment_label: '', tax_codes: '[]', is_test: false }
    await app.db
      .insertInto('cash_registers')
      .values({ ...kept, ...sealed })
      .execute()
    await checkRegister(app, theSystem, id)
  }
}

interface ShopOptions {
  registers?: string[]
  times?: Partial<Config['receipt_times']>
}
type Carriers = Parameters<Awaited<ReturnType<typeof startCarrierSimulator>>['parcels']['put']>[0][number]

/**
 * The service beside a carrier and a fiscal provider that speak their real protocols over HTTP, in a world whose time is
 * moved by hand. Its registers are checked, and their waybills are known to both of them.
 */
export async function startReceiptShop({ registers: names = ['Перша каса'], times = {} }: ShopOptions = {}) {
  const world = createHandClock(start)
  const clock = { now: () => new Date(world.now()) }
  const registers = names.map(aRegister)
  const { carrier, fiscal } = await startProviders(registers, world)
  afterAll(carrier.close)
  afterAll(fiscal.close)
  const crm = new ScriptedCrm()
  const patience = { timeoutMs: 30_000, findTimeoutMs: 30_000, listTimeoutMs: 30_000 }
  /** A process of its own has its own tokens, breakers and connections. */
  const aCheckbox = () => createCheckbox({ url: fiscal.api_url, clock, random: () => 0, shiftPollMs: 20, ...patience })
  const checkbox = aCheckbox()
  const kasyr = await startTestApp({
    crm,
    clock,
    carrier: createNovaPoshtaClient({ url: carrier.api_url, clock, random: () => 0, timeoutMs: 30_000 }),
    fiscal: checkbox.fiscal,
    ettn: checkbox.ettn,
    config: { receipt_times: { ...usualTimes, ...times } },
  })
  afterAll(() => kasyr.close())
  const { app, db } = kasyr
  await keepRegisters(app, registers)
  const [first = aRegister('', 0)] = registers
  const ofFirst = { cash_register_id: first.id }
  let lastTtn = 0

  /** An order of 1,200.00 whose parcel is on its way and is paid for on delivery. */
  async function anOrder({
    register = first,
    control = 120_000,
    order = {},
  }: { register?: ReceiptRegister; control?: number; order?: Partial<CrmOrder> } = {}) {
    const ttn = `2045${String((lastTtn += 1)).padStart(10, '0')}`
    const parcel: Carriers = { ttn, owner_key: register.carrier_key, status_code: 5 }
    carrier.parcels.put([{ ...parcel, cod: { kind: 'payment_control', amount: control / 100 } }])
    const given = aCrmOrder({ ttn, ordered_at: clock.now().toISOString(), ...order })
    crm.put(given)
    await syncOrders(app)
    await trackParcels(app)
    const { id } = await db.selectFrom('orders').select('id').where('ttn', '=', ttn).executeTakeFirstOrThrow()
    return { id, ttn }
  }

  /** A receipt that waits to be sent. */
  async function aReceipt(given: Parameters<typeof anOrder>[0] = {}, options: { batch_id?: string } = {}) {
    const { id: order_id, ttn } = await anOrder(given)
    return { id: await createReceipt(app, theSystem, order_id, options), ttn, order_id }
  }

  async function aBatch(): Promise<string> {
    const id = newId()
    const batch = { id, created_at: clock.now().toISOString(), created_by: null, created_by_login: null, total: 0 }
    await db
      .insertInto('receipt_batches')
      .values({ ...batch, refused: '[]' })
      .execute()
    return id
  }

  const row = (id: string) => db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const events = async (id: string): Promise<string[]> =>
    (
      await db
        .selectFrom('receipt_events')
        .select(['event', 'to_state'])
        .where('receipt_id', '=', id)
        .orderBy('seq')
        .execute()
    ).map(({ event, to_state }) => `${event} → ${to_state}`)

  const calls = (operation: string, ttn = '') =>
    fiscal.log.entries().filter((entry) => entry.operation === operation && entry.body.includes(ttn))
  const creates = (ttn: string) => calls('create_ettn', ttn)

  const verbs = {
    send: () => sendReceipts(app, ofFirst),
    reconcile: () => reconcileReceipts(app, ofFirst),
    cancel: () => removeDocuments(app, ofFirst),
    watch: () => watchReceipts(app),
    poll: () => pollReceipts(app),
    sweep: () => sweepOrphans(app),
    wantCancelled: (id: string) => moveReceipt(app, id, { type: 'cancel_asked' }),
  }

  const doubled = new Set<string>()

  /** What must hold whatever happened: no send without its permit, the same bytes each time, one living document. */
  async function assertSound(): Promise<void> {
    const rows = await db.selectFrom('receipts').selectAll().execute()
    const broken = [...Map.groupBy(rows, ({ ttn }) => ttn)].flatMap(([ttn, ofTtn]) => {
      const advances = ofTtn.flatMap(({ id, kind }) => (kind === 'prepayment' ? calls('create_prepayment', id) : []))
      const sent = [...creates(ttn), ...calls('create_ettn_prepayment', ttn), ...advances]
        // Whoever comes with a stale token is turned away at the door, and may come again within the same permit.
        .filter(({ status }) => status !== 401)
      const permits = ofTtn.reduce((sum, { attempt }) => sum + attempt, 0)
      const isFrozen = (body: string) => ofTtn.some(({ request }) => request === body)
      if (sent.length > permits) return [`${ttn}: ${sent.length} creates with ${permits} permits`]
      if (!sent.every(({ body }) => isFrozen(body))) return [`${ttn}: what was sent is not what was frozen`]
      const hasTooMany = fiscal.documents.live(ttn).length > 1 && !doubled.has(ttn)
      return hasTooMany ? [`${ttn}: more than one living document`] : []
    })
    if (broken.length > 0) throw new Error(broken.join('\n'))
  }

  return {
    ...verbs,
    kasyr,
    app,
    db,
    carrier,
    fiscal,
    registers,
    first,
    aCheckbox,
    anOrder,
    aReceipt,
    aBatch,
    row,
    events,
    creates,
    calls,
    assertSound,
    /** The test itself makes a second document of it. */
    allowDoubled: (ttn: string) => doubled.add(ttn),
    state: async (id: string) => (await row(id)).state,
    problem: async (id: string) => JSON.stringify((await row(id)).problem),
    now: () => clock.now(),
    later: (seconds: number) => world.advance(seconds * 1000),
    /** The provider's pause and the pace of the register are of the database's clock. */
    pauseIsOver: () => db.updateTable('receipt_senders').set({ paused_until: null, troubles: 0 }).execute(),
    /** Whoever worked on it is long dead. */
    leaseIsOver: (id: string) =>
      db.updateTable('receipts').set({ lease_until: '2020-01-01T00:00:00.000Z' }).where('id', '=', id).execute(),
    /** The faults of the test before are over, what they opened is closed again, and its receipts are left alone. */
    calm: async () => {
      fiscal.faults.disarm()
      await fiscal.faults.release()
      await world.advance(120_000)
      await db
        .updateTable('receipts')
        .set({ next_check_at: '2100-01-01T00:00:00.000Z' })
        .where('state', 'not in', ['fiscalized', 'cancelled', 'failed'])
        .execute()
      await db.updateTable('receipt_senders').set({ paused_until: null, troubles: 0 }).execute()
    },
  }
}
