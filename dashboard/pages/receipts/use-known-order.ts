import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Order } from '#/contract/orders.ts'
import { orderQuery } from '../../api/orders.ts'
import { listedOrders } from './listed-orders.ts'

/** An order by its id: from the lists that are there already, else asked for. */
export function useKnownOrder(id: string): { order: Order | undefined; failed: boolean } {
  const queries = useQueryClient()
  const listed = listedOrders(queries).find((order) => order.id === id)
  const { data, isError } = useQuery({ ...orderQuery(id), enabled: listed === undefined, staleTime: 60_000 })
  return { order: data ?? listed, failed: isError }
}
