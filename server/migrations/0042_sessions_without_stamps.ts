import { sql, type Kysely } from 'kysely'

/** Every request asks for its session anew (decision 0058): no process remembers sessions, so nothing has to tell it that one changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table session_stamps`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`create table session_stamps (user_id uuid primary key, stamp uuid not null)`.execute(db)
  await sql`insert into session_stamps (user_id, stamp) select id, gen_random_uuid() from users`.execute(db)
}
