import { sql, type Kysely } from 'kysely'

/** What waited to be sent when a backup was made may have been sent since: restored, it is in doubt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into receipt_moves (from_state, to_state) values ('queued', 'unknown')`.execute(db)
}
