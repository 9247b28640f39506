import type { InfiniteData } from '@tanstack/react-query'
import type { Order, OrderList } from '#/contract/orders.ts'

/** A list of orders as far as it has been read. */
export type Pages = InfiniteData<OrderList, string | undefined>

export const ordersIn = (pages: Pages): Order[] => pages.pages.flatMap(({ items }) => items)

/** Each in its place: no row comes, goes or moves. The same pages when nothing is to be replaced. */
export function replaceIn(pages: Pages, fresh: ReadonlyMap<string, Order>): Pages {
  if (!ordersIn(pages).some(({ id }) => fresh.has(id))) return pages
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, items: page.items.map((order) => fresh.get(order.id) ?? order) })),
  }
}
