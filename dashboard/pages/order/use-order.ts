import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Order } from '#/contract/orders.ts'
import { orderHistoryQuery, orderQuery, summaryQuery, type OneOrder } from '../../api/orders.ts'
import { cachedLists, putOrders } from '../../live/cached-orders.ts'
import { ordersIn } from '../../live/order-pages.ts'

/** The order that is open. Until the server answers, what the list below knows of it is shown. */
export function useOrder(id: string) {
  const queries = useQueryClient()
  return useQuery({ ...orderQuery(id), placeholderData: () => findInLists(queries, id) })
}

function findInLists(queries: QueryClient, id: string): OneOrder | undefined {
  const listed = cachedLists(queries).flatMap(({ pages }) => ordersIn(pages))
  const found = listed.find((order) => order.id === id)
  return found && { ...found, crm_difference: null }
}

/** After a change. */
export function useFreshOrder() {
  const queries = useQueryClient()
  return {
    /** Puts what a change has answered wherever the order is shown; what else tells of it is asked anew. */
    put: (order: Order): void => {
      const before = queries.getQueryData(orderQuery(order.id).queryKey)
      putOrders(queries, [{ ...order, crm_difference: order.crm_changed ? (before?.crm_difference ?? null) : null }])
      void queries.invalidateQueries({ queryKey: orderHistoryQuery(order.id).queryKey })
      void queries.invalidateQueries({ queryKey: summaryQuery.queryKey })
    },
    /** Somebody else has changed it: it and its history are asked for. */
    reload: async (id: string): Promise<void> => {
      void queries.invalidateQueries({ queryKey: orderHistoryQuery(id).queryKey })
      await queries.invalidateQueries({ queryKey: orderQuery(id).queryKey })
    },
  }
}
