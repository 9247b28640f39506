import { sql } from 'kysely'
import type { ParcelStatus } from '#/server/integrations/carrier/carrier-client.ts'
import { createNovaPoshtaClient } from '#/server/integrations/carrier/novaposhta-client.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { storeAnswer } from '#/server/parcels/store-answer.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import { findTracked, listDue } from '#/server/parcels/tracking-store.ts'
import { systemClock } from '#/server/platform/clock.ts'
import { median, startBenchService, startOutside, timed } from './support/bench-service.ts'
import { manyOrders } from './support/many-orders.ts'
import { addRegisters } from './support/registers.ts'

const [perRegister, registerCount, latencyMs] = [10_000, 3, 200]
const keys = Array.from({ length: registerCount }, (_, index) => String(index + 1).repeat(32))

const carrier = await startOutside('carrier-process.ts', { keys, latency_ms: latencyMs })
const client = createNovaPoshtaClient({ url: `${carrier.url}/v2.0/json/`, clock: systemClock })
const { app, owner, crm, close } = await startBenchService({ carrier: client })

async function setUp(): Promise<string[]> {
  const ids = await addRegisters(
    app,
    keys.map((carrier_key) => ({ carrier_key })),
  )
  const orders = manyOrders(perRegister * registerCount)
  crm.orders = orders
  await syncOrders(app)
  const parcels = orders.map(({ ttn }, index) => ({ ttn, owner_key: keys[index % registerCount], status_code: 7 }))
  for (let start = 0; start < parcels.length; start += 1_000) {
    const body = JSON.stringify(parcels.slice(start, start + 1_000))
    const put = await fetch(`${carrier.url}/_control/parcels`, { method: 'POST', body })
    if (!put.ok) throw new Error(`the carrier took no parcels: ${put.status}`)
  }
  return ids
}

/** All bound, as after the first round, and all due. */
async function bindAll(ids: readonly string[]): Promise<void> {
  await sql`
    update parcels set cash_register_id = (${ids}::uuid[])[1 + (right(o.number, 6)::int - 100000) % ${sql.lit(registerCount)}],
      own = true, status_code = 7, due_at = '-infinity' from orders o where o.id = parcels.order_id`.execute(app.db)
  await sql`analyze`.execute(owner)
}

async function measureCycle(): Promise<void> {
  const calls = (perRegister / 100) * registerCount
  const floorMs = (calls * latencyMs) / registerCount
  const ms = await timed(async () => {
    const report = await trackParcels(app)
    if (report === 'busy' || report.answered !== perRegister * registerCount)
      throw new Error(`not everything was answered: ${JSON.stringify(report)}`)
  })
  console.log(
    `a round of ${perRegister * registerCount} parcels, ${registerCount} keys, ${calls} calls of ${latencyMs} ms: ${(ms / 1000).toFixed(1)} s · calls × latency ÷ ${registerCount}: ${(floorMs / 1000).toFixed(1)} s · ratio ${(ms / floorMs).toFixed(2)} (aim ≤ 1.20)`,
  )
}

/** None of them moves an order to another tab: every round costs the same. */
const codes = [4, 5, 6, 7, 8, 14, 41, 101]
const rounds = 7

/**
 * The same rows with the same values, as a batch after the other with everything around it, and as one plain update. They
 * take turns, and the one that goes first changes too.
 */
async function measureStoring(share: number): Promise<void> {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const ways = { plain: timedPlainly, stored: timedByBatches }
    const took = { plain: 0, stored: 0 }
    const turns = round % 2 === 0 ? (['plain', 'stored'] as const) : (['stored', 'plain'] as const)
    for (const [turn, way] of turns.entries())
      took[way] = await ways[way](statusesOf(await due(), share, codes[(round * 2 + turn) % codes.length] ?? 0))
    ratios.push(took.stored / took.plain)
  }
  console.log(
    `10,000 answers, ${share * 100} % of them news, stored by hundreds with history and events against one plain update: ratio ${median(ratios).toFixed(2)} (aim ≤ 1.50; of ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
  )
}

async function due() {
  await sql`update parcels set due_at = '-infinity'`.execute(app.db)
  await sql`vacuum analyze parcels`.execute(owner)
  return (await listDue(app.db, new Date(), ids)).slice(0, 10_000)
}

type Due = Awaited<ReturnType<typeof due>>

/** Every hundred has its share of news. */
const isNews = (index: number, share: number): boolean => index % 100 < share * 100

const statusesOf = (parcels: Due, share: number, code: number) =>
  parcels.map((known, index) => ({
    known,
    said: {
      ttn: known.ttn,
      status_code: isNews(index, share) ? code : known.status_code,
      status_text: isNews(index, share) ? `Стан ${code}` : (known.status_text ?? ''),
      own: true,
      sender_phone: null,
      cod_amount: 120_000,
      cod_kind: 'payment_control',
      paid: false,
      received_at: null,
      made_at: null,
      successor: null,
    } satisfies ParcelStatus,
  }))

type Statuses = ReturnType<typeof statusesOf>

function timedPlainly(statuses: Statuses): Promise<number> {
  const rows = statuses.map(({ known: { order_id }, said }) => ({ order_id, ...said }))
  return timed(() =>
    sql`
      update parcels p set status_code = said.status_code, status_text = said.status_text, own = said.own, cod_amount = said.cod_amount,
        cod_kind = said.cod_kind, paid = said.paid, checked_at = now(), due_at = now() + interval '10 minutes'
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as said (order_id uuid, status_code int, status_text text, own boolean,
        cod_amount bigint, cod_kind text, paid boolean)
      where p.order_id = said.order_id`.execute(app.db),
  )
}

function timedByBatches(statuses: Statuses): Promise<number> {
  return timed(async () => {
    for (let start = 0; start < statuses.length; start += 100) {
      const batch = statuses.slice(start, start + 100)
      const answer = { parcels: batch.map(({ said }) => said), bad_numbers: [], unanswered: [], failure: null }
      const about = batch.map(({ known }) => known)
      await storeAnswer(
        app,
        { ...answer, at: new Date(), about },
        ({ cash_register_id }, said) => said && { said, cash_register_id, own: true, is_sender: true },
      )
    }
    const last = statuses.at(-1)
    const kept = last && (await findTracked(app.db, last.known.order_id))
    if (kept?.status_code !== last?.said.status_code) throw new Error('the answers were not stored')
  })
}

const ids = await setUp()
try {
  await bindAll(ids)
  await measureCycle()
  for (const share of [0.1, 1]) await measureStoring(share)
} finally {
  carrier.stop()
  await close()
}
