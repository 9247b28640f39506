import { sql, type Kysely } from 'kysely'

/**
 * A redirected parcel goes on under another TTN: which one is followed, which were passed on the way, and which is asked
 * about next in place of the followed one. Of a
 * register: as whom the provider knows it under the present secrets, and the phones of the owner of its carrier key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table parcels
      add followed_ttn text,
      add passed_ttns text[] not null default '{}',
      add asked_ttn text`.execute(db)
  // So far the successors of these parcels were not asked about.
  await sql`update parcels set due_at = '-infinity' where status_code = 104 and successor_kind = 'redirect'`.execute(db)
  await sql`alter table cash_registers add provider_scope text, add carrier_phones text`.execute(db)
  // The stored facts come from checks under the present secrets: a change of these clears them.
  await sql`
    update cash_registers
    set provider_scope = (health #>> '{fiscal,facts,fiscal_number}') || '/' || (health #>> '{fiscal,facts,cashier,name}')
    where archived_at is null`.execute(db)
  // What is unsettled was sent as the present cashier, as far as is known: later ones that do not see it prove nothing.
  await sql`
    update receipts r set provider_scope = c.provider_scope from cash_registers c
    where c.id = r.cash_register_id and c.is_test = r.is_test and r.provider_scope is null and r.attempt > 0
      and r.state not in ('cancelled', 'failed', 'fiscalized')`.execute(db)
}
