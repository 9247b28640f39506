import { sql, type Generated } from 'kysely'
import { locks } from '#/server/platform/database/locks.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { joinedEntry, toEntry, type JoinedEntry } from './entry-store.ts'
import type { StoredEntry } from './entry.ts'
import type { Seal } from './seal.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    audit_seals: Seal & { hash: Buffer; follows: Generated<Buffer | null>; at: Generated<string | null> }
    audit_unsealed: { entry_id: string }
  }
}

/** Waits for the lock. It goes with its connection. */
export function withChainLock<Result>(db: Db, work: (connection: Db) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${locks.audit_chain})`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(${locks.audit_chain})`.execute(connection)
    }
  })
}

/** Before every id. */
export const firstId = '00000000-0000-0000-0000-000000000000'

/** An entry that waits for its seal. `entry` is null when it was removed meanwhile; `sealed_at`: it has a seal already. */
export interface Waiting {
  entry_id: string
  sealed_at: number | null
  entry: StoredEntry | null
}

/** In the order of their ids, which is about that of their writing. */
export async function listWaiting(db: Db | Tx, after: string, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<JoinedEntry & Pick<Waiting, 'entry_id' | 'sealed_at'>>`
    select waiting.entry_id, (select min(seq) from audit_seals where entry_id = waiting.entry_id) as sealed_at, ${joinedEntry}
    from audit_unsealed waiting left join audit_log entry on entry.id = waiting.entry_id
    where waiting.entry_id > ${after}::uuid order by waiting.entry_id limit ${limit}`.execute(db)
  return rows.map(({ entry_id, sealed_at, ...row }) => ({ entry_id, sealed_at, entry: toEntry(row) }))
}

export async function countWaiting(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from audit_unsealed`.execute(db)
  return rows[0]?.count ?? 0
}

export async function insertSeals(tx: Tx, seals: readonly (Seal & { hash: Buffer })[]): Promise<void> {
  const rows = seals.map((seal) => ({ ...seal, hash: seal.hash.toString('hex') }))
  const { rows: stored } = await sql`
    insert into audit_seals (seq, entry_id, hash, version, key_id, at)
    select seq, entry_id, decode(hash, 'hex'), version, key_id, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as seal (seq bigint, entry_id uuid, hash text, version smallint, key_id text)
    returning seq`.execute(tx)
  if (stored.length !== seals.length) throw new Error(`${seals.length} seals were written, ${stored.length} are stored`)
  await forgetWaiting(
    tx,
    seals.map(({ entry_id }) => entry_id),
  )
}

export async function forgetWaiting(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from audit_unsealed where entry_id = any(${ids}::uuid[])`.execute(tx)
}

export interface SealedRow extends Seal {
  hash: Buffer
  /** null: the seal before it. A break that was accepted before 0.9.0 made the chain begin anew with another hash. */
  follows: Buffer | null
  /** null: the entry was removed. */
  entry: StoredEntry | null
}

/** Seals in order with their entries. */
export async function listSealed(db: Db | Tx, after: number, limit: number): Promise<SealedRow[]> {
  type Row = JoinedEntry & Omit<SealedRow, 'version' | 'key_id'> & { seal_version: number; seal_key_id: string | null }
  const { rows } = await sql<Row>`
    select seal.seq, seal.entry_id, seal.hash, seal.follows, seal.version as seal_version, seal.key_id as seal_key_id, ${joinedEntry}
    from audit_seals seal left join audit_log entry on entry.id = seal.entry_id
    where seal.seq > ${after} order by seal.seq limit ${limit}`.execute(db)
  return rows.map(({ seq, entry_id, hash, follows, seal_version, seal_key_id, ...entry }) => ({
    seq,
    entry_id,
    hash,
    follows,
    version: seal_version,
    key_id: seal_key_id,
    entry: toEntry(entry),
  }))
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
