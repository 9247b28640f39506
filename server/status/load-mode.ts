import type { App } from '#/server/context.ts'
import type { Db } from '#/server/platform/database/database.ts'
import { Explained } from '#/server/platform/explained.ts'
import { findModeFacts } from './mode-store.ts'
import { decideMode, type Mode } from './mode.ts'

/** Whether this database is a demo or real, before anything outside is asked. What must not be mixed is refused. */
export async function loadMode(db: Db, { demo, crm }: Pick<App['config'], 'demo' | 'crm'>): Promise<Mode> {
  const decision = decideMode({ demo, has_crm: crm !== null }, await findModeFacts(db))
  if ('refusal' in decision) throw new Explained(decision.refusal)
  return decision.mode
}
