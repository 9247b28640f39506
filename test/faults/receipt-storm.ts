import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Receipt } from '#/contract/receipts.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { checkRegister } from '#/server/cash-registers/check-register.ts'
import { sealSecret, secretFields } from '#/server/cash-registers/secrets.ts'
import { createCheckbox } from '#/server/integrations/fiscal/checkbox/client.ts'
import { createNovaPoshtaClient } from '#/server/integrations/carrier/novaposhta-client.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { newId } from '#/server/platform/random.ts'
import { systemClock } from '#/server/platform/clock.ts'
import { startCarrierSimulator } from '#/simulators/carrier/carrier-simulator.ts'
import { startFiscalSimulator } from '#/simulators/fiscal/fiscal-simulator.ts'
import type { ArmingInput } from '#/simulators/frame/faults.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import type { ApiClient } from '../support/api-client.ts'
import { startChild, type Child } from '../support/child-service.ts'
import { noteSecret } from '../support/evidence.ts'
import { aCrmOrder } from '../support/orders.ts'
import { loggedIn } from '../support/people.ts'
import { ScriptedCrm } from '../support/scripted-crm.ts'
import { usualTimes } from '../support/test-app.ts'
import { startRestorableWeb } from './restorable-web.ts'

/** P of the promise «everything is settled P + 5 minutes after faults stop»; nothing below takes effect later. */
const effect_window = 2
/**
 * What workers live by, in seconds. Hurried ones have times so much shorter that a doubt ends between two kills. The
 * usual ones have the times of a shop, only P is not ten minutes, and payments are read more often, or the end of the
 * test would be one long wait for the next round: what is promised in minutes is counted in minutes of the clock.
 */
const paces = {
  hurried: {
    times: { call_deadline: 2, permit_window: 1, effect_window, lease: 4, heartbeat: 1, create_every: 0 },
    intervals: { track: 86_400, poll_receipts: 2, reconcile: 1, sweep: 10 },
  },
  usual: { times: { effect_window }, intervals: { track: 86_400, poll_receipts: 20, sweep: 20 } },
}
type Pace = keyof typeof paces
const advance = 30_000
const Refusal = z.object({ code: z.string(), params: z.object({ provider_id: z.string() }).partial().optional() })
const Adopted = z.object({ adopted: z.array(z.object({ id: z.string() })).default([]) })
const Page = z.object({ next_cursor: z.string().nullable() })

/** Calls of every kind that come to nothing, come to something in silence, or come late; each so often. */
const storm: readonly [string, number, ArmingInput['fault']][] = [
  ['create_ettn', 0.08, { kind: 'reset_before_answer', effect: true }],
  ['create_ettn', 0.08, { kind: 'reset_before_answer', effect: false }],
  ['create_ettn', 0.06, { kind: 'late_effect', delay_ms: 1_500, meanwhile: 'reset' }],
  ['create_ettn', 0.04, { kind: 'late_effect', delay_ms: 1_000, meanwhile: 'gateway_timeout' }],
  ['create_ettn', 0.05, { kind: 'status', status: 500, effect: true }],
  ['create_ettn', 0.04, { kind: 'null_body', effect: true }],
  ['create_ettn', 0.03, { kind: 'too_many_requests', retry_after: 1 }],
  ['create_ettn', 0.04, { kind: 'unauthorized' }],
  ['create_prepayment', 0.15, { kind: 'reset_before_answer', effect: true }],
  ['create_prepayment', 0.1, { kind: 'status', status: 503 }],
  ['create_ettn_prepayment', 0.15, { kind: 'reset_mid_answer', effect: true }],
  ['create_ettn_prepayment', 0.1, { kind: 'late_effect', delay_ms: 1_500 }],
  ['list_ettn', 0.15, { kind: 'status', status: 503 }],
  ['list_ettn', 0.08, { kind: 'truncated_body' }],
  ['get_ettn', 0.15, { kind: 'reset_before_answer' }],
  ['get_receipt', 0.15, { kind: 'junk' }],
  ['delete_ettn', 0.15, { kind: 'reset_before_answer', effect: true }],
  ['delete_ettn', 0.1, { kind: 'reset_before_answer', effect: false }],
  ['delete_ettn', 0.1, { kind: 'late_effect', delay_ms: 1_000 }],
  ['delete_ettn_prepayment', 0.2, { kind: 'reset_before_answer', effect: true }],
  ['sign_in', 0.1, { kind: 'status', status: 503 }],
  ['open_shift', 0.2, { kind: 'reset_before_answer', effect: true }],
  ['*', 0.3, { kind: 'latency', ms: 60 }],
]

/**
 * A shop in real time: web in this process, workers in their own, a carrier and a Checkbox that speak their real protocols.
 * Workers share the database and the keys with the web, and nothing else.
 */
export async function startStorm({ receipts, registers, seed }: { receipts: number; registers: number; seed: number }) {
  const keys = Array.from({ length: registers }, (_, index) => aRegister(index))
  const carrier = await startCarrierSimulator({
    keys: keys.map(({ carrier_key }, index) => ({ key: carrier_key, phones: [`38067000000${index}`] })),
  })
  onTestFinished(carrier.close)
  const checkbox = await startFiscalSimulator({
    seed,
    carrier_control_url: carrier.control_url,
    shift_seconds: 0,
    receipt_seconds: 1,
    registers: keys.map(({ license_key, pin, fiscal_number }) => ({ license_key, fiscal_number, cashier: { pin } })),
  })
  onTestFinished(checkbox.close)
  const crm = new ScriptedCrm()
  const clients = createCheckbox({ url: checkbox.api_url, clock: systemClock })
  const web = await startRestorableWeb({
    crm,
    fiscal: clients.fiscal,
    ettn: clients.ettn,
    carrier: createNovaPoshtaClient({ url: carrier.api_url, clock: systemClock }),
    // What is paid and not fiscal is shown at once: the test does not wait for three hours.
    config: { receipt_times: { ...usualTimes, paid_unfiscal_ms: 0 } },
  })
  const { app, db } = web.service()
  for (const [index, register] of keys.entries()) {
    const { id } = register
    const sealed = Object.fromEntries(secretFields.map((field) => [field, sealSecret(app, id, field, register[field])]))
    const kept = {
      id,
      name: `Каса ${index}`,
      is_default: index === 0,
      active: true,
      payment_label: '',
      tax_codes: '[]',
    }
    await db
      .insertInto('cash_registers')
      .values({ ...kept, is_test: false, ...sealed })
      .execute()
    await checkRegister(app, theSystem, id)
  }
  const orders = await fillShop(receipts)
  let cashier = await loggedIn(web.service())
  /** Thousands of kills take longer than a session, and a restore ends them all: the cashier logs in again. */
  const asCashier = async <Answer extends { status: number }>(call: (client: ApiClient) => Promise<Answer>) => {
    const answer = await call(cashier)
    if (answer.status !== 401) return answer
    cashier = await loggedIn(web.service())
    return call(cashier)
  }
  const post = (path: string, body?: object) => asCashier((client) => client.post<Pick<Receipt, 'id'>>(path, body))
  const get = (path: string) => asCashier((client) => client.get(path))
  const ask = ({ id: order_id, prepaid }: AskedOrder) =>
    prepaid === 0
      ? post('/receipts', { order_id })
      : post('/receipts/prepayment', { order_id, amount: prepaid, payment: 'cashless' })
  const children = new Set<Child>()
  onTestFinished(async () => {
    for (const child of children) child.process.kill('SIGKILL')
    await Promise.all([...children].map(({ ended }) => ended))
  })

  /** Every fifth order is partly paid in advance. */
  async function fillShop(count: number) {
    const made = Array.from({ length: count }, (_, index) => {
      const register = keys[index % keys.length] ?? aRegister(0)
      const prepaid = index % 5 === 4 ? advance : 0
      return { ttn: `2045666${String(index).padStart(7, '0')}`, register, prepaid }
    })
    carrier.parcels.put(
      made.map(({ ttn, register, prepaid }) => ({
        ttn,
        owner_key: register.carrier_key,
        status_code: 5,
        cod: { kind: 'payment_control', amount: (120_000 - prepaid) / 100 },
      })),
    )
    crm.put(...made.map(({ ttn }) => aCrmOrder({ ttn })))
    await syncOrders(app)
    const filled = []
    for (const { ttn, register, prepaid } of made) {
      const { id } = await db.selectFrom('orders').select('id').where('ttn', '=', ttn).executeTakeFirstOrThrow()
      await sql`update parcels set own = true, status_code = 5, cod_kind = 'payment_control', cash_register_id = ${register.id},
                  cod_amount = ${120_000 - prepaid} where order_id = ${id}`.execute(db)
      filled.push({ id, ttn, prepaid, license_key: register.license_key })
    }
    return filled
  }

  const environment = () => ({
    ...web.environment(),
    KASYR_LOG_LEVEL: 'error',
    KASYR_CRM_URL: 'http://127.0.0.1:9/',
    KASYR_CRM_KEY: 'nobody-asks',
    KASYR_CRM_SECRET: 'nobody-asks-for-it',
    KASYR_FISCAL_URL: checkbox.api_url,
    KASYR_CARRIER_URL: carrier.api_url,
  })
  // A killed process leaves no compiled code behind for the next: one that ends by itself does.
  await startChild(['server/main.ts', 'keys', 'list'], environment()).ended

  return {
    /** Another one after a restore. */
    get db() {
      return web.service().db
    },
    checkbox,
    orders,
    backUp: web.backUp,
    restore: async () => {
      await web.restore()
      cashier = await loggedIn(web.service())
    },
    judged: { effect_window_ms: effect_window * 1000, attention_ms: usualTimes.attention_ms },
    armAll: () => {
      for (const [operation, probability, fault] of storm)
        checkbox.faults.arm({ operation, fault, probability, times: 'always' })
    },
    calm: async () => {
      checkbox.faults.disarm()
      await checkbox.faults.release()
    },
    /** Until such a request reaches Checkbox; or for so long, when none does. */
    call: (operations: RegExp, withinMs: number): Promise<void> => {
      const heard = checkbox.log.entries().length
      const isSuch = ({ operation }: { operation: string | null }) => operations.test(operation ?? '')
      return checkbox.log.waitFor((entries) => entries.slice(heard).some(isSuch), withinMs).catch(() => undefined)
    },
    /** The ids of all that exists at the provider: documents that were not removed, and the receipts of prepayments. */
    existing: async (): Promise<Set<string>> => {
      const waybills = checkbox.documents.all().filter(({ deleted, status }) => !deleted && status !== 'CANCELLED')
      const advances = await web
        .service()
        .db.selectFrom('receipts')
        .select('id')
        .where('kind', '=', 'prepayment')
        .execute()
      const made = new Set(checkbox.documents.receipts().map(({ id }) => id))
      return new Set([...waybills, ...advances.filter(({ id }) => made.has(id))].map(({ id }) => id))
    },
    pay: (ttn: string) => carrier.parcels.put([{ ttn, status_code: 9 }]),
    /** A cashier asks for the receipt of an order; its id. */
    ask: async (order: AskedOrder): Promise<string> => {
      const { status, body, text } = await ask(order)
      if (status !== 202) throw new Error(`a receipt was answered with ${status}: ${text}`)
      return body.id
    },
    /**
     * The same where a document may exist already: the cashier takes it over. null: it is gone again or the provider does not
     * tell, so they will ask later.
     */
    askOrAdopt: async (order: AskedOrder): Promise<string | null> => {
      const { status, body, text } = await ask(order)
      if (status === 202) return body.id
      const { code, params } = Refusal.parse(JSON.parse(text))
      if (code !== 'receipt.document_exists') throw new Error(`a receipt was answered with ${status}: ${text}`)
      const documents = [{ provider_id: params?.provider_id }]
      const { adopted } = Adopted.parse(JSON.parse((await post('/receipts/adopt', { documents })).text))
      return adopted[0]?.id ?? null
    },
    /** All that the service shows people, as one text. */
    said: async (): Promise<string> => {
      // A worker that started has asked already, and would ask again tomorrow.
      await sql`update parcels set due_at = now() - interval '1 hour' where active`.execute(web.service().db)
      await trackParcels(web.service().app)
      const texts = [(await get('/receipts/alarms')).text]
      for (let cursor: string | null = ''; cursor !== null;) {
        const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const { text } = await get(`/orders?attention=true&limit=200${after}`)
        texts.push(text)
        cursor = Page.parse(JSON.parse(text)).next_cursor
      }
      return texts.join('\n')
    },
    cancel: (id: string) => post(`/receipts/${id}/cancel`),
    /** A person looks at all that was shown to them, and wants it checked again; why it was shown. */
    recheckAll: async (): Promise<string[]> => {
      const { rows } = await sql<{ id: string; code: string }>`
        select id, problem ->> 'code' as code from receipts where state = 'attention'`.execute(web.service().db)
      for (const { id } of rows) await post(`/receipts/${id}/recheck`)
      return rows.map(({ code }) => code)
    },
    /** `kasyr worker`, as on a server. */
    startWorker: (pace: Pace): Child => {
      const child = startChild(['server/main.ts', 'worker'], {
        ...environment(),
        KASYR_RECEIPT_TIMES: JSON.stringify(paces[pace].times),
        KASYR_WORKER_INTERVALS: JSON.stringify(paces[pace].intervals),
      })
      children.add(child)
      void child.ended.then(() => children.delete(child))
      return child
    },
  }
}

interface AskedOrder {
  id: string
  prepaid: number
}

export type Storm = Awaited<ReturnType<typeof startStorm>>

function aRegister(index: number) {
  const register = {
    id: newId(),
    license_key: `license-of-the-storm-${index}`,
    pin: `33221100${index}`,
    carrier_key: `${index + 1}`.padStart(32, 'c0c0a5'),
    fiscal_number: `400012345${index}`,
  }
  for (const field of secretFields) noteSecret(register[field])
  return register
}
