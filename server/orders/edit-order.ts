import { AppError } from '#/contract/errors.ts'
import { Goods, type EditOrderRequest } from '#/contract/orders.ts'
import { z } from 'zod'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import { trackSoon } from '#/server/parcels/track-soon.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { differences, whyNotChange, withChanges } from './rules.ts'
import { toSearchText } from './search.ts'
import type { OrderText } from './order-document.ts'
import { findOrder, lockOrder, updateContent } from './store.ts'

/** From now on the order is the cashier's: the CRM no longer overwrites it. A new TTN forgets all about the old parcel. */
export async function editOrder(
  app: App,
  actor: Actor,
  id: string,
  request: EditOrderRequest,
  expected_version: number | null,
): Promise<OrderText> {
  return inTransaction(app.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) throw new AppError('order.not_found')
    const refusal = whyNotChange(order, expected_version)
    if (refusal) throw new AppError(refusal)
    const content = { ...order, goods: z.array(Goods).parse(order.goods) }
    const changed = withChanges(content, request)
    const changes = differences(content, changed)
    // Another TTN is another sale: PostgreSQL takes the mark away with it (migration 0023).
    if (order.not_needed_reason !== null && changed.ttn !== order.ttn)
      changes['receipt_not_needed'] = { before: order.not_needed_reason, after: null }
    const search = toSearchText({ ...changed, number: order.number })
    await updateContent(tx, id, changed, search, app.clock.now().toISOString())
    await recordAudit(app, tx, actor, { action: 'order.edited', subject: { type: 'order', id }, details: { changes } })
    if (changed.ttn !== null && changed.ttn !== order.ttn) await trackSoon(app, tx)
    const edited = await findOrder(tx, id)
    if (edited === undefined) throw new AppError('order.not_found')
    return edited
  })
}
