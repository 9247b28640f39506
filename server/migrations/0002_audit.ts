import { sql, type Kysely } from 'kysely'

/**
 * The audit log and its chain. `audit_unsealed` is the sealer's list of work.
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
}
