import type { InfiniteData } from '@tanstack/react-query'
import type { Order, OrderList } from '#/contract/orders.ts'
import { standsFirst } from '#/contract/tabs.ts'
import type { OrderView } from '../addresses/order-view.ts'
import { putOrders } from './orders.ts'

/** A page of a list: which orders stand there. What they say is in the store. */
export interface ListPage extends Omit<OrderList, 'items'> {
  ids: string[]
  /** Where it ended when it was loaded, and the next begins; null: nothing follows. */
  end: Place | null
}

/** Where an order stands in a list. A TTN that comes or goes moves it. */
export interface Place extends Pick<Order, 'ordered_at' | 'id'> {
  stands_first: boolean
}

/** A list of orders as far as it has been read. */
export type Pages = InfiniteData<ListPage>

/** Each once, where it stood first: an order that moves down while the list is read comes again further down. */
export const idsIn = (pages: Pages): string[] => [...new Set(pages.pages.flatMap(({ ids }) => ids))]

export function toPage({ items, ...rest }: OrderList): ListPage {
  putOrders(items)
  const last = items.at(-1)
  const end = rest.next_cursor === null || last === undefined ? null : placeOf(last)
  return { ...rest, ids: items.map(({ id }) => id), end }
}

export const placeOf = (order: Order): Place => ({
  id: order.id,
  ordered_at: order.ordered_at,
  stands_first: standsFirst(order),
})

/** Whether a place is not below the other, in the order of the server. Hidden orders are of all tabs: time alone decides. */
export function isAbove({ hidden }: OrderView, one: Place, other: Place): boolean {
  if (hidden !== true && one.stands_first !== other.stands_first) return one.stands_first
  if (one.ordered_at !== other.ordered_at) return one.ordered_at > other.ordered_at
  return one.id >= other.id
}
