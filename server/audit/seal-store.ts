import { sql } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { locks } from '#/server/platform/database/locks.ts'
import { runShaped } from '#/server/platform/database/prepared.ts'
import type { Seal } from './chain.ts'
import { joinedColumns, toEntry, type MaybeEntry, type StoredEntry } from './store.ts'

/**
 * Sealing and writing a checkpoint is done by one process at a time; the others wait here. The lock goes with its connection.
 * `unlock` lets the others go on while a transaction of the same connection still works. Within a process only one waits on a connection: `turn` holds the others
 * back before they take one.
 */
export async function withChainLock<Result>(
  { db, turn }: { db: Db; turn: { last: Promise<unknown> } },
  work: (connection: Db, unlock: (within: Tx) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const before = turn.last
  const { promise: mine, resolve: pass } = Promise.withResolvers<undefined>()
  turn.last = mine
  await before
  try {
    return await db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${locks.audit_chain})`.execute(connection)
      let isLocked = true
      const unlock = async (within: Db | Tx): Promise<void> => {
        if (!isLocked) return
        isLocked = false
        await sql`select pg_advisory_unlock(${locks.audit_chain})`.execute(within)
        pass(undefined)
      }
      try {
        return await work(connection, unlock)
      } finally {
        await unlock(connection)
      }
    })
  } finally {
    pass(undefined)
  }
}

/** An entry that waits for its seal. `entry` is null when it was removed meanwhile; `sealed_at`: it has a seal already. */
export interface Waiting {
  entry_id: string
  sealed_at: number | null
  entry: StoredEntry | null
}

type WaitingRow = MaybeEntry & { entry_id: string; sealed_at: number | null }

const waitingRows = sql<WaitingRow>`
  select waiting.entry_id, (select min(seq) from audit_seals where entry_id = waiting.entry_id) as sealed_at, ${joinedColumns}
  from audit_unsealed waiting left join audit_log entry on entry.id = waiting.entry_id`

const toWaiting = ({ entry_id, sealed_at, ...row }: WaitingRow): Waiting => ({
  entry_id,
  sealed_at,
  entry: toEntry(row),
})

/** The oldest first. */
export async function listWaiting(db: Db | Tx, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<WaitingRow>`
    ${waitingRows} order by entry.at nulls first, entry.id limit ${limit}`.execute(db)
  return rows.map(toWaiting)
}

/** All of them can be walked in the order of their ids, however many there are. */
export async function listWaitingAfter(db: Db | Tx, after: string, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<WaitingRow>`
    ${waitingRows} where waiting.entry_id > ${after}::uuid order by waiting.entry_id limit ${limit}`.execute(db)
  return rows.map(toWaiting)
}

export async function countWaiting(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from audit_unsealed`.execute(db)
  return rows[0]?.count ?? 0
}

/** An entry that has waited this long before the newest seal was made was passed over. */
const longestWaitMinutes = 5

export async function findPassedOver(db: Db | Tx): Promise<string | null> {
  const { rows } = await sql<{ entry_id: string }>`
    select entry_id from audit_unsealed
    where since + make_interval(mins => ${longestWaitMinutes}) < (select at from audit_seals order by seq desc limit 1)
    order by since limit 1`.execute(db)
  return rows[0]?.entry_id ?? null
}

export async function insertSeals(tx: Tx, seals: readonly (Seal & { hash: Buffer })[]): Promise<void> {
  const { rows } = await sql`
    insert into audit_seals (seq, entry_id, hash, version, key_id, at)
    select seq, entry_id, decode(hash, 'hex'), version, key_id, clock_timestamp()
    from unnest(${seals.map(({ seq }) => seq)}::bigint[], ${seals.map(({ entry_id }) => entry_id)}::uuid[],
      ${seals.map(({ hash }) => hash.toString('hex'))}::text[], ${seals.map(({ version }) => version)}::smallint[],
      ${seals.map(({ key_id }) => key_id)}::text[]) as seal (seq, entry_id, hash, version, key_id)
    returning seq`.execute(tx)
  if (rows.length !== seals.length) throw new Error(`${seals.length} seals were written, ${rows.length} are stored`)
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
  /** null: the entry was removed. */
  entry: StoredEntry | null
}

/** Seals in order with their entries. */
export async function listSealed(db: Db | Tx, after: number, limit: number): Promise<SealedRow[]> {
  type Row = MaybeEntry & Pick<Seal, 'seq' | 'entry_id'> & Sealing
  const { rows } = await sql<Row>`
    select seal.seq, seal.entry_id, seal.hash, seal.version as seal_version, seal.key_id as seal_key_id, ${joinedColumns}
    from audit_seals seal left join audit_log entry on entry.id = seal.entry_id
    where seal.seq > ${after} order by seal.seq limit ${limit}`.execute(db)
  return rows.map(({ seq, entry_id, hash, seal_version, seal_key_id, ...entry }) => ({
    seq,
    entry_id,
    hash,
    version: seal_version,
    key_id: seal_key_id,
    entry: toEntry(entry),
  }))
}

interface Sealing {
  hash: Buffer
  seal_version: number
  seal_key_id: string | null
}

/** The hashes at these places, in hex; a place without a seal is not in the answer. */
export async function hashesAt(db: Db | Tx, seqs: readonly number[]): Promise<Map<number, string>> {
  const rows = await runShaped(
    db,
    sql<{ seq: number; hash: string }>`
    select seq, encode(hash, 'hex') as hash from audit_seals where seq = any(${seqs}::bigint[])`,
  )
  return new Map(rows.map(({ seq, hash }) => [seq, hash]))
}

export async function lastSeal(db: Db | Tx): Promise<{ seq: number; hash: Buffer } | null> {
  const last = await db
    .selectFrom('audit_seals')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? null
}

export async function sealAt(db: Db | Tx, seq: number): Promise<{ seq: number; hash: Buffer } | null> {
  const found = await db.selectFrom('audit_seals').select(['seq', 'hash']).where('seq', '=', seq).executeTakeFirst()
  return found ?? null
}

const unchained = sql`
  audit_log
    where not exists (select from audit_seals where entry_id = audit_log.id)
      and not exists (select from audit_unsealed where entry_id = audit_log.id)
      and not exists (select from audit_accepted where entry_id = audit_log.id)`

/** Entries that neither have a seal, nor wait for one, nor were accepted as they are: they did not come through the program. */
export async function listUnchained(db: Db | Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${unchained} order by at, id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countUnchained(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${unchained}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface Written {
  id: string
  status: 'committed' | 'in progress' | 'aborted' | null
  stored: boolean
  chained: boolean
  sealed: boolean
}

/**
 * What became of entries that this process wrote. Whether a transaction has ended is told as of now, what it wrote as of the
 * beginning of the statement: one that ended in between counts as open, or its entry would be missed.
 */
export async function lookForWritten(db: Db, ids: readonly string[], xacts: readonly string[]): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select id,
      case when pg_catalog.pg_xact_status(xact::xid8) = 'committed'
             and not pg_catalog.pg_visible_in_snapshot(xact::xid8, pg_catalog.pg_current_snapshot())
           then 'in progress' else pg_catalog.pg_xact_status(xact::xid8) end as status,
      exists (select from audit_log where audit_log.id = written.id) as stored,
      exists (select from audit_seals where entry_id = written.id) as sealed,
      exists (select from audit_unsealed where entry_id = written.id)
        or exists (select from audit_accepted where entry_id = written.id) as chained
    from unnest(${ids}::uuid[], ${xacts}::text[]) as written (id, xact)`.execute(db)
  return rows
}
