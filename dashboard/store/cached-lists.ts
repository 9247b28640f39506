import type { Query, QueryClient } from '@tanstack/react-query'
import type { OneOrder } from '../api/order-loader.ts'
import type { OrderView } from '../addresses/order-view.ts'
import type { Pages } from './list-pages.ts'
import { listsKey, orderQuery } from './order-queries.ts'
import { forgetOrders, putOrders } from './orders.ts'

/** A list on screen, loaded or on its way. */
export interface ActiveList {
  query: Query
  view: OrderView
}

export const activeLists = (queries: QueryClient): ActiveList[] =>
  queries
    .getQueryCache()
    .findAll({ queryKey: listsKey, type: 'active' })
    .flatMap((query) => {
      const view = query.queryKey[2]
      return isView(view) ? [{ query, view }] : []
    })

/** The keys of lists are made in one place only, see `ordersQuery`. */
const isView = (part: unknown): part is OrderView => typeof part === 'object' && part !== null && 'tab' in part

/** Undefined until it is loaded. */
export const pagesOf = (queries: QueryClient, { query }: ActiveList): Pages | undefined =>
  queries.getQueryData<Pages>(query.queryKey)

/** What was put in is as old as it was: the rest of the list has not become fresher by it. */
export function putPages(queries: QueryClient, { query }: ActiveList, pages: Pages): void {
  queries.setQueryData(query.queryKey, pages, { updatedAt: query.state.dataUpdatedAt })
}

/** Orders that were loaded one by one, with what the CRM has otherwise. */
export function putWholeOrders(queries: QueryClient, orders: readonly OneOrder[]): void {
  putOrders(orders)
  for (const order of orders) {
    const { queryKey } = orderQuery(order.id)
    if (queries.getQueryData(queryKey) !== undefined) queries.setQueryData(queryKey, order)
  }
}

/** The server cannot say any more what was missed, or has gone back to an older state of its data: everything is loaded afresh. */
export function loadAfresh(queries: QueryClient): void {
  forgetOrders()
  void queries.resetQueries({ queryKey: ['orders'] })
  void queries.invalidateQueries()
}
