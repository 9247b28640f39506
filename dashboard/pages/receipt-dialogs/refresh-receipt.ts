import type { QueryClient } from '@tanstack/react-query'
import type { Order } from '#/contract/orders.ts'
import { fetchOrders } from '../../api/order-loader.ts'
import { orderHistoryQuery, summaryQuery } from '../../api/orders.ts'
import { putWholeOrders } from '../../store/cached-lists.ts'
import { orderQuery } from '../../store/order-queries.ts'
import { knownOrder, putOrders } from '../../store/orders.ts'

/** The order as the server has just answered it, after a person has said whether it needs a receipt. */
export function putMark(queries: QueryClient, order: Order): void {
  putOrders([order])
  refreshReceiptOf(queries, order.id)
}

/** Something happened to the order's receipt: the order, wherever it is shown, and all that shows it is asked again. */
export function refreshReceiptOf(queries: QueryClient, orderId: string): void {
  const stale = [orderQuery(orderId).queryKey, orderHistoryQuery(orderId).queryKey, summaryQuery.queryKey, ['receipts']]
  for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
  // The stream will announce it as well; a row that is on screen does not wait for that.
  if (knownOrder(orderId) !== undefined)
    void fetchOrders([orderId]).then(
      ({ items }) => putWholeOrders(queries, items),
      () => undefined,
    )
}
