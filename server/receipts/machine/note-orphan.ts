import type { App } from '#/server/app.ts'
import { announceOrder } from '#/server/events/announce.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { insertOrphan, type Orphan } from './incident-store.ts'

/** Records a document at the provider that no receipt of ours holds, and shows it to people once. */
export async function noteOrphan({ clock, log }: Pick<App, 'clock' | 'log'>, tx: Tx, orphan: Orphan): Promise<void> {
  if (!(await insertOrphan(tx, clock.now(), orphan))) return
  const { provider_id, order_id, cash_register_id } = orphan
  log.error({ provider_id, order_id, cash_register_id }, 'a document turned up that no receipt stands for')
  if (order_id !== null) await announceOrder(tx, order_id)
}
