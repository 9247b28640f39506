import type { Db, Tx } from '#/server/platform/database/db.ts'
import type { Break } from '../chain/breaks.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    audit_alarms: { kind: string; since: string; reason: string; seq: number | null; entry_id: string | null }
  }
}

export const listAlarms = (db: Db | Tx) =>
  db
    .selectFrom('audit_alarms')
    .select(['kind', 'since', 'reason', 'seq', 'entry_id'])
    .orderBy('since')
    .orderBy('kind')
    .execute()

/** False: there is one of this kind already. */
export async function insertAlarm(db: Db, { what, seq, id, reason }: Break, since: string): Promise<boolean> {
  const inserting = db.insertInto('audit_alarms').values({ kind: what, since, reason, seq, entry_id: id })
  const { numInsertedOrUpdatedRows } = await inserting.onConflict((on) => on.doNothing()).executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const deleteAlarms = async (db: Db | Tx): Promise<void> => {
  await db.deleteFrom('audit_alarms').execute()
}
