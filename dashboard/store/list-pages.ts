import type { InfiniteData } from '@tanstack/react-query'
import type { OrderList } from '#/contract/orders.ts'
import { putOrders } from './orders.ts'

/** A page of a list: which orders stand there. What they say is in the store. */
export interface ListPage extends Omit<OrderList, 'items'> {
  ids: string[]
}

/** A list of orders as far as it has been read. */
export type Pages = InfiniteData<ListPage>

export const idsIn = (pages: Pages): string[] => pages.pages.flatMap(({ ids }) => ids)

export function toPage({ items, ...rest }: OrderList): ListPage {
  putOrders(items)
  return { ...rest, ids: items.map(({ id }) => id) }
}
