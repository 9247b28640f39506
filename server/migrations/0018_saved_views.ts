import { sql, type Kysely } from 'kysely'

/** Lists of orders under names of one's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table saved_views (
    id uuid primary key,
    user_id uuid not null references users (id),
    name text not null,
    search jsonb not null,
    unique (user_id, name)
  )`.execute(db)
}
