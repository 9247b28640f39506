import type { QueryClient } from '@tanstack/react-query'
import { orderHistoryQuery, summaryQuery } from '../../api/orders.ts'
import { orderQuery } from '../../store/order-queries.ts'

/** After many orders were settled together everything that shows them is loaded once, not once an order. */
export function refreshAfter(queries: QueryClient, orderIds: readonly string[]): void {
  for (const id of orderIds)
    for (const { queryKey } of [orderQuery(id), orderHistoryQuery(id)]) void queries.invalidateQueries({ queryKey })
  for (const queryKey of [summaryQuery.queryKey, ['receipts']]) void queries.invalidateQueries({ queryKey })
}
