import { sql } from 'kysely'
import type { Tx } from '#/server/platform/database/db.ts'

/**
 * What orders keep of their parcels and receipts, and whether the CRM says something else, is written anew where those say something else. Triggers keep it right, so that is
 * so only after a migration, which runs without them, or where the rule itself changed.
 */
export async function mendFacts(tx: Tx): Promise<void> {
  await sql`select write_parcel_facts(array(select order_id from parcels))`.execute(tx)
  await sql`select write_receipt_facts(order_id) from (select distinct order_id from receipts) those`.execute(tx)
  await sql`update orders o set crm_changed = not crm_changed where crm_changed <> crm_differs(o)`.execute(tx)
}
