import type { QueryClient } from '@tanstack/react-query'
import type { Order } from '#/contract/orders.ts'
import type { Receipt } from '#/contract/receipts.ts'
import { orderHistoryQuery, orderQuery, summaryQuery } from '../../api/orders.ts'
import { putOrders } from '../../live/cached-orders.ts'
import { listedOrders } from './listed-orders.ts'

/** What the server has just said of a receipt, put wherever its order is shown; all it may have touched is asked again. */
export function putReceipt(queries: QueryClient, receipt: Receipt): void {
  if (receipt.kind === 'ettn') putIntoOrder(queries, receipt.order_id, toOrderReceipt(receipt))
  forgetReceiptOf(queries, receipt.order_id)
}

/** The order as the server has just told it, after a person has said whether it needs a receipt. */
export function putMark(queries: QueryClient, order: Order): void {
  const opened = queries.getQueryData(orderQuery(order.id).queryKey)
  putOrders(queries, [{ ...order, crm_difference: opened?.crm_difference ?? null }])
  forgetReceiptOf(queries, order.id)
}

/** The order may stand otherwise than shown. Lists are left alone: their rows are minded by the stream of events. */
export function forgetReceiptOf(queries: QueryClient, orderId: string): void {
  const stale = [orderQuery(orderId).queryKey, orderHistoryQuery(orderId).queryKey, summaryQuery.queryKey, ['receipts']]
  for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
}

function putIntoOrder(queries: QueryClient, id: string, receipt: NonNullable<Order['receipt']>): void {
  const opened = queries.getQueryData(orderQuery(id).queryKey)
  const order = opened ?? listedOrders(queries).find((one) => one.id === id)
  if (order) putOrders(queries, [{ ...order, receipt, crm_difference: opened?.crm_difference ?? null }])
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
