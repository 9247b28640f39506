import { sql } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { ifLockFree } from '#/server/platform/database/locks.ts'
import type { SealedColumn } from './sealed-columns.ts'

export interface SealedRow {
  row: string
  envelope: string
}

export const ifNoRotationRuns = <Result>(db: Db, work: () => Promise<Result>): Promise<Result | 'busy'> =>
  ifLockFree(db, 'key_rotation', work)

export async function listSealed(db: Db, { table, key, field }: SealedColumn): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select ${sql.ref(key)}::text as "row", ${sql.ref(field)} as envelope from ${sql.table(table)}
    where ${sql.ref(field)} is not null order by ${sql.ref(key)}`.execute(db)
  return rows
}

/** The next rows whose secret another key sealed. What a person is changing just now is left for the next pass. */
export async function lockSealedByOthers(
  tx: Tx,
  { table, key, field }: SealedColumn,
  kid: string,
  after: string,
  limit: number,
): Promise<SealedRow[]> {
  const row = sql`${sql.ref(key)}::text`
  const { rows } = await sql<SealedRow>`
    select ${row} as "row", ${sql.ref(field)} as envelope from ${sql.table(table)}
    where ${sql.ref(field)} is not null and not starts_with(${sql.ref(field)}, ${`v1.${kid}.`}) and ${row} > ${after}
    order by ${row} limit ${limit} for no key update skip locked`.execute(tx)
  return rows
}

/** Only where the old envelope still stands: a secret changed meanwhile is never overwritten. */
export async function replaceEnvelopes(
  tx: Tx,
  { table, key, field }: SealedColumn,
  changes: readonly (SealedRow & { resealed: string })[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} as kept set ${sql.ref(field)} = change.resealed
    from unnest(${changes.map(({ row }) => row)}::text[], ${changes.map(({ envelope }) => envelope)}::text[],
      ${changes.map(({ resealed }) => resealed)}::text[]) as change ("row", envelope, resealed)
    where ${sql.ref(`kept.${key}`)}::text = change."row" and ${sql.ref(`kept.${field}`)} = change.envelope`.execute(tx)
}

/** Whether a rotation to this key came to its end. */
export async function wasRotatedTo(db: Db, kid: string): Promise<boolean> {
  const entry = await db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'keys.rotated')
    .where('subject_id', '=', kid)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}
