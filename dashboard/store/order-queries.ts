import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listOrders } from '../api/orders.ts'
import { loadOrder } from '../api/order-loader.ts'
import type { OrderView } from '../addresses/order-view.ts'
import { toPage } from './list-pages.ts'
import { putOrders } from './orders.ts'

export const listsKey = ['orders', 'list'] as const

/** Which orders a list has. */
export const ordersQuery = (view: OrderView) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, view],
    queryFn: async ({ signal, pageParam }) =>
      toPage(await listOrders(view, { limit: view.limit, cursor: pageParam }, signal)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

/** One order, asked for by itself. What it says is in the store; this is whether it is there, and what the CRM has otherwise. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: async () => {
      const order = await loadOrder(id)
      putOrders([order])
      return order
    },
  })
