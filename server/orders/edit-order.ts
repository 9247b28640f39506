import { AppError } from '#/contract/errors.ts'
import { Goods, type EditOrderRequest } from '#/contract/orders.ts'
import { z } from 'zod'
import { recordWithChange, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import { trackSoon } from '#/server/parcels/track-soon.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { inTransaction, retried } from '#/server/platform/database/retried.ts'
import { differences, whyNotChange, withChanges } from './rules.ts'
import { toSearchText } from './search.ts'
import type { OrderText } from './order-document.ts'
import { contentChange, findChangedOrder, seeOrder } from './store.ts'

/** Each try fails only because somebody else changed the order since it was looked at, so one of all who try succeeds each time. */
const mostTries = 50

interface Edit {
  id: string
  request: EditOrderRequest
  /** null: whatever version it is. */
  expected_version: number | null
}

/**
 * From now on the order is the cashier's: the CRM no longer overwrites it. A new TTN forgets all about the old parcel. The order is
 * looked at, and changed if it is still so: no lock, and one statement for the change with its entry.
 */
export async function editOrder(app: App, actor: Actor, edit: Edit): Promise<OrderText> {
  for (let tries = 1; tries <= mostTries; tries += 1)
    if (await changeAsSeen(app, actor, edit)) {
      const edited = await findChangedOrder(app.db, edit.id)
      if (edited === undefined) throw new AppError('order.not_found')
      return edited
    }
  throw new AppError('order.version_conflict')
}

/** False: it was changed by somebody else meanwhile, and nothing is written. */
async function changeAsSeen(app: App, actor: Actor, { id, request, expected_version }: Edit): Promise<boolean> {
  const order = await seeOrder(app.db, id)
  if (!order) throw new AppError('order.not_found')
  const refusal = whyNotChange(order, expected_version)
  if (refusal) throw new AppError(refusal)
  const content = { ...order, goods: z.array(Goods).parse(order.goods) }
  const changed = withChanges(content, request)
  const changes = differences(content, changed)
  const hasNewTtn = changed.ttn !== order.ttn
  // Another TTN is another sale: PostgreSQL takes the mark away with it (migration 0023).
  if (order.not_needed_reason !== null && hasNewTtn)
    changes['receipt_not_needed'] = { before: order.not_needed_reason, after: null }
  const search = toSearchText({ ...changed, number: order.number })
  const change = contentChange(order, changed, search, app.clock.now().toISOString())
  const write = (db: Db | Tx) =>
    recordWithChange(
      app,
      db,
      actor,
      { action: 'order.edited', subject: { type: 'order', id }, details: { changes } },
      change,
    )
  if (!hasNewTtn || changed.ttn === null) return retried(() => write(app.db))
  return inTransaction(app.db, async (tx) => {
    const isWritten = await write(tx)
    if (isWritten) await trackSoon(app, tx)
    return isWritten
  })
}
