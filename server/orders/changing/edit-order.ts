import { z } from 'zod'
import { AppError, refuseIf } from '#/contract/errors.ts'
import { Goods, type EditOrderRequest } from '#/contract/orders.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { trackSoon } from '#/server/parcels/track-soon.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import type { OrderText } from '../order/order-document.ts'
import { differences } from '../order/rules.ts'
import { toSearchText } from '../order/search.ts'
import { findOrder, lockOrder } from '../order/store.ts'
import { setContent } from '../order/change-store.ts'
import { isTtnTyped, whyNotChange, withChanges } from './rules.ts'

interface Edit {
  id: string
  request: EditOrderRequest
  /** null: whatever version it is. */
  expected_version: number | null
}

/** From now on the order is the cashier's: the CRM no longer overwrites it. A new TTN forgets all about the old parcel. */
export function editOrder(app: App, actor: Actor, { id, request, expected_version }: Edit): Promise<OrderText> {
  return inTransaction(app.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) throw new AppError('order.not_found')
    const content = { ...order, goods: z.array(Goods).parse(order.goods) }
    const changed = withChanges(content, request)
    const changes = differences(content, changed)
    refuseIf(whyNotChange(order, expected_version, Object.keys(changes)))
    const hasNewTtn = changed.ttn !== order.ttn
    // Another TTN is another sale: PostgreSQL takes the mark away with it (migration 0023).
    if (order.not_needed_reason !== null && hasNewTtn)
      changes['receipt_not_needed'] = { before: order.not_needed_reason, after: null }
    const search = toSearchText({ ...changed, number: order.number })
    const is_ttn_typed = isTtnTyped(order.ttn, request)
    await setContent(tx, id, { ...changed, search, edited_at: app.clock.now().toISOString(), is_ttn_typed })
    await recordAudit(app, tx, actor, { action: 'order.edited', subject: { type: 'order', id }, details: { changes } })
    if (hasNewTtn && changed.ttn !== null) await trackSoon(app, tx)
    const edited = await findOrder(tx, id)
    if (!edited) throw new AppError('order.not_found')
    return edited
  })
}
