import { sql, type Kysely } from 'kysely'

/** What waited to be sent when a backup was made may have been sent since: restored, it is in doubt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into receipt_moves (from_state, to_state) values ('queued', 'unknown')`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from receipt_moves where from_state = 'queued' and to_state = 'unknown'`.execute(db)
}
