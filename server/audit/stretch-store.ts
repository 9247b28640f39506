import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/database.ts'
import { asFound, type Stretch } from './chain.ts'

declare module '#/server/platform/database/database.ts' {
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

/** Of all seals from `from` up to `to` and all entries accepted with this stretch, whatever state they are in. */
export async function digestOf(tx: Tx, stretch: number, from: number, to: number): Promise<Buffer> {
  const digest = createHash('sha256')
  let after = from - 1
  for (;;) {
    const { rows } = await sql<{ seq: number }>`
      select seal.seq, seal.entry_id, encode(seal.hash, 'hex') as hash, seal.version as seal_version,
        seal.key_id as seal_key_id, ${foundEntry}
      from audit_seals seal left join audit_log entry on entry.id = seal.entry_id
      where seal.seq > ${after} and seal.seq < ${to} order by seal.seq limit ${batchSize}`.execute(tx)
    for (const row of rows) digest.update(asFound({ ...row }))
    after = rows.at(-1)?.seq ?? after
    if (rows.length < batchSize) break
  }
  let afterId = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ entry_id: string }>`
      select accepted.entry_id, ${foundEntry}
      from audit_accepted accepted left join audit_log entry on entry.id = accepted.entry_id
      where accepted.stretch = ${stretch} and accepted.entry_id > ${afterId}::uuid
      order by accepted.entry_id limit ${batchSize}`.execute(tx)
    for (const row of rows) digest.update(asFound({ ...row }))
    afterId = rows.at(-1)?.entry_id ?? afterId
    if (rows.length < batchSize) return digest.digest()
  }
}
