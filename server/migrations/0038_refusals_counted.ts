import { sql, type Kysely } from 'kysely'

/**
 * Tries that are refused unread are counted beside the failures, and recorded when their window is over (decision
 * 0054).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table login_failures
      add column refusals integer not null default 0,
      add column refused_until timestamptz,
      add column refusal jsonb`.execute(db)
  await sql`create index login_failures_refused on login_failures (refused_until) where refused_until is not null`.execute(
    db,
  )
}
