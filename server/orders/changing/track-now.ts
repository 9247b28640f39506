import { AppError } from '#/contract/errors.ts'
import type { App } from '#/server/context.ts'
import { trackOrder } from '#/server/parcels/track-order.ts'
import type { OrderText } from '../order/order-document.ts'
import { findOrder } from '../order/store.ts'

/** Asks the carrier about one order while a person waits, and gives the order as it is then. */
export async function trackNow(app: App, id: string): Promise<OrderText> {
  if (!(await findOrder(app.db, id))) throw new AppError('order.not_found')
  await trackOrder(app, id)
  const order = await findOrder(app.db, id)
  if (!order) throw new AppError('order.not_found')
  return order
}
