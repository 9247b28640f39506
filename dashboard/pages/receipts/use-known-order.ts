import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Order } from '#/contract/orders.ts'
import { orderQuery } from '../../api/orders.ts'
import { cachedLists } from '../../live/cached-orders.ts'
import { ordersIn } from '../../live/order-pages.ts'

/** An order by its id: from the lists that are there already, else asked for. */
export function useKnownOrder(id: string): { order: Order | undefined; failed: boolean } {
  const queries = useQueryClient()
  const listed = cachedLists(queries)
    .flatMap(({ pages }) => ordersIn(pages))
    .find((order) => order.id === id)
  const { data, isError } = useQuery({ ...orderQuery(id), enabled: listed === undefined, staleTime: 60_000 })
  return { order: data ?? listed, failed: isError }
}
