import { sql, type Kysely } from 'kysely'

/** When a receipt that was in doubt for too long was given one more look before a person is troubled with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table receipts add last_look_at timestamptz(3)`.execute(db)
}
