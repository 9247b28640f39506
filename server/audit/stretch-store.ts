import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { asFound, type Stretch } from './chain.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    audit_stretches: StoredStretch
    audit_accepted: { entry_id: string; stretch: number }
  }
}

export interface StoredStretch extends Stretch {
  mac: Buffer
}

export const listStretches = (db: Db | Tx): Promise<StoredStretch[]> =>
  db
    .selectFrom('audit_stretches')
    .select(['number', 'first_seq', 'at', 'reason', 'found', 'digest', 'key_id', 'mac'])
    .orderBy('number')
    .execute()

export const lastStretch = async (db: Db | Tx): Promise<StoredStretch | null> => {
  const found = await db
    .selectFrom('audit_stretches')
    .select(['number', 'first_seq', 'at', 'reason', 'found', 'digest', 'key_id', 'mac'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

export async function insertStretch(tx: Tx, stretch: StoredStretch): Promise<void> {
  await tx
    .insertInto('audit_stretches')
    .values({ ...stretch, found: JSON.stringify(stretch.found) })
    .execute()
}

/** From now on these entries stay outside the chain, bound by the digest of the stretch. */
export async function acceptEntries(tx: Tx, ids: readonly string[], stretch: number): Promise<void> {
  await sql`
    insert into audit_accepted (entry_id, stretch) select id, ${stretch}::int from unnest(${ids}::uuid[]) as id
    on conflict do nothing`.execute(tx)
}

const batchSize = 5_000
const foundEntry = sql`
  entry.id, entry.at, entry.actor_id, entry.actor_login, entry.action, entry.subject_type, entry.subject_id, entry.details,
  entry.address, entry.version, entry.number, entry.key_id, encode(entry.mac, 'hex') as mac`

/** Of everything before a stretch as it is now: earlier stretches, seals with their entries, and the entries left outside. */
export async function digestOf(tx: Tx, { number, first_seq }: Pick<Stretch, 'number' | 'first_seq'>): Promise<Buffer> {
  const digest = createHash('sha256')
  const { rows: earlier } = await sql<Record<string, unknown>>`
    select number, first_seq, at, encode(mac, 'hex') as mac from audit_stretches where number < ${number} order by number`.execute(
    tx,
  )
  for (const row of earlier) digest.update(asFound(row))
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const { rows } = await sql<{ seq: number }>`
      select seal.seq, seal.entry_id, encode(seal.hash, 'hex') as hash, seal.version as seal_version,
        seal.key_id as seal_key_id, ${foundEntry}
      from audit_seals seal left join audit_log entry on entry.id = seal.entry_id
      where seal.seq > ${after} and seal.seq < ${first_seq} order by seal.seq limit ${batchSize}`.execute(tx)
    for (const row of rows) digest.update(asFound({ ...row }))
    after = rows.at(-1)?.seq ?? after
    if (rows.length < batchSize) break
  }
  let afterId = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ entry_id: string }>`
      select accepted.entry_id, ${foundEntry}
      from audit_accepted accepted left join audit_log entry on entry.id = accepted.entry_id
      where accepted.stretch <= ${number} and accepted.entry_id > ${afterId}::uuid
      order by accepted.entry_id limit ${batchSize}`.execute(tx)
    for (const row of rows) digest.update(asFound({ ...row }))
    afterId = rows.at(-1)?.entry_id ?? afterId
    if (rows.length < batchSize) return digest.digest()
  }
}
