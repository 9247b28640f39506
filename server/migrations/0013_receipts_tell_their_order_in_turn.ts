import { sql, type Kysely } from 'kysely'

/** Deletions are counted like attempts, so that a late answer is known by its number. `absent_at` says whether absence was seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table receipts add removal int not null default 0`.execute(db)
  await sql`alter table receipts drop absent_count`.execute(db)
}
