import { sql, type Kysely } from 'kysely'

/**
 * An accepted break stands in its entry alone, so the tables of stretches and of entries left outside go; what the first seal of a
 * stretch follows stays beside it (`follows`). Entries need no number: their id is part of their hash. Of checkpoints the
 * database remembers how far the one of each folder had come.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_seals add follows bytea`.execute(db)
  await sql`update audit_seals set follows = mac from audit_stretches where seq = first_seq`.execute(db)
  await sql`drop table audit_accepted, audit_stretches`.execute(db)
  await sql`alter table audit_checkpoints rename to audit_checkpoint_lines`.execute(db)
  await sql`create table audit_checkpoints (place text, seq bigint not null)`.execute(db)
  await sql`insert into audit_checkpoints select place, max(seq) from audit_checkpoint_lines group by place`.execute(db)
  await sql`drop table audit_checkpoint_lines`.execute(db)
  await sql`alter table audit_checkpoints add primary key (place)`.execute(db)
  await sql`alter table audit_unsealed drop since`.execute(db)
  await sql`drop index audit_log_by_number`.execute(db)
  await sql`drop sequence audit_numbers`.execute(db)
}

/** Entries of since cannot be verified by what was before, and breaks that were accepted must be accepted again. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence audit_numbers increment by 1000 owned by audit_log.number`.execute(db)
  await sql`select setval('audit_numbers', coalesce(max(number), 0) + 1000, false) from audit_log`.execute(db)
  await sql`create unique index audit_log_by_number on audit_log (number)`.execute(db)
  await sql`alter table audit_unsealed add since timestamptz not null default clock_timestamp()`.execute(db)
  await sql`drop table audit_checkpoints`.execute(db)
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
  await sql`alter table audit_seals drop follows`.execute(db)
}
