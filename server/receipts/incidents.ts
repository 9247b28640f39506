import { sql } from 'kysely'
import type { App } from '#/server/context.ts'
import type { Tx } from '#/server/platform/database/database.ts'
import { newId } from '#/server/platform/random.ts'
import type { ReceiptRow } from './store.ts'

/** A document at the provider that no receipt of ours stands for. A person must know of it; told once. */
export async function noteOrphan(
  { clock, log }: Pick<App, 'clock' | 'log'>,
  tx: Tx,
  receipt: Pick<ReceiptRow, 'id' | 'order_id' | 'cash_register_id' | 'ttn' | 'state'>,
  provider_id: string,
): Promise<void> {
  log.error({ receipt_id: receipt.id, provider_id }, 'a document turned up that no receipt stands for')
  const details = JSON.stringify({ receipt_id: receipt.id, ttn: receipt.ttn, state: receipt.state })
  await sql`
    insert into receipt_incidents (id, at, kind, cash_register_id, provider_id, order_id, details)
    values (${newId()}, ${clock.now().toISOString()}, 'orphan', ${receipt.cash_register_id}, ${provider_id}, ${receipt.order_id}, ${details}::jsonb)
    on conflict (kind, provider_id) where settled_at is null do nothing`.execute(tx)
}
