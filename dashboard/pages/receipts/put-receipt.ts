import type { QueryClient } from '@tanstack/react-query'
import type { Order } from '#/contract/orders.ts'
import type { Receipt } from '#/contract/receipts.ts'
import { orderHistoryQuery, orderQuery, summaryQuery } from '../../api/orders.ts'
import { cachedLists, putPages } from '../../live/cached-orders.ts'
import { ordersIn, replaceIn } from '../../live/order-pages.ts'

/** What the server has just said of a receipt, put wherever its order is shown; all it may have touched is asked again. */
export function putReceipt(queries: QueryClient, receipt: Receipt): void {
  if (receipt.kind === 'ettn') putIntoOrder(queries, receipt.order_id, toOrderReceipt(receipt))
  forgetReceiptOf(queries, receipt.order_id)
}

/** The order may stand otherwise than shown. Lists are left alone: their rows are minded by the stream of events. */
export function forgetReceiptOf(queries: QueryClient, orderId: string): void {
  const stale = [orderQuery(orderId).queryKey, orderHistoryQuery(orderId).queryKey, summaryQuery.queryKey, ['receipts']]
  for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
}

function putIntoOrder(queries: QueryClient, id: string, receipt: NonNullable<Order['receipt']>): void {
  for (const list of cachedLists(queries)) {
    const order = ordersIn(list.pages).find((one) => one.id === id)
    if (order) putPages(queries, list, replaceIn(list.pages, new Map([[id, { ...order, receipt }]])))
  }
  queries.setQueryData(orderQuery(id).queryKey, (order) => order && { ...order, receipt })
}

/** How an order shows its receipt. */
const toOrderReceipt = (receipt: Receipt): NonNullable<Order['receipt']> => ({
  id: receipt.id,
  state: receipt.state,
  amount: receipt.amount,
  prepayment: receipt.prepayment,
  is_test: receipt.is_test,
  cancel_requested: receipt.cancel_requested,
  fiscal_code: receipt.fiscal_code,
  fiscalized_at: receipt.fiscalized_at,
  returned_at: receipt.returned_at,
  receipt_url: receipt.receipt_url,
  problem: receipt.problem,
})
