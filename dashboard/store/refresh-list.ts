import { countFilters, type OrderView } from '../addresses/order-view.ts'
import { idsIn, isAbove, placeOf, type ListPage, type Pages, type Place } from './list-pages.ts'
import { isHidden, knownOrder } from './orders.ts'

/** The server gives no more at once. */
export const mostAsked = 200
/** Room for those that have come. */
const newcomers = 10

/** Rows a refresh asks for: as many as are shown, and a few more. */
export const limitOf = (view: OrderView, pages: Pages): number =>
  Math.min(mostAsked, Math.max(view.limit, idsIn(pages).length + newcomers))

export interface RefreshedList {
  pages: Pages
  /** Are in the list and no longer belong to it, by all that is known. */
  departed: string[]
}

/**
 * The list on screen with what the server has now: counts and freshness are taken over, and what came or went is named, not moved.
 */
export function refreshList(view: OrderView, shown: Pages, now: ListPage): RefreshedList {
  const { counts, counted_in_part, sync, as_of } = now
  const shownIds = idsIn(shown)
  const isShown = new Set(shownIds)
  const isNow = new Set(now.ids)
  const isShownRange = within(view, shown)
  const isAskedRange = within(view, { pages: [now], pageParams: [] })
  const isNarrowed = view.q !== undefined || view.hidden === true || countFilters(view) > 0
  const arrived = now.ids.filter((id) => !isShown.has(id) && isShownRange(id))
  return {
    pages: {
      ...shown,
      pages: shown.pages.map((page, place) =>
        page.as_of > as_of
          ? page
          : { ...page, counts, counted_in_part, sync, as_of, arrived: place === 0 ? arrived : [] },
      ),
    },
    departed: shownIds
      .filter((id) => !isNow.has(id) && isAskedRange(id))
      // One that is known to be hidden or to stand elsewhere stays greyed where it was; nothing more is to be learnt of it.
      .filter((id) => view.hidden === true || !isHidden(id))
      .filter((id) => isNarrowed || knownOrder(id)?.tab === view.tab),
  }
}

/** Whether a list that goes so far down would have the order; a list without a next page has everything. */
export function within(view: OrderView, pages: Pages): (id: string) => boolean {
  const end = endOf(pages)
  return (id) => {
    const order = knownOrder(id)
    return end === null || order === undefined || isAbove(view, placeOf(order), end)
  }
}

/** Whether the one list goes at least as far down as the other. */
export function reaches(view: OrderView, one: Pages, other: Pages): boolean {
  const [end, otherEnd] = [endOf(one), endOf(other)]
  return end === null || (otherEnd !== null && isAbove(view, otherEnd, end))
}

export const endOf = ({ pages }: Pages): Place | null => pages.at(-1)?.end ?? null
