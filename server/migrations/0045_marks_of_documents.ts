import { sql, type Kysely } from 'kysely'

/**
 * A mark «не наш» keeps the orders that had the TTN of the document when it was made: an order that comes later was not meant. Of the marks
 * so far only the order is known beside which the document was shown.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table receipt_incidents add beside uuid[]`.execute(db)
  await sql`
    update receipt_incidents set beside = array_remove(array[order_id], null) where reason is not null`.execute(db)
  await sql`
    alter table receipt_incidents add constraint mark_keeps_its_orders check (reason is null or beside is not null)`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table receipt_incidents drop beside`.execute(db)
}
