import { sql } from 'kysely'
import type { App } from '#/server/context.ts'
import type { Config } from '#/server/config.ts'
import { compactTallies } from '#/server/orders/queue/tally-store.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { createLog } from '#/server/platform/log.ts'
import { startService } from '#/server/service.ts'
import { addRegisters } from './registers.ts'
import { shopCrm } from './shop.ts'

const piece = 1_000

/**
 * The shop's orders come as always, by a sync. Then the parcels move and receipts are made, a quarter of the orders in each
 * tab, by plain SQL with the triggers of the product at work: what it keeps besides (counts, texts to search in) is kept by itself.
 */
export async function fillProduct(config: Config, orders: number): Promise<void> {
  const service = await startService(
    config,
    { web: false, worker: false },
    { crm: shopCrm(orders), log: createLog('silent') },
  )
  const { app, database } = service.running
  try {
    const { db: owner } = await database.owner()
    const makeAgain = await dropTextIndexes(owner)
    const { failure } = await syncOrders(app)
    if (failure) throw new Error(`the shop did not arrive: ${JSON.stringify(failure)}`)
    await sql`analyze`.execute(owner)
    await spreadOverTabs(app, owner, orders)
    await makeAgain()
    // As a table looks that was filled once: the steps above left dead rows in it.
    for (const table of ['orders', 'parcels', 'receipts', 'order_documents', 'order_tallies'])
      await sql.raw(`vacuum (full, freeze) ${table}`).execute(owner)
    // The rewritten tables do not know yet which of their pages are visible to all.
    await sql`vacuum (analyze)`.execute(owner)
  } finally {
    await service.close()
  }
}

/** Kept up all the while, they would be written anew three times an order: by the sync, by its parcel and by its receipt. */
async function dropTextIndexes(owner: Db): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and indexdef like '% USING gin %'`.execute(owner)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(owner)
  return async () => {
    for (const { definition } of rows) await sql.raw(definition).execute(owner)
  }
}

async function spreadOverTabs(app: App, owner: Db, orders: number): Promise<void> {
  const [register] = await addRegisters(app, [{}])
  // It lets receipts begin only as queued.
  await sql`alter table receipts disable trigger hold_receipt`.execute(owner)
  for (let first = 0; first < orders; first += piece) {
    const ids = Array.from({ length: Math.min(piece, orders - first) }, (_, index) => String(first + index))
    const chosen = sql`o.crm_id = any(${ids}::text[])`
    await sql`
      update parcels p set cash_register_id = ${register}, own = true, cod_amount = o.total, cod_kind = 'payment_control',
        status_code = (array[7, 7, 103, 9])[1 + o.crm_id::int % 4],
        status_text = (array['Прибув у відділення', 'Прибув у відділення', 'Відмова одержувача', 'Відправлення отримано'])[1 + o.crm_id::int % 4],
        paid = o.crm_id::int % 4 = 3, checked_at = o.ordered_at + interval '1 day', status_since = o.ordered_at + interval '1 day',
        received_at = case when o.crm_id::int % 4 = 3 then o.ordered_at + interval '2 days' end, due_at = null
      from orders o where o.id = p.order_id and ${chosen}`.execute(owner)
    await sql`
      insert into receipts (id, order_id, kind, document_kind, ttn, cash_register_id, is_test, amount, request, shown, state, attempt,
        provider_id, fiscal_receipt_id, fiscal_code, fiscalized_at, receipt_url, created_at, events)
      select gen_random_uuid(), o.id, 'ettn', 'ettn', o.ttn, ${register}, false, o.total, '{}', '{}', 'fiscalized', 1,
        gen_random_uuid()::text, gen_random_uuid()::text, 'TEST-' || o.number, o.ordered_at + interval '2 days',
        'https://check.checkbox.ua/' || gen_random_uuid(), o.ordered_at + interval '1 hour', 4
      from orders o where o.crm_id::int % 2 = 1 and ${chosen}`.execute(owner)
    await compactTallies(app.db)
  }
  await sql`alter table receipts enable trigger hold_receipt`.execute(owner)
}
