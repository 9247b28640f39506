import { afterAll } from 'vitest'
import { sql } from 'kysely'
import { theSystem } from '#/server/audit/record-audit.ts'
import { checkRegister } from '#/server/cash-registers/checking/check-register.ts'
import { sealSecret, secretFields } from '#/server/cash-registers/secrets/secrets.ts'
import { createCheckbox } from '#/server/integrations/fiscal/checkbox/client.ts'
import type { EttnClient } from '#/server/integrations/fiscal/ettn-client.ts'
import type { RegisterCredentials } from '#/server/integrations/fiscal/fiscal-client.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { newId } from '#/server/platform/random.ts'
import { removeDocuments } from '#/server/receipts/sending/remove-documents.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { fetchOfRegister } from '#/server/receipts/lookup/fetch-receipts.ts'
import { pollReceipts } from '#/server/receipts/lookup/poll-receipts.ts'
import { reconcileReceipts } from '#/server/receipts/lookup/reconcile-receipts.ts'
import { sendReceipts } from '#/server/receipts/sending/send-receipts.ts'
import { listDueWork } from '#/server/receipts/machine/due-store.ts'
import { watchReceipts } from '#/server/receipts/watch-receipts.ts'
import { startFiscalSimulator } from '#/simulators/fiscal/fiscal-simulator.ts'
import { createHandClock } from '#/simulators/frame/clock.ts'
import { noteSecret } from './evidence.ts'
import { aCrmOrder } from './orders.ts'
import { patience } from './patience.ts'
import { usualTimes } from './test-app.ts'
import { ScriptedCrm } from './scripted-crm.ts'
import { startTestApp } from './test-app.ts'

/** Short enough to wait for, long enough that only a fault meets it. */
const patienceMs = patience(800)
const times = { ...usualTimes, call_deadline_ms: patienceMs, permit_window_ms: 4_000 }
const registersAtOnce = 8

/**
 * One service and many registers, each with a Checkbox of its own to be broken in its own way, all in one time moved by hand
 * (what travels over the wire too: a held answer comes when the clock gets there).
 */
export async function startReceiptCases(count: number) {
  const world = createHandClock(Date.UTC(2026, 2, 9, 8))
  const clock = { now: () => new Date(world.now()) }
  const cases = await Promise.all(Array.from({ length: count }, (_, index) => startCase(world, index)))
  afterAll(() => Promise.all(cases.map(({ checkbox }) => checkbox.close())))
  const byKey = new Map(cases.map((one) => [one.secrets.license_key, one.clients(clock)]))
  const of = ({ license_key }: RegisterCredentials) => {
    const clients = byKey.get(license_key)
    if (clients === undefined) throw new Error('a register nobody made')
    return clients
  }
  const ettn: EttnClient = {
    kind: 'real',
    aheadMs: () => 0,
    create: (credentials, ...rest) => of(credentials).ettn.create(credentials, ...rest),
    remove: (credentials, ...rest) => of(credentials).ettn.remove(credentials, ...rest),
    find: (credentials, ...rest) => of(credentials).ettn.find(credentials, ...rest),
    list: (credentials, ...rest) => of(credentials).ettn.list(credentials, ...rest),
    findReceipt: (credentials, ...rest) => of(credentials).ettn.findReceipt(credentials, ...rest),
    findChain: (credentials, ...rest) => of(credentials).ettn.findChain(credentials, ...rest),
    searchChains: (credentials, ...rest) => of(credentials).ettn.searchChains(credentials, ...rest),
    fiscalize: (credentials, ...rest) => of(credentials).ettn.fiscalize(credentials, ...rest),
    sendCopy: (credentials, ...rest) => of(credentials).ettn.sendCopy(credentials, ...rest),
    openShift: (credentials, ...rest) => of(credentials).ettn.openShift(credentials, ...rest),
  }
  const crm = new ScriptedCrm()
  const kasyr = await startTestApp({
    crm,
    clock,
    fiscal: {
      kind: 'real',
      checkCredentials: (given, signal) => of(given).fiscal.checkCredentials(given, signal),
      listZReports: (given, window, signal) => of(given).fiscal.listZReports(given, window, signal),
    },
    ettn,
    config: { receipt_times: times },
  })
  afterAll(() => kasyr.close())
  const { app, db } = kasyr
  for (const { id, secrets } of cases) {
    const sealed = Object.fromEntries(secretFields.map((field) => [field, sealSecret(app, id, field, secrets[field])]))
    const kept = { id, name: `Каса ${id}`, is_default: false, active: true, payment_label: '', tax_codes: '[]' }
    await db
      .insertInto('cash_registers')
      .values({ ...kept, is_test: false, ...sealed })
      .execute()
  }
  // One is asked, and all others are like it.
  const firstId = cases[0]?.id ?? ''
  await checkRegister(app, theSystem, firstId)
  await sql`update cash_registers set health = (select health from cash_registers where id = ${firstId})`.execute(db)
  for (const { checkbox } of cases) {
    checkbox.tokens.expire()
    checkbox.log.clear()
  }

  crm.put(...cases.map(({ ttn }) => aCrmOrder({ ttn })))
  await syncOrders(app)

  /** Asks for the receipt of a case, or for a chain with a quarter paid in advance. */
  async function request(index: number, prepaid: number): Promise<string> {
    const one = cases[index]
    if (one === undefined) throw new Error('no such case')
    const { id: order_id } = await db
      .selectFrom('orders')
      .select('id')
      .where('ttn', '=', one.ttn)
      .executeTakeFirstOrThrow()
    await sql`update parcels set own = true, status_code = 5, cod_kind = 'payment_control', cash_register_id = ${one.id},
                cod_amount = (select total from orders where id = ${order_id}) - ${prepaid}
              where order_id = ${order_id}`.execute(db)
    const advance = { amount: prepaid, payment: 'cashless' } as const
    return createReceipt(app, theSystem, order_id, prepaid === 0 ? {} : { prepaid: advance })
  }

  /** What the jobs do, for every register where anything is due. Pauses are of the database's clock, so they are ended. */
  async function work(): Promise<void> {
    await db.updateTable('receipt_senders').set({ paused_until: null, troubles: 0 }).execute()
    await watchReceipts(app)
    const due = await listDueWork(db, clock.now())
    const { rows: advances } = await sql<{ cash_register_id: string }>`
      select distinct cash_register_id from receipts where state = 'created' and kind = 'prepayment'`.execute(db)
    const ids = [...new Set([...due, ...advances].map((one) => one.cash_register_id))]
    const next = async (): Promise<void> => {
      for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
        const register = { cash_register_id: id }
        await reconcileReceipts(app, register)
        await sendReceipts(app, register)
        await removeDocuments(app, register)
        await fetchOfRegister(app, id)
      }
    }
    await Promise.all(Array.from({ length: registersAtOnce }, next))
  }

  async function isQuiet(): Promise<boolean> {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from receipts
      where state not in ('created', 'fiscalized', 'cancelled', 'failed') or (state = 'created' and (cancel_wanted or kind = 'prepayment'))`.execute(
      db,
    )
    return rows[0]?.open === 0
  }

  /** Time passes until nothing is open any more, or for so many seconds. */
  async function settle(seconds: number): Promise<void> {
    const until = world.now() + seconds * 1000
    for (let round = 0; world.now() < until; round += 1) {
      await work()
      // A list of each register is dear here: a lookup now and then, and one at the end, shows as much.
      if (round % 4 === 3 || (await isQuiet())) await pollReceipts(app)
      if (await isQuiet()) return
      await world.advance((steps[Math.min(round, steps.length - 1)] ?? 60) * 1000)
    }
  }

  return {
    app,
    db,
    times,
    checkboxes: cases.map(({ checkbox }) => checkbox),
    request,
    settle,
    now: world.now,
    later: (seconds: number) => world.advance(seconds * 1000),
  }
}

export const ttnOf = (index: number): string => `2045777${String(index).padStart(7, '0')}`

/** As the lookups come, and then once in a while. */
const steps = [3, 8, 12, 30, 60, 120, 300]

async function startCase(world: ReturnType<typeof createHandClock>, index: number) {
  const secrets = {
    license_key: `license-of-the-case-${index}`,
    pin: `66442200${index}`,
    carrier_key: `${index + 1}`.padStart(32, 'facade'),
  }
  for (const secret of Object.values(secrets)) noteSecret(secret)
  const checkbox = await startFiscalSimulator({
    clock: world,
    wire_clock: world,
    seed: index + 1,
    shift_seconds: 0,
    receipt_seconds: 0,
    registers: [{ license_key: secrets.license_key, cashier: { pin: secrets.pin } }],
  })
  const patience = {
    timeoutMs: patienceMs,
    findTimeoutMs: patienceMs,
    listTimeoutMs: patienceMs,
    shiftTimeoutMs: patienceMs,
    shiftPollMs: 20,
  }
  return {
    id: newId(),
    ttn: ttnOf(index),
    secrets,
    checkbox,
    clients: (clock: { now: () => Date }) =>
      createCheckbox({ url: checkbox.api_url, clock, random: () => 0, ...patience }),
  }
}
