import { sql } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'

const ours = ['audit_log.await_seal', 'audit_log.only_grows', 'audit_seals.only_grows']

/** Why PostgreSQL itself may swallow, change or remove entries; null: its triggers and rules on the log are ours. */
export async function whyUnprotected(db: Db | Tx): Promise<{ reason: string; hides_rows: boolean } | null> {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || rule.name as name
    from pg_class c, lateral (
      select tgname as name from pg_trigger where tgrelid = c.oid and not tgisinternal and tgenabled in ('O', 'A')
      union all select rulename from pg_rewrite where ev_class = c.oid
      union all select 'row security' where c.relrowsecurity) rule
    where c.oid in ('audit_log'::regclass, 'audit_seals'::regclass, 'audit_unsealed'::regclass)`.execute(db)
  const names = rows.map(({ name }) => name)
  const alien = names.find((name) => !ours.includes(name))
  const lost = ours.find((name) => !names.includes(name))
  const hides_rows = names.some((name) => name.endsWith('.row security'))
  if (alien !== undefined) return { reason: `на таблиці журналу є чужий тригер або правило «${alien}»`, hides_rows }
  return lost === undefined ? null : { reason: `тригера журналу «${lost}» немає, або його вимкнено`, hides_rows }
}
