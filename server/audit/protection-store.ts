import { sql } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import type { FoundProtection, FoundTable } from './protection.ts'
import { ownFunctions, ownTables, sequenceIncrement } from './trigger-store.ts'

/** All of it as one JSON value, to be a part of a statement that asks for more. */
export const protectionAsJson = sql<FoundProtection>`
  (select json_build_object(
    'tables', coalesce((
      select json_agg(json_build_object(
        'name', c.relname, 'kind', c.relkind, 'schema', n.nspname, 'row_security', c.relrowsecurity,
        'has_children', exists (select from pg_inherits where inhparent = c.oid),
        'rules', array(select rulename::text from pg_rewrite where ev_class = c.oid),
        'triggers', coalesce((
          select json_agg(json_build_object(
            'name', t.tgname, 'internal', t.tgisinternal, 'enabled', t.tgenabled, 'type', t.tgtype,
            'is_conditional', t.tgqual is not null or t.tgattr::text <> '', 'function', p.proname, 'language', l.lanname,
            'source', p.prosrc, 'has_settings', p.proconfig is not null))
          from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_language l on l.oid = p.prolang
          where t.tgrelid = c.oid), '[]')))
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.oid = any(array(select to_regclass(name)::oid from unnest(${Object.keys(ownTables)}::text[]) as name))), '[]'),
    'replication_role', current_setting('session_replication_role'),
    'sequence', (select json_build_object('next', case when is_called then last_value + ${sequenceIncrement} else last_value end,
      'increment', (select seqincrement from pg_sequence where seqrelid = 'audit_numbers'::regclass)) from audit_numbers),
    'largest_number', (select max(number) from audit_log)))`

export async function readProtection(db: Db | Tx): Promise<FoundProtection> {
  const { rows } = await sql<{ protection: FoundProtection }>`select ${protectionAsJson} as protection`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the catalogue gave no answer')
  return row.protection
}

/** Puts the triggers back as they must be and takes everything foreign away. Only the owner of the tables can. */
export async function restoreProtection(tx: Tx, tables: readonly FoundTable[]): Promise<void> {
  for (const [name, source] of Object.entries(ownFunctions)) {
    await sql`create or replace function ${sql.ref(name)}() returns trigger language plpgsql as ${sql.lit(source)}`.execute(
      tx,
    )
  }
  for (const { name, rules, triggers } of tables) {
    const table = sql.table(name)
    for (const rule of rules) await sql`drop rule ${sql.ref(rule)} on ${table}`.execute(tx)
    for (const trigger of triggers) {
      if (!trigger.internal) await sql`drop trigger ${sql.ref(trigger.name)} on ${table}`.execute(tx)
      else if (trigger.enabled !== 'O')
        await sql`alter table ${table} enable trigger ${sql.ref(trigger.name)}`.execute(tx)
    }
    await sql`alter table ${table} disable row level security`.execute(tx)
    for (const own of ownTables[name] ?? []) {
      await sql`create trigger ${sql.ref(own.name)} ${sql.raw(own.when)} on ${table}
        for each ${sql.raw(own.type === 5 ? 'row' : 'statement')} execute function ${sql.ref(own.function)}()`.execute(
        tx,
      )
    }
  }
  await sql`alter sequence audit_numbers increment by ${sql.lit(sequenceIncrement)}`.execute(tx)
  await sql`
    select setval('audit_numbers', greatest((select last_value from audit_numbers), coalesce(max(number), 0)) + ${sequenceIncrement}, false)
    from audit_log`.execute(tx)
}
