import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listOrders } from '../api/orders.ts'
import { loadOrder } from '../api/order-loader.ts'
import type { OrderView } from '../addresses/order-view.ts'
import { newerOf, toPage } from './list-pages.ts'
import { putOrders } from './orders.ts'

export const listsKey = ['orders', 'list'] as const

/** Which orders a list has. `list`: another server, for tests. */
export const ordersQuery = (view: OrderView, list: typeof listOrders = listOrders) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, view],
    queryFn: async ({ signal, pageParam }) =>
      toPage(await list(view, { limit: view.limit, cursor: pageParam }, signal)),
    structuralSharing: newerOf,
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
