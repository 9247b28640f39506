import { sql, type Kysely } from 'kysely'

/** How far the clock of a machine that sends receipts is ahead of another one, while that is far enough to be shown to a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table clock_readings (
      system text not null check (system in ('fiscal', 'database')),
      machine text not null,
      ahead_ms bigint not null,
      since timestamptz(3) not null,
      seen_at timestamptz(3) not null,
      primary key (system, machine)
    )`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table clock_readings`.execute(db)
}
