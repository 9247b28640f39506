import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { BulkAnswer, Receipt } from '#/contract/receipts.ts'
import type { CarrierClient } from '#/server/integrations/carrier/carrier-client.ts'
import { createCheckbox } from '#/server/integrations/fiscal/checkbox/client.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { systemClock } from '#/server/platform/clock.ts'
import { startBenchService, startOutside } from './support/bench-service.ts'
import { manyOrders } from './support/many-orders.ts'
import { addRegisters } from './support/registers.ts'

const [bulk, registerCount, latencyMs, ambiguous] = [500, 4, 300, 0.1]
const license_keys = Array.from({ length: registerCount }, (_, index) => `bench-license-${index + 1}`)

const checkbox = await startOutside('fiscal-process.ts', { license_keys, latency_ms: latencyMs, ambiguous })
const { fiscal, ettn } = createCheckbox({ url: `${checkbox.url}/api/v1`, clock: systemClock })
/** Says nothing: a round of the tracker would tell something else of the parcels than the bench does. */
const carrier: CarrierClient = {
  kind: 'stub',
  askStatuses: async (_key, ttns) => ({ parcels: [], bad_numbers: [], unanswered: [...ttns], failure: null }),
  askKeyOwner: async () => ({ ok: true, owner: { name: 'Ніхто', phones: [] } }),
}
const { app, crm, token, url, close } = await startBenchService({ fiscal, ettn, carrier, worker: true })

async function post(path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (answer.status !== 202) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Orders whose parcels are bound and known, spread over the registers; the last one is for the single create. */
async function setUp(): Promise<string[]> {
  const secrets = license_keys.map((license_key, index) => ({
    license_key,
    pin: '1111',
    carrier_key: String(index).repeat(32),
  }))
  const ids = await addRegisters(app, secrets)
  crm.orders = manyOrders(bulk + 1)
  await syncOrders(app)
  await sql`
    update parcels set own = true, status_code = 7, cod_kind = 'payment_control', cod_amount = o.total, due_at = null,
      cash_register_id = (${ids}::uuid[])[1 + (right(o.number, 6)::int - 100000) % ${sql.lit(registerCount)}]
    from orders o where o.id = parcels.order_id`.execute(app.db)
  return (await app.db.selectFrom('orders').select('id').orderBy('ordered_at').execute()).map(({ id }) => id)
}

async function countStates(): Promise<Map<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) as count from receipts group by state`.execute(app.db)
  return new Map(rows.map(({ state, count }) => [state, count]))
}

/** Every receipt should be created: one that waits for a person is printed with its whole history. */
async function tellOfAttention(): Promise<void> {
  const { rows } = await sql<{ told: string }>`
    select jsonb_pretty(jsonb_build_object(
      'problem', r.problem,
      'events', (select jsonb_agg(to_jsonb(e) order by e.seq) from receipt_events e where e.receipt_id = r.id),
      'documents', (select jsonb_agg(to_jsonb(d)) from provider_documents d where d.ttn = r.ttn))) as told
    from receipts r where r.state = 'attention'`.execute(app.db)
  for (const { told } of rows) console.log(`in attention: ${told}`)
}

/** Looks until it is so; gives back how long that took. */
async function until(isSo: () => Promise<boolean>, mostMs: number): Promise<number> {
  const start = performance.now()
  while (!(await isSo())) {
    if (performance.now() - start > mostMs) throw new Error('it takes too long')
    await pause(50)
  }
  return performance.now() - start
}

const stateOf = async (id: string): Promise<string | undefined> =>
  (await app.db.selectFrom('receipts').select('state').where('id', '=', id).executeTakeFirst())?.state

try {
  const orders = await setUp()
  const [single = '', ...others] = orders.toReversed()
  const { create_every_ms } = app.config.receipt_times
  const perCreateMs = Math.max(latencyMs, create_every_ms)
  const floorMs = (bulk * perCreateMs) / registerCount
  const start = performance.now()
  const { accepted, refused } = BulkAnswer.parse(await post('/receipts/bulk', { order_ids: others }))
  console.log(`${accepted.length} accepted, ${refused.length} refused in ${Math.round(performance.now() - start)} ms`)
  await pause(5_000)
  const { id } = Receipt.parse(await post('/receipts', { order_id: single }))
  const waitedMs = await until(async () => (await stateOf(id)) !== 'queued', 60_000)
  console.log(`a single one asked for meanwhile is sent after ${(waitedMs / 1000).toFixed(1)} s (aim ≤ 3)`)
  await until(async () => {
    const states = await countStates()
    return !states.has('queued') && !states.has('sending')
  }, floorMs * 3)
  const ms = performance.now() - start
  console.log(
    `${bulk} receipts over ${registerCount} registers, ${latencyMs} ms a create, one each ${create_every_ms} ms: ${(ms / 1000).toFixed(1)} s · floor ${(floorMs / 1000).toFixed(1)} s · ratio ${(ms / floorMs).toFixed(2)} (aim ≤ 1.25)`,
  )
  await until(async () => !(await countStates()).has('unknown'), 120_000)
  const states = await countStates()
  const sum = [...states.values()].reduce((all, count) => all + count, 0)
  console.log(
    `${sum} of ${bulk + 1} accounted for: ${[...states].map(([state, count]) => `${state} ${count}`).join(', ')}`,
  )
  await tellOfAttention()
} finally {
  checkbox.stop()
  await close()
}
