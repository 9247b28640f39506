import { sql, type Kysely } from 'kysely'

/**
 * A search by a common word and the filters read the queue from its index alone, as long as PostgreSQL knows that the rows are visible to
 * all; that is noted by vacuum. By default it comes when a fifth of the table has changed: in a shop of a million orders once a month,
 * and until then such a search takes twice as long. It takes seconds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)`.execute(
    db,
  )
}
