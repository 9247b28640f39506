import type { Query, QueryClient } from '@tanstack/react-query'
import type { OneOrder } from '../api/order-loader.ts'
import type { OrderView } from '../addresses/order-view.ts'
import type { Pages } from './list-pages.ts'
import { listsKey, orderQuery } from './order-queries.ts'
import { putOrders } from './orders.ts'

/** A list this tab has in its memory, page by page. */
export interface CachedList {
  query: Query
  view: OrderView
  pages: Pages
}

/** Those on screen. */
export function activeLists(queries: QueryClient): CachedList[] {
  return queries
    .getQueryCache()
    .findAll({ queryKey: listsKey, type: 'active' })
    .flatMap((query) => {
      const pages = queries.getQueryData<Pages>(query.queryKey)
      const view = query.queryKey[2]
      return pages === undefined || !isView(view) ? [] : [{ query, view, pages }]
    })
}

/** The keys of lists are made in one place only, see `ordersQuery`. */
const isView = (part: unknown): part is OrderView => typeof part === 'object' && part !== null && 'tab' in part

/** What was put in is as old as it was: the rest of the list has not become fresher by it. */
export function putPages(queries: QueryClient, { query }: CachedList, pages: Pages): void {
  queries.setQueryData(query.queryKey, pages, { updatedAt: query.state.dataUpdatedAt })
}

/** Orders as they were asked for one by one, with what the CRM has otherwise. */
export function putWholeOrders(queries: QueryClient, orders: readonly OneOrder[]): void {
  putOrders(orders)
  for (const order of orders) {
    const { queryKey } = orderQuery(order.id)
    if (queries.getQueryData(queryKey) !== undefined) queries.setQueryData(queryKey, order)
  }
}
