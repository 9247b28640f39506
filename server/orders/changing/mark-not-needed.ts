import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import type { OrderText } from '../order/order-document.ts'
import { findOrder, lockOrder } from '../order/store.ts'
import { hasReceiptThatHolds, setNotNeeded } from '../order/change-store.ts'

/**
 * A person says why an order needs no receipt, and it raises no alarm any more. Creating a receipt locks the order too, so the later
 * of the two is refused.
 */
export function markNotNeeded(app: App, actor: Actor, id: string, reason: string): Promise<OrderText> {
  return inTransaction(app.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order || order.deleted_at !== null) throw new AppError('order.not_found')
    if (await hasReceiptThatHolds(tx, id)) throw new AppError('order.has_receipt')
    await setNotNeeded(tx, id, { reason, at: app.clock.now().toISOString(), by: actor.user })
    await recordAudit(app, tx, actor, {
      action: 'order.receipt_not_needed',
      subject: { type: 'order', id },
      details: { number: order.number, reason },
    })
    const marked = await findOrder(tx, id)
    if (!marked) throw new AppError('order.not_found')
    return marked
  })
}
