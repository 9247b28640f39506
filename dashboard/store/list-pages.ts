import { replaceEqualDeep, type InfiniteData } from '@tanstack/react-query'
import type { Order, OrderList } from '#/contract/orders.ts'
import { standsFirst } from '#/contract/tabs.ts'
import type { OrderView } from '../addresses/order-view.ts'
import { putOrders } from './orders.ts'

/** A page of a list: which orders stand there. What they say is in the store. */
export interface ListPage extends Omit<OrderList, 'items'> {
  ids: string[]
  /** Where it ended when it was loaded, and the next begins; null: nothing follows. */
  end: Place | null
  /** On the first page: orders that belong to the list and are not in it yet. They wait behind a button, so that no row moves. */
  arrived: string[]
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
  return { ...rest, ids: items.map(({ id }) => id), end, arrived: [] }
}

/** How much of what has happened the list contains. A later page says nothing of what stands above it. */
export const asOf = ({ pages }: Pages): number => pages[0]?.as_of ?? 0

/** The page with the newest counts. */
export const newestPage = (pages: readonly ListPage[]): ListPage | undefined =>
  pages.reduce<ListPage | undefined>((newest, page) => (page.as_of >= (newest?.as_of ?? 0) ? page : newest), undefined)

/** Of two answers the one that contains more wins, whichever comes last. For `structuralSharing`, which has no types. */
export const newerOf = (known: unknown, loaded: unknown): unknown =>
  isPages(known) && isPages(loaded) && asOf(loaded) < asOf(known) ? known : replaceEqualDeep(known, loaded)

const isPages = (data: unknown): data is Pages => typeof data === 'object' && data !== null && 'pages' in data

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
