import { sql, type Kysely } from 'kysely'

/**
 * Each order as the API shows it lies ready as text, so that a list joins and builds nothing. Triggers write it in the
 * transaction that changes the order, its parcel or its receipts. What changes at every look at the carrier (`checked_at`), and
 * what a cash register says of all its parcels, is not in it: readers add both (`server/orders/order-document.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_documents (
      order_id uuid primary key references orders on delete cascade,
      revision bigint not null default 1,
      hidden boolean not null,
      has_parcel boolean not null,
      crm_changed boolean not null,
      prepayment_stays boolean not null,
      body text not null) with (fillfactor = 70)`.execute(db)
  await sql`alter table events add revision bigint`.execute(db)
}
