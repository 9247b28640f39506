import { sql } from 'kysely'
import type { Db } from '../../server/platform/database/db.ts'

/**
 * Tells which rows the last request changed: a trigger on every table notes each change, and a rollback takes the note
 * back with the change. That says more than a hash before and after, and costs the same however many rows there are.
 *
 * Not watched, and why:
 * - login_failures: a refused login must be counted, that is what the table is for;
 * - audit_log rows of refused passwords and of exports: both must be seen by the auditor;
 * - the tables of the audit log: a foreign trigger on them is an alarm. New entries are read instead, by their numbers;
 * - sessions.generation_seen: the first request with a token notes that the token arrived, whatever is then answered;
 * - crm_sync, and the event that tells of it: looking at the queue brings it up to the CRM, as the specification wants;
 * - passkey_challenges: a challenge is gone with its first use, also when the answer to it was wrong;
 * - pgboss but for its jobs: the engine keeps its own books all the time.
 */
export interface WatchedRows {
  /** What was changed since the last time this was asked. */
  changed(): Promise<string[]>
}

const unwatched = ['login_failures', 'passkey_challenges', 'crm_sync', 'events']
const expectedEntries: ReadonlySet<string> = new Set([
  'auth.login_failed',
  'auth.login_throttled',
  'auth.reauth_failed',
  'auth.password_change_failed',
  'order.exported',
  'audit.exported',
  'report.exported',
])

export async function watchRows(db: Db): Promise<WatchedRows> {
  await sql`create schema watch`.execute(db)
  await sql`create table watch.changes (id bigint generated always as identity, row text not null)`.execute(db)
  await sql`
    create function watch.note() returns trigger language plpgsql security definer as $$
    declare
      was jsonb := to_jsonb(old) - 'generation_seen';
      now jsonb := to_jsonb(new) - 'generation_seen';
    begin
      if was is distinct from now then
        insert into watch.changes (row) values (format('%s %s: %s → %s', tg_op, tg_table_name, was, now));
      end if;
      return null;
    end $$`.execute(db)
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = 'public' and not table_name = any(${unwatched})
       and not starts_with(table_name, 'audit_')
       or table_schema = 'pgboss' and table_name = 'job'`.execute(db)
  for (const { schema, name } of tables) {
    await sql`create trigger watch after insert or update or delete on ${sql.id(schema, name)}
              for each row execute function watch.note()`.execute(db)
  }
  let last = 0
  return {
    async changed() {
      const { rows } = await sql<{ row: string }>`delete from watch.changes returning row`.execute(db)
      const { rows: entries } = await sql<{ number: number; action: string; row: string }>`
        select number, action, format('INSERT audit_log: %s', to_jsonb(audit_log)) as row from audit_log
        where number > ${last} order by number`.execute(db)
      last = entries.at(-1)?.number ?? last
      return [...rows, ...entries.filter(({ action }) => !expectedEntries.has(action))].map(({ row }) => row)
    },
  }
}
