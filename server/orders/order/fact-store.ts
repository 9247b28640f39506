import { sql } from 'kysely'
import type { Tx } from '#/server/platform/database/db.ts'

/**
 * What orders keep of their parcels and receipts is written anew where those say something else. Triggers keep it right, so that is
 * so only after a migration, which runs without them, or where the rule itself changed.
 */
export async function mendFacts(tx: Tx): Promise<void> {
  await sql`
    update orders o set parcel_group = parcel_group_of(p.status_code), cod_amount = p.cod_amount, paid = p.paid,
      taken_at = taken_at_of(p.status_code, p.received_at, p.paid_at, p.status_since)
    from parcels p
    where p.order_id = o.id
      and (o.parcel_group, o.cod_amount, o.paid, o.taken_at)
        is distinct from (parcel_group_of(p.status_code), p.cod_amount, p.paid,
          taken_at_of(p.status_code, p.received_at, p.paid_at, p.status_since))`.execute(tx)
  await sql`
    update orders o set has_receipt = f.lives, version = o.version + case when o.has_receipt <> f.lives then 1 else 0 end,
      ettn_state = f.ettn_state, ettn_amount = f.ettn_amount, accepted_control = f.accepted_control, last_failed = f.last_failed
    from (select distinct order_id from receipts) r, receipt_facts(r.order_id) f
    where r.order_id = o.id
      and (o.has_receipt, o.ettn_state, o.ettn_amount, o.accepted_control, o.last_failed)
        is distinct from (f.lives, f.ettn_state, f.ettn_amount, f.accepted_control, f.last_failed)`.execute(tx)
}
