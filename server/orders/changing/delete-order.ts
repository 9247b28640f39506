import { AppError, refuseIf } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { whyNotHide } from './rules.ts'
import { lockOrder } from '../order/store.ts'
import { setDeleted } from '../order/change-store.ts'

/** Hides an order for good, also across later syncs. Only an admin can bring it back. */
export async function deleteOrder(app: App, actor: Actor, id: string): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) throw new AppError('order.not_found')
    refuseIf(whyNotHide(order))
    await setDeleted(tx, id, app.clock.now().toISOString())
    await recordAudit(app, tx, actor, {
      action: 'order.deleted',
      subject: { type: 'order', id },
      details: { number: order.number },
    })
  })
}
