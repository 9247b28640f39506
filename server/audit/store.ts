import { sql, type Generated, type RawBuilder } from 'kysely'
import type { AuditItem, AuditQuery } from '#/contract/audit.ts'
import { Id } from '#/contract/common.ts'
import type { PageCursor } from '#/server/platform/cursor.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { kyivDay } from '#/server/platform/database/kyiv-day.ts'
import { prepare, runPrepared } from '#/server/platform/database/prepared.ts'
import type { ProtectedEntry, Seal } from './chain.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    audit_log: ProtectedEntry & { mac: Buffer }
    audit_seals: Seal & { hash: Buffer; at: Generated<string | null> }
    audit_unsealed: { entry_id: string; since: Generated<string> }
  }
}

export interface StoredEntry extends ProtectedEntry {
  mac: Buffer
}

const entryColumns = [
  'id',
  'at',
  'actor_id',
  'actor_login',
  'action',
  'subject_type',
  'subject_id',
  'details',
  'address',
  'version',
  'number',
  'key_id',
  'mac',
] as const

/** As in migration 0020. */
export const numbersAtOnce = 1_000

export async function takeNumbers(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ first: number }>`select nextval('audit_numbers') as first`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the sequence of the audit log gave no number')
  return row.first
}

const columnList = entryColumns.join(', ')
const returned = `${columnList}, pg_current_xact_id()::text as xact`

const insertion = prepare<Inserted>(`
  insert into audit_log (${columnList})
  select id, at, actor_id, actor_login, action, subject_type, subject_id, details::jsonb, address, $10::smallint, number,
    $11::text, decode(mac, 'hex')
  from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
    $12::bigint[], $13::text[])
    as entry (id, at, actor_id, actor_login, action, subject_type, subject_id, details, address, number, mac)
  returning ${returned}`)

type Inserted = StoredEntry & { xact: string }

/** Gives back what PostgreSQL says it has stored, with the transaction it belongs to. All are of one version and one key. */
export function insertEntries(tx: Tx, entries: readonly StoredEntry[]): Promise<Inserted[]> {
  const column = <Value>(of: (entry: StoredEntry) => Value): Value[] => entries.map(of)
  return runPrepared(tx, insertion, [
    column(({ id }) => id),
    column(({ at }) => at),
    column(({ actor_id }) => actor_id),
    column(({ actor_login }) => actor_login),
    column(({ action }) => action),
    column(({ subject_type }) => subject_type),
    column(({ subject_id }) => subject_id),
    column(({ details }) => JSON.stringify(details)),
    column(({ address }) => address),
    entries[0]?.version ?? null,
    entries[0]?.key_id ?? null,
    column(({ number }) => number),
    column(({ mac }) => mac.toString('hex')),
  ])
}

/** Newest first. `limit + 1` rows tell whether there is a next page. */
export async function listEntries(db: Db, query: AuditQuery, after: PageCursor | null): Promise<AuditItem[]> {
  const { rows } = await sql<AuditItem>`
    select id, at, action, address, details,
      case when actor_id is null then null else json_build_object('id', actor_id, 'login', actor_login) end as actor,
      json_build_object('type', subject_type, 'id', subject_id) as subject
    from audit_log
    where true
      ${query.actor === undefined ? sql`` : sql`and ${isActor(query.actor)}`}
      ${query.action === undefined ? sql`` : sql`and action = ${query.action}`}
      ${query.subject === undefined ? sql`` : sql`and subject_id = ${query.subject}`}
      ${query.from === undefined ? sql`` : sql`and at >= ${kyivDay(query.from, 0)}`}
      ${query.to === undefined ? sql`` : sql`and at < ${kyivDay(query.to, 1)}`}
      ${after === null ? sql`` : sql`and (at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by at desc, id desc
    limit ${query.limit + 1}`.execute(db)
  return rows
}

/** One condition or the other, never both: each has its index, and the entries come out of it in order. */
const isActor = (actor: string): RawBuilder<boolean> =>
  Id.safeParse(actor).success ? sql`actor_id = ${actor}::uuid` : sql`actor_login = ${actor}`

export const countEntries = async (db: Db | Tx): Promise<number> =>
  (
    await db
      .selectFrom('audit_log')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export type MaybeEntry = { [Column in keyof StoredEntry]: StoredEntry[Column] | null }

/** Of a joined row: null when there is no entry, or what stands there is none of ours. */
export function toEntry(row: MaybeEntry): StoredEntry | null {
  const { id, at, action, subject_type, subject_id, version, mac } = row
  if (id === null || at === null || action === null || subject_type === null || subject_id === null) return null
  if (version === null || mac === null) return null
  return { ...row, id, at, action, subject_type, subject_id, version, mac }
}

export const joinedColumns = sql.raw<MaybeEntry>(entryColumns.map((column) => `entry.${column}`).join(', '))
