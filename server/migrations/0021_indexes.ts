import { sql, type Kysely } from 'kysely'

/**
 * Indexes for what was read through a whole table: the rest of a prepayment, the parcel and the order of a TTN, and the
 * audit entries of a person by login (by id there is one since 0002).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index receipts_by_prepayment on receipts (prepayment_id) where prepayment_id is not null`.execute(db)
  await sql`create index parcels_by_ttn on parcels (ttn)`.execute(db)
  await sql`create index orders_by_ttn on orders (ttn, ordered_at desc) where ttn is not null`.execute(db)
  await sql`create index audit_log_by_login on audit_log (actor_login, at desc, id desc)`.execute(db)
}
