import type { Query, QueryClient } from '@tanstack/react-query'
import type { Order } from '#/contract/orders.ts'
import { listsKey, orderQuery, type OneOrder } from '../api/orders.ts'
import type { OrderView } from '../order-view.ts'
import { ordersIn, replaceIn, type Pages } from './order-pages.ts'

/** The orders this tab has in its memory: in its lists, page by page, and one by one. */
export interface CachedList {
  query: Query
  view: OrderView
  pages: Pages
}

/** `active`: those on screen. */
export function cachedLists(queries: QueryClient, type: 'active' | 'all' = 'all'): CachedList[] {
  return queries
    .getQueryCache()
    .findAll({ queryKey: listsKey, type })
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

export function putOrders(queries: QueryClient, orders: readonly OneOrder[]): void {
  const fresh = new Map<string, Order>(orders.map((order) => [order.id, order]))
  for (const list of cachedLists(queries)) {
    const replaced = replaceIn(list.pages, fresh)
    if (replaced !== list.pages) putPages(queries, list, replaced)
  }
  for (const order of orders) {
    const { queryKey } = orderQuery(order.id)
    if (queries.getQueryData(queryKey) !== undefined) queries.setQueryData(queryKey, order)
  }
}

export const isCached = (queries: QueryClient, id: string): boolean =>
  queries.getQueryData(orderQuery(id).queryKey) !== undefined ||
  cachedLists(queries).some(({ pages }) => ordersIn(pages).some((order) => order.id === id))

/** A receipt that tells something new of itself changes the row of its order as well. */
export function ordersOfReceipt(queries: QueryClient, receiptId: string): string[] {
  const listed = cachedLists(queries).flatMap(({ pages }) => ordersIn(pages))
  const opened = queries.getQueriesData<OneOrder>({ queryKey: ['orders', 'one'] }).map(([, order]) => order)
  const found = [...listed, ...opened].filter((order) => order?.receipt?.id === receiptId)
  return [...new Set(found.flatMap((order) => (order === undefined ? [] : [order.id])))]
}
