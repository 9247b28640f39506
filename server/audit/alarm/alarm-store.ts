import type { Db, Tables, Tx } from '#/server/platform/database/db.ts'

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
export async function insertAlarm(db: Db, alarm: Tables['audit_alarms']): Promise<boolean> {
  const inserting = db.insertInto('audit_alarms').values(alarm)
  const { numInsertedOrUpdatedRows } = await inserting.onConflict((on) => on.doNothing()).executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const deleteAlarms = (db: Db | Tx) => db.deleteFrom('audit_alarms').execute()
