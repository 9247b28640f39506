import type { App } from '#/server/app.ts'
import { announceOrder } from '#/server/events/announce.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { newId } from '#/server/platform/random.ts'
import { insertIncident } from './incident-store.ts'

export interface Orphan {
  cash_register_id: string
  provider_id: string
  ttn: string | null
  /** Of the TTN, when it is one of ours. */
  order_id: string | null
  /** The receipt beside which it appeared, when there is one. */
  receipt?: { id: string; state: string }
}

/** Records a document at the provider that no receipt of ours holds, and shows it to people once. */
export async function noteOrphan(
  { clock, log }: Pick<App, 'clock' | 'log'>,
  tx: Tx,
  { cash_register_id, provider_id, ttn, order_id, receipt }: Orphan,
): Promise<void> {
  const isNew = await insertIncident(tx, {
    id: newId(),
    at: clock.now().toISOString(),
    kind: 'orphan',
    cash_register_id,
    provider_id,
    order_id,
    details: { ttn, ...(receipt && { receipt_id: receipt.id, state: receipt.state }) },
  })
  if (!isNew) return
  log.error({ provider_id, order_id, cash_register_id }, 'a document turned up that no receipt stands for')
  if (order_id !== null) await announceOrder(tx, order_id)
}
