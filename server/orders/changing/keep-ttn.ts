import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { settleTtn } from '../order/change-store.ts'
import type { OrderText } from '../order/order-document.ts'
import { findOrder, lockOrder } from '../order/store.ts'

/**
 * A person says that the TTN of the order is right although the CRM names another, `crm_ttn`. It holds for that one only. From
 * now on the order is the person's, as after an edit; a receipt is no obstacle, because nothing changes under it.
 */
export function keepTtn(app: App, actor: Actor, id: string, crm_ttn: string): Promise<OrderText> {
  return inTransaction(app.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order || order.deleted_at !== null) throw new AppError('order.not_found')
    if (order.crm_ttn !== crm_ttn) throw new AppError('order.version_conflict')
    await settleTtn(tx, id, app.clock.now().toISOString())
    await recordAudit(app, tx, actor, {
      action: 'order.ttn_kept',
      subject: { type: 'order', id },
      details: { number: order.number, ttn: order.ttn, crm_ttn },
    })
    const kept = await findOrder(tx, id)
    if (!kept) throw new AppError('order.not_found')
    return kept
  })
}
