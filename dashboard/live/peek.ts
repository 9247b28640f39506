import type { Order, OrderList } from '#/contract/orders.ts'
import { countFilters, type OrderView } from '../order-view.ts'
import { ordersIn, replaceIn, type Pages } from './order-pages.ts'

/** Rows a look at the list asks for: as many as are shown, within what the server gives at once. */
const mostAsked = 200
export const limitOf = (view: OrderView, pages: Pages): number =>
  Math.min(mostAsked, Math.max(view.limit, ordersIn(pages).length))

export interface Look {
  pages: Pages
  /** Belong to the list and are not in it. */
  arrived: string[]
  /** Are in the list and no longer belong to it, by all that is known. */
  left: string[]
}

/**
 * The list as the server has it now, laid over the list on screen: rows are replaced in their places, counts and
 * freshness are taken over, and what came or went is named, not moved. `isNewer` says of which orders something newer
 * is known or on its way than this answer.
 */
export function lookOver(view: OrderView, shown: Pages, now: OrderList, isNewer: (id: string) => boolean): Look {
  const { counts, counted_in_part, sync } = now
  const fresh = new Map(now.items.filter(({ id }) => !isNewer(id)).map((order) => [order.id, order]))
  const replaced = replaceIn(shown, fresh)
  const rows = ordersIn(shown)
  const shownIds = new Set(rows.map(({ id }) => id))
  const isShownRange = within(shown)
  const isAskedRange = within({ pages: [now], pageParams: [] })
  const nowIds = new Set(now.items.map(({ id }) => id))
  const isNarrowed = view.q !== undefined || view.hidden === true || countFilters(view) > 0
  return {
    pages: {
      ...replaced,
      pages: replaced.pages.map(({ items, next_cursor }) => ({ items, next_cursor, counts, counted_in_part, sync })),
    },
    arrived: now.items.filter((order) => !shownIds.has(order.id) && isShownRange(order)).map(({ id }) => id),
    left: rows
      .filter((order) => !nowIds.has(order.id) && isAskedRange(order))
      // One that is known to stand elsewhere by now stays greyed where it was; nothing more is to be learnt of it.
      .filter((order) => isNarrowed || order.tab === view.tab)
      .map(({ id }) => id),
  }
}

/** Whether a list that goes so far down would have the order; a list without a next page has everything. */
function within({ pages }: Pages): (order: Order) => boolean {
  const lastPage = pages.at(-1)
  const last = lastPage?.items.at(-1)
  if (lastPage === undefined || lastPage.next_cursor === null || last === undefined) return () => true
  return ({ ordered_at, id }) => ordered_at > last.ordered_at || (ordered_at === last.ordered_at && id >= last.id)
}
