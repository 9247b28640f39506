import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import { announce } from '#/server/events/announce.ts'
import type { Tx } from '#/server/platform/database/database.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { dismissIncident } from '../machine/incident-store.ts'
import { noteOrphan } from '../machine/note-orphan.ts'
import { listUnclaimedKept } from './sweep-store.ts'

/**
 * A document that no receipt stands for may be quite right: made by hand in the cabinet of Checkbox, for a parcel that is not
 * in the CRM. A person who has looked into it says why it may stay, and it is not told of again. Nothing happens to it.
 */
export function dismissOrphan(
  app: Pick<App, 'db' | 'clock' | 'log' | 'audit_key'>,
  actor: Actor,
  provider_id: string,
  reason: string,
): Promise<void> {
  return inTransaction(app.db, async (tx) => {
    const at = app.clock.now().toISOString()
    await noteUnnoted(app, tx, provider_id)
    const dismissed = await dismissIncident(tx, { provider_id, reason, at, actor })
    if (!dismissed) throw new AppError('receipt.orphan_not_found')
    const { cash_register_id, order_id } = dismissed
    await recordAudit(app, tx, actor, {
      action: 'receipt.orphan_dismissed',
      subject: { type: 'cash_register', id: cash_register_id },
      details: { provider_id, order_id, reason },
    })
    if (order_id !== null) await announce(tx, 'order', order_id)
  })
}

/** A document that stood in the way of a receipt may be dismissed before the sweep has told of it. */
async function noteUnnoted(app: Pick<App, 'clock' | 'log'>, tx: Tx, provider_id: string): Promise<void> {
  const [document] = await listUnclaimedKept(tx, provider_id)
  if (document !== undefined) await noteOrphan(app, tx, document)
}
