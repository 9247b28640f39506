import { sql, type Kysely } from 'kysely'

/**
 * In the tab without receipts, orders without a TTN stand after all others: there is nothing to do with them yet. As `standsFirst`
 * in `contract/tabs.ts` has it; a test holds them against each other. The index of the queue has both parts of a tab one after the
 * other, so that a page across the border between them is still one walk along it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // First: adding the column builds every index of the table anew.
  await sql`drop index orders_queue`.execute(db)
  // The tab is worked out itself, and PostgreSQL works out no column from such a one: what makes a tab is said again.
  await sql`
    alter table orders add stands_first boolean not null generated always as (
      ttn is not null or has_receipt or coalesce(parcel_group in ('refused', 'received'), false)) stored`.execute(db)
  await sql`
    create index orders_queue on orders (tab, stands_first desc, ordered_at desc, id desc) include (search_key)
    where deleted_at is null`.execute(db)
}
