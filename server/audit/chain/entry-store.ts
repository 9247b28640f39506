import { sql } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { prepare, runPrepared } from '#/server/platform/database/prepared.ts'
import type { StoredEntry } from './entry.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    audit_log: StoredEntry
  }
}

const typedColumns =
  'id uuid, at timestamptz, actor_id uuid, actor_login text, action text, subject_type text, subject_id text, details jsonb, ' +
  'address text, version smallint, number bigint, key_id text, mac text'
const columns = typedColumns.replaceAll(/ \w+(?=,|$)/g, '')

/** Entries come as one JSON array; their hashes are hex in it. */
const insertion = prepare<{ id: string }>(`
  insert into audit_log (${columns})
  select ${columns.replace('mac', `decode(mac, 'hex')`)}
  from jsonb_to_recordset($1::jsonb) as entry (${typedColumns}) returning id`)
const toJson = (entries: readonly StoredEntry[]): string =>
  JSON.stringify(entries.map((entry) => ({ ...entry, mac: entry.mac.toString('hex') })))

/** Gives back how many PostgreSQL has stored. */
export const insertEntries = async (tx: Tx, entries: readonly StoredEntry[]): Promise<number> =>
  (await runPrepared(tx, insertion, [toJson(entries)])).length

export const listEntriesOf = (db: Db | Tx, action: string): Promise<StoredEntry[]> =>
  db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('at').orderBy('id').execute()

export async function countEntries(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from audit_log`.execute(db)
  return rows[0]?.count ?? 0
}

/** An entry beside a row that refers to it. */
export const joinedEntry = sql.raw<JoinedEntry>(columns.replaceAll(/\w+/g, 'entry.$&'))
export type JoinedEntry = { [Column in keyof StoredEntry]: StoredEntry[Column] | null }

/** null: there is no entry, or what stands there is none of ours. */
export function toEntry(row: JoinedEntry): StoredEntry | null {
  const { id, at, action, subject_type, subject_id, version, mac } = row
  if (id === null || at === null || action === null || subject_type === null || subject_id === null) return null
  if (version === null || mac === null) return null
  return { ...row, id, at, action, subject_type, subject_id, version, mac }
}
