import { sql, type Kysely } from 'kysely'

/** A stamp for each user, replaced when a session of this user changes or may do something else (decision 0038). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table session_stamps (user_id uuid primary key, stamp uuid not null)`.execute(db)
  await sql`insert into session_stamps (user_id, stamp) select id, gen_random_uuid() from users`.execute(db)
}
