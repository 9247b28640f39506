import { sql, type Kysely } from 'kysely'

/**
 * A word that many orders have is looked for along the queue, from the newest order on, until enough are found. The words stand
 * in the index of the queue for that: the orders themselves, which are wide, need not be read. An entry of an index is bounded,
 * and with it the text that is searched (`server/orders/search.ts`).
 *
 * An index by time alone misleads: tabs go with time, so from the oldest orders of one tab a walk along it passes all orders of
 * the others, while PostgreSQL takes tab and time for unrelated. A period is looked up in the queue, once for each tab.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No letter takes more than four bytes.
  await sql`update orders set search = left(search, 500) where octet_length(search) > 2000`.execute(db)
  await sql`drop index orders_queue, orders_by_time`.execute(db)
  await sql`create index orders_queue on orders (tab, ordered_at desc, id desc) include (search_key) where deleted_at is null`.execute(
    db,
  )
}
