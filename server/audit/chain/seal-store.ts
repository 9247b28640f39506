import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { withEntries } from './entry-store.ts'
import type { Seal } from './seal.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    /** `follows`, null: the seal before it. A break that was accepted before 0.9.0 made the chain begin anew with another hash. */
    audit_seals: Seal & { hash: Buffer; follows: Generated<Buffer | null>; at: Generated<string | null> }
    audit_unsealed: { entry_id: string }
  }
}

/** Before every id. */
export const firstId = '00000000-0000-0000-0000-000000000000'

export type Waiting = Awaited<ReturnType<typeof listWaiting>>[number]

/** Entries that wait for their seals, in the order of their ids, which is about that of their writing. `sealed_at`: it has one already. */
export async function listWaiting(db: Db | Tx, after: string, limit: number) {
  const { rows } = await sql<{ entry_id: string; sealed_at: number | null }>`
    select entry_id, (select min(seq) from audit_seals where entry_id = waiting.entry_id) as sealed_at
    from audit_unsealed waiting where entry_id > ${after}::uuid order by entry_id limit ${limit}`.execute(db)
  return withEntries(db, rows)
}

export async function insertSeals(tx: Tx, seals: readonly (Seal & { hash: Buffer })[]): Promise<void> {
  const rows = seals.map((seal) => ({ ...seal, at: sql<string>`clock_timestamp()` }))
  const stored = await tx.insertInto('audit_seals').values(rows).returning('entry_id').execute()
  if (stored.length !== seals.length) throw new Error(`${seals.length} seals were written, ${stored.length} are stored`)
  const ids = stored.map(({ entry_id }) => entry_id)
  await forgetWaiting(tx, ids)
}

export const forgetWaiting = (tx: Tx, ids: readonly string[]) =>
  sql`delete from audit_unsealed where entry_id = any(${ids}::uuid[])`.execute(tx)

export type SealedRow = Awaited<ReturnType<typeof listSealed>>[number]

/** Seals in order with their entries. */
export async function listSealed(db: Db | Tx, after: number, limit: number) {
  const seals = db.selectFrom('audit_seals').select(['seq', 'entry_id', 'hash', 'follows', 'version', 'key_id'])
  return withEntries(db, await seals.where('seq', '>', after).orderBy('seq').limit(limit).execute())
}

/** The hashes at these places, in hex; a place without a seal is not in the answer. */
export async function hashesAt(db: Db | Tx, seqs: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ seq: number; hash: string }>`
    select seq, encode(hash, 'hex') as hash from audit_seals where seq = any(${seqs}::bigint[])`.execute(db)
  return new Map(rows.map(({ seq, hash }) => [seq, hash]))
}

/** 0: there is none. */
export async function lastSealed(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`select max(seq) as seq from audit_seals`.execute(db)
  return rows[0]?.seq ?? 0
}

/** Entries that neither have a seal nor wait for one: they did not come through the program. */
export async function listUnchained(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from audit_log
    where not exists (select from audit_seals where entry_id = audit_log.id)
      and not exists (select from audit_unsealed where entry_id = audit_log.id)
    order by at, id`.execute(db)
  return rows.map(({ id }) => id)
}
