import type { Db, Tx } from '#/server/platform/database/db.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    audit_checkpoints: { place: string; seq: number }
  }
}

/** How far the checkpoint of this folder had come; 0: it has none. */
export async function findRemembered(db: Db, place: string): Promise<number> {
  const found = await db.selectFrom('audit_checkpoints').select('seq').where('place', '=', place).executeTakeFirst()
  return found?.seq ?? 0
}

export async function rememberCheckpoint(db: Db, place: string, seq: number): Promise<void> {
  const inserting = db.insertInto('audit_checkpoints').values({ place, seq })
  await inserting.onConflict((on) => on.column('place').doUpdateSet({ seq })).execute()
}

export const forgetCheckpoints = (tx: Tx) => tx.deleteFrom('audit_checkpoints').execute()
