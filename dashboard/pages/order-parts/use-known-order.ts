import { useQuery } from '@tanstack/react-query'
import type { Order } from '#/contract/orders.ts'
import { orderQuery } from '../../store/order-queries.ts'
import { useKnownOrder as useStoredOrder } from '../../store/orders.ts'

/** An order by its id: as this tab knows it, else asked for. */
export function useKnownOrder(id: string): { order: Order | undefined; failed: boolean } {
  const order = useStoredOrder(id)
  const { isError } = useQuery({ ...orderQuery(id), enabled: order === undefined, staleTime: 60_000 })
  return { order, failed: isError }
}
