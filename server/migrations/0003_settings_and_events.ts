import { sql, type Kysely } from 'kysely'

/** Values the service keeps for itself (secrets encrypted), and the events the dashboard may ask for again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table settings (
      name text primary key,
      value jsonb,
      secret text,
      updated_at timestamptz not null default clock_timestamp(),
      check ((value is null) <> (secret is null))
    )`.execute(db)
  await sql`
    create table events (
      id bigint primary key generated always as identity,
      at timestamptz not null default clock_timestamp(),
      type text not null,
      subject_id uuid
    )`.execute(db)
  await sql`create index events_by_time on events (at)`.execute(db)
}
