import { sql } from 'kysely'
import type { Db } from '../../server/platform/database/database.ts'

/**
 * Tells which rows the last request changed: a trigger on every table notes each change, and a rollback takes the note
 * back with the change. That says more than a hash before and after, and costs the same however many rows there are.
 *
 * Not watched, and why:
 * - login_failures: a refused login must be counted, that is what the table is for;
 * - audit_log rows of refused passwords: a refused login must be seen by the auditor;
 * - audit_log rows of exports: reading that takes data away must be seen too;
 * - audit_unsealed, audit_seals: follow audit_log row by row, made by its trigger and by the sealer;
 * - audit_alarms: whoever verifies the log finds these very triggers, and raises the alarm;
 * - sessions.generation_seen: the first request with a token notes that the token arrived, whatever is then answered;
 * - crm_sync, and the event that tells of it: looking at the queue brings it up to the CRM, as the specification wants;
 * - passkey_challenges: a challenge is gone with its first use, also when the answer to it was wrong;
 * - pgboss but for its jobs: the engine keeps its own books all the time.
 */
export interface WatchedRows {
  /** What was changed since the last time this was asked. */
  changed(): Promise<string[]>
}

const unwatched = [
  'login_failures',
  'passkey_challenges',
  'crm_sync',
  'events',
  'audit_unsealed',
  'audit_seals',
  'audit_alarms',
]

export async function watchRows(db: Db): Promise<WatchedRows> {
  await sql`create schema watch`.execute(db)
  await sql`create table watch.changes (id bigint generated always as identity, row text not null)`.execute(db)
  await sql`
    create function watch.note() returns trigger language plpgsql security definer as $$
    declare
      was jsonb := to_jsonb(old) - 'generation_seen';
      now jsonb := to_jsonb(new) - 'generation_seen';
    begin
      if was is distinct from now and coalesce(now->>'action', '') not in ('auth.login_failed', 'auth.login_throttled',
        'auth.reauth_failed', 'auth.password_change_failed', 'order.exported', 'audit.exported') then
        insert into watch.changes (row) values (format('%s %s: %s → %s', tg_op, tg_table_name, was, now));
      end if;
      return null;
    end $$`.execute(db)
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = 'public' and not table_name = any(${unwatched})
       or table_schema = 'pgboss' and table_name = 'job'`.execute(db)
  for (const { schema, name } of tables) {
    await sql`create trigger watch after insert or update or delete on ${sql.id(schema, name)}
              for each row execute function watch.note()`.execute(db)
  }
  return {
    async changed() {
      const { rows } = await sql<{ row: string }>`delete from watch.changes returning row`.execute(db)
      return rows.map(({ row }) => row)
    },
  }
}
