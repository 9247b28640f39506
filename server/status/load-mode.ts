import type { Db } from '#/server/platform/database/db.ts'
import { Explained } from '#/server/platform/explained.ts'
import { findModeFacts } from './mode-store.ts'
import { decideMode, type Mode, type ModeWish } from './mode.ts'

/** Whether this database is a demo or real, before anything outside is asked. What must not be mixed is refused. */
export async function loadMode(db: Db, wish: ModeWish): Promise<Mode> {
  const decision = decideMode(wish, await findModeFacts(db))
  if ('refusal' in decision) throw new Explained(decision.refusal)
  return decision.mode
}
