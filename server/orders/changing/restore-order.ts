import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { trackSoon } from '#/server/parcels/track-soon.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import type { OrderText } from '../order/order-document.ts'
import { followCrm } from '../order/follow-crm.ts'
import { findOrder, lockOrder } from '../order/store.ts'
import { setDeleted } from '../order/change-store.ts'

/** Brings a hidden order back, as the CRM has it now unless a person edited it. One that is not hidden stays as it is: asking twice is no fault. */
export async function restoreOrder(app: App, actor: Actor, id: string): Promise<OrderText> {
  return inTransaction(app.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) throw new AppError('order.not_found')
    if (order.deleted_at !== null) {
      await setDeleted(tx, id, null)
      await recordAudit(app, tx, actor, {
        action: 'order.restored',
        subject: { type: 'order', id },
        details: { number: order.number },
      })
      await followCrm(app, tx, [id])
      if (order.ttn !== null) await trackSoon(app, tx)
    }
    const restored = await findOrder(tx, id)
    if (!restored) throw new AppError('order.not_found')
    return restored
  })
}
