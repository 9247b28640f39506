import { sql, type RawBuilder } from 'kysely'
import type { AuditItem, AuditQuery } from '#/contract/audit.ts'
import { Id } from '#/contract/common.ts'
import type { Db, Tx } from '#/server/platform/database/database.ts'
import { kyivDay } from '#/server/platform/database/kyiv-day.ts'
import type { PageCursor } from '#/server/platform/cursor.ts'
import type { ProtectedEntry } from './chain.ts'

declare module '#/server/platform/database/database.ts' {
  interface Tables {
    audit_log: ProtectedEntry & { mac: Buffer }
    audit_seals: { seq: number; entry_id: string; hash: Buffer }
    audit_unsealed: { entry_id: string }
  }
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
  'mac',
] as const

export async function insertEntries(tx: Tx, entries: readonly (ProtectedEntry & { mac: Buffer })[]): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values(entries.map((entry) => ({ ...entry, details: JSON.stringify(entry.details) })))
    .execute()
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

/** Everybody who seals waits here for the one before. */
export const lockChain = (tx: Tx) => sql`select pg_advisory_xact_lock(7586922)`.execute(tx)

export const lastSeal = (db: Db | Tx) =>
  db.selectFrom('audit_seals').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst()

export const listUnsealed = (db: Db | Tx, limit: number) =>
  db
    .selectFrom('audit_unsealed')
    .innerJoin('audit_log', 'audit_log.id', 'audit_unsealed.entry_id')
    .select(entryColumns)
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()

export async function insertSeals(tx: Tx, seals: { seq: number; entry_id: string; hash: Buffer }[]): Promise<void> {
  await tx.insertInto('audit_seals').values(seals).execute()
  await tx
    .deleteFrom('audit_unsealed')
    .where(
      'entry_id',
      'in',
      seals.map((seal) => seal.entry_id),
    )
    .execute()
}

/** Seals in order with their entries; an entry that was removed comes as null. */
export const listSealed = (db: Db | Tx, afterSeq: number, limit: number) =>
  db
    .selectFrom('audit_seals')
    .leftJoin('audit_log', 'audit_log.id', 'audit_seals.entry_id')
    .select(['audit_seals.seq', 'audit_seals.entry_id', 'audit_seals.hash', ...entryColumns])
    .where('audit_seals.seq', '>', afterSeq)
    .orderBy('audit_seals.seq')
    .limit(limit)
    .execute()

/** An entry that neither has a seal nor waits for one did not come through the program. */
export const findUnchained = (db: Db | Tx) =>
  db
    .selectFrom('audit_log')
    .select('id')
    .where((of) =>
      of.not(of.exists(of.selectFrom('audit_seals').select('seq').whereRef('entry_id', '=', 'audit_log.id'))),
    )
    .where((of) =>
      of.not(of.exists(of.selectFrom('audit_unsealed').select('entry_id').whereRef('entry_id', '=', 'audit_log.id'))),
    )
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()

export const countEntries = async (db: Db | Tx): Promise<number> =>
  (
    await db
      .selectFrom('audit_log')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
