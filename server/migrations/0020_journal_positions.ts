import { sql, type Kysely } from 'kysely'

/**
 * An entry gets a number of its own, and entries and seals name the version and the key of their keyed hash. `audit_stretches` are
 * the accepted breaks: each begins the chain anew and binds what stood before it. `audit_checkpoints` remembers which lines were
 * written to the files of checkpoints, `audit_alarms` what a person has still to look at.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A process takes a thousand numbers at once, so writing an entry costs no trip more.
  await sql`create sequence audit_numbers increment by 1000`.execute(db)
  await sql`
    alter table audit_log add number bigint, add version smallint not null default 1, add key_id text`.execute(db)
  await sql`create unique index audit_log_by_number on audit_log (number)`.execute(db)
  // A restored backup sets the sequences that belong to a column.
  await sql`alter sequence audit_numbers owned by audit_log.number`.execute(db)
  await sql`
    alter table audit_seals add version smallint not null default 1, add key_id text, add at timestamptz`.execute(db)
  await sql`alter table audit_unsealed add since timestamptz not null default clock_timestamp()`.execute(db)

  await sql`
    create table audit_stretches (
      number int primary key,
      first_seq bigint not null,
      at timestamptz(3) not null,
      reason text not null,
      found jsonb not null,
      digest bytea not null,
      key_id text,
      mac bytea not null
    )`.execute(db)
  await sql`create table audit_accepted (entry_id uuid primary key, stretch int not null)`.execute(db)
  await sql`
    create table audit_checkpoints (
      id bigint primary key generated always as identity,
      place text not null,
      file uuid not null,
      line int not null,
      seq bigint not null,
      at timestamptz(3) not null
    )`.execute(db)
  await sql`create index audit_checkpoints_of_place on audit_checkpoints (place, id)`.execute(db)
  await sql`
    create table audit_alarms (
      kind text primary key,
      since timestamptz(3) not null,
      reason text not null,
      seq bigint,
      entry_id uuid
    )`.execute(db)
}
