import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Order } from '#/contract/orders.ts'
import { orderHistoryQuery, summaryQuery } from '../../../api/orders.ts'
import type { OneOrder } from '../../../api/order-loader.ts'
import { putWholeOrders } from '../../../store/cached-lists.ts'
import { orderQuery } from '../../../store/order-queries.ts'
import { useKnownOrder } from '../../../store/orders.ts'

/** The order that is open. Until the server answers, what this tab knows of it is shown. */
export function useOrder(id: string) {
  const known = useKnownOrder(id)
  const { data, error, refetch } = useQuery(orderQuery(id))
  const order = useMemo<OneOrder | undefined>(() => {
    if (known === undefined) return undefined
    // A register that gets another name changes no order.
    const cash_register = data?.revision === known.revision ? data.cash_register : known.cash_register
    return { ...known, cash_register, crm_difference: data?.crm_difference ?? null }
  }, [known, data])
  return { order, error, refetch, isAnswered: data !== undefined }
}

/** After a change. */
export function useFreshOrder() {
  const queries = useQueryClient()
  return {
    /** Puts what a change has answered wherever the order is shown; what else shows it is asked anew. */
    put: (order: Order): void => {
      const before = queries.getQueryData(orderQuery(order.id).queryKey)
      putWholeOrders(queries, [
        { ...order, crm_difference: order.crm_changed ? (before?.crm_difference ?? null) : null },
      ])
      if (order.crm_changed) void queries.invalidateQueries({ queryKey: orderQuery(order.id).queryKey })
      void queries.invalidateQueries({ queryKey: orderHistoryQuery(order.id).queryKey })
      void queries.invalidateQueries({ queryKey: summaryQuery.queryKey })
    },
    /** Another person has changed it: it and its history are loaded again. */
    reload: async (id: string): Promise<void> => {
      void queries.invalidateQueries({ queryKey: orderHistoryQuery(id).queryKey })
      await queries.invalidateQueries({ queryKey: orderQuery(id).queryKey })
    },
  }
}
