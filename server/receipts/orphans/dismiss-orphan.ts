import type { z } from 'zod'
import { AppError } from '#/contract/errors.ts'
import type { DismissRequest } from '#/contract/receipts.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { announceOrder } from '#/server/events/announce.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { dismissIncident } from '../machine/incident-store.ts'
import { noteOrphan } from '../machine/note-orphan.ts'
import { findUnheld, mayBeOwn } from './sweep-store.ts'

/**
 * A document without a receipt may be right: made by hand in the cabinet of Checkbox, for a parcel that is not in the CRM. A
 * person who has checked it says why it may stay, and it is not shown again. Nothing happens to the document. It may be marked
 * as soon as it blocks a receipt, without waiting for the sweep that lists orphans. A document that a receipt of ours may have
 * made is attached to that receipt, or removed in the cabinet; then the receipt is not sent beside it. What was said of a document
 * beside one order does not hold beside another, which may have come while the person was reading.
 */
export function dismissOrphan(
  app: Pick<App, 'db' | 'clock' | 'audit' | 'log'>,
  actor: Actor,
  provider_id: string,
  { reason, order_id: seen }: z.infer<typeof DismissRequest>,
): Promise<void> {
  return inTransaction(app.db, async (tx) => {
    if (await mayBeOwn(tx, provider_id)) throw new AppError('receipt.document_may_be_own')
    const at = app.clock.now().toISOString()
    const untold = await findUnheld(tx, provider_id)
    if (untold) await noteOrphan(app, tx, untold)
    const dismissed = await dismissIncident(tx, { provider_id, reason, at, actor })
    if (!dismissed) throw new AppError('receipt.orphan_not_found')
    const { cash_register_id, order_id, shown_order } = dismissed
    if (seen !== undefined && seen !== shown_order) throw new AppError('receipt.orphan_of_other_order')
    await recordAudit(app, tx, actor, {
      action: 'receipt.orphan_dismissed',
      subject: { type: 'cash_register', id: cash_register_id },
      details: { provider_id, order_id, reason },
    })
    if (order_id !== null) await announceOrder(tx, order_id)
  })
}
