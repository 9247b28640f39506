import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import type { OrderText } from '../order/order-document.ts'
import { findOrder, lockOrder } from '../order/store.ts'
import { setNotNeeded } from '../order/change-store.ts'

/** The order needs a receipt again. One that was not marked stays as it is: asking twice is no fault. */
export function takeBackNotNeeded(app: App, actor: Actor, id: string): Promise<OrderText> {
  return inTransaction(app.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order || order.deleted_at !== null) throw new AppError('order.not_found')
    if (order.not_needed_reason !== null) {
      await setNotNeeded(tx, id, null)
      await recordAudit(app, tx, actor, {
        action: 'order.receipt_needed',
        subject: { type: 'order', id },
        details: { number: order.number, reason: order.not_needed_reason },
      })
    }
    const found = await findOrder(tx, id)
    if (!found) throw new AppError('order.not_found')
    return found
  })
}
