import { sql } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { prepare, runPrepared } from '#/server/platform/database/prepared.ts'
import type { StoredEntry } from './entry.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    audit_log: StoredEntry
  }
}

const columns =
  'id, at, actor_id, actor_login, action, subject_type, subject_id, details, address, version, number, key_id, mac'

/** Entries come as one JSON array; their hashes are hex in it. */
const insertion = prepare<{ id: string }>(`
  insert into audit_log (${columns})
  select ${columns} from jsonb_populate_recordset(null::audit_log, $1::jsonb) returning id`)

/** Gives back how many PostgreSQL has stored. */
export async function insertEntries(tx: Tx, entries: readonly StoredEntry[]): Promise<number> {
  const rows = entries.map((entry) => ({ ...entry, mac: `\\x${entry.mac.toString('hex')}` }))
  return (await runPrepared(tx, insertion, [JSON.stringify(rows)])).length
}

export const listEntriesOf = (db: Db | Tx, action: string): Promise<StoredEntry[]> =>
  db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('at').orderBy('id').execute()

export async function countRows(db: Db | Tx, table: 'audit_log' | 'audit_unsealed'): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Each row with the entry it refers to, as a left join. null: that was removed, or its hash was. */
export async function withEntries<Row extends { entry_id: string }>(
  db: Db | Tx,
  rows: readonly Row[],
): Promise<(Row & { entry: StoredEntry | null })[]> {
  const ids = rows.map(({ entry_id }) => entry_id)
  const isAmong = sql<boolean>`id = any(${ids}::uuid[]) and mac is not null`
  const entries = await db.selectFrom('audit_log').selectAll().where(isAmong).execute()
  const byId = Map.groupBy(entries, ({ id }) => id)
  return rows.flatMap((row) => (byId.get(row.entry_id) ?? [null]).map((entry) => Object.assign({ entry }, row)))
}
