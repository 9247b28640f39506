import { sql, type Kysely } from 'kysely'

/**
 * The audit log and its chain. Both only grow: PostgreSQL itself refuses to change, remove or truncate a row.
 * `audit_unsealed` is the sealer's list of work, filled by a trigger so that no entry can miss its seal.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      id uuid primary key,
      at timestamptz(3) not null,
      actor_id uuid,
      actor_login text,
      action text not null,
      subject_type text not null,
      subject_id text not null,
      details jsonb not null,
      address text,
      mac bytea not null
    )`.execute(db)
  await sql`create index audit_log_newest on audit_log (at desc, id desc)`.execute(db)
  await sql`create index audit_log_by_actor on audit_log (actor_id, at desc, id desc)`.execute(db)
  await sql`create index audit_log_by_subject on audit_log (subject_id, at desc, id desc)`.execute(db)
  await sql`create index audit_log_by_action on audit_log (action, at desc, id desc)`.execute(db)
  await sql`
    create table audit_seals (
      seq bigint primary key,
      entry_id uuid not null unique references audit_log,
      hash bytea not null
    )`.execute(db)
  await sql`create table audit_unsealed (entry_id uuid primary key)`.execute(db)

  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'table % only grows: % refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
    end $$`.execute(db)
  for (const table of ['audit_log', 'audit_seals']) {
    await sql`
      create trigger only_grows before update or delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db)
  }
  await sql`
    create function await_seal() returns trigger language plpgsql as $$
    begin
      insert into audit_unsealed (entry_id) values (new.id);
      return null;
    end $$`.execute(db)
  await sql`create trigger await_seal after insert on audit_log for each row execute function await_seal()`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table audit_unsealed, audit_seals, audit_log`.execute(db)
  await sql`drop function await_seal(), refuse_change()`.execute(db)
}
