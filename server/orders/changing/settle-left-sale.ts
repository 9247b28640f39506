import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { announceOrder } from '#/server/events/announce.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { settleLeftSale as settle } from '../order/left-sale-store.ts'
import { lockOrder } from '../order/store.ts'

/** A person says why the parcel that the order had before needs no receipt. It says nothing of the parcel it has now. */
export async function settleLeftSale(
  app: Pick<App, 'db' | 'clock' | 'audit'>,
  actor: Actor,
  id: string,
  { ttn, reason }: { ttn: string; reason: string },
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order || order.deleted_at !== null) throw new AppError('order.not_found')
    const at = app.clock.now().toISOString()
    if (!(await settle(tx, { order_id: id, ttn, reason, at }))) throw new AppError('order.no_left_sale')
    await recordAudit(app, tx, actor, {
      action: 'order.left_sale_settled',
      subject: { type: 'order', id },
      details: { number: order.number, ttn, reason },
    })
    await announceOrder(tx, id)
  })
}
