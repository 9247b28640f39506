import { keepPreviousData, useInfiniteQuery, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Order } from '#/contract/orders.ts'
import { isRefusal } from '../../../api/api-error.ts'
import { summaryQuery } from '../../../api/orders.ts'
import type { OrderView } from '../../../addresses/order-view.ts'
import { idsIn, newestPage, type Pages } from '../../../store/list-pages.ts'
import { orderQuery, ordersQuery } from '../../../store/order-queries.ts'
import { useHidden, useOrders } from '../../../store/orders.ts'
import { within } from '../../../store/refresh-list.ts'
import { keepPlaces, waitingAmong } from './shown-rows.ts'

export interface ShownOrder {
  id: string
  order: Order
  /** Why it no longer belongs to this list; it stays here greyed until another list is opened. */
  outside: Outside | null
}

export type Outside = 'moved' | 'narrowed' | 'hidden'

export type OrderListState = ReturnType<typeof useOrderList>

/** The list on screen: rows in their places, what waits to be shown, and how fresh it all is. */
export function useOrderList(view: OrderView) {
  const queries = useQueryClient()
  const query = useInfiniteQuery({
    ...ordersQuery(view),
    placeholderData: (before, queryBefore) =>
      isNarrowing(viewOf(queryBefore?.queryKey), view) ? keepPreviousData(before) : undefined,
    refetchInterval: ({ state }) => (newestPage(state.data?.pages ?? [])?.sync.state === 'running' ? 2_000 : false),
  })
  /** The view that the rows answer: while a search is typed, still the one before. */
  const [answeredView, setAnsweredView] = useState(view)
  if (!query.isPlaceholderData && answeredView !== view) setAnsweredView(view)
  const loaded = useMemo(() => (query.data === undefined ? [] : idsIn(query.data)), [query.data])
  const [times, setTimes] = useState(0)
  const key = `${JSON.stringify(view)} ${times} ${query.isPlaceholderData}`
  const ids = useShownIds(key, query.data === undefined ? null : loaded, query.isFetching)
  const { dropped, drop } = useDropped(view.hidden === true)
  const rows = useRows(ids, loaded, view, query.data).filter(({ id }) => !dropped.has(id))

  const arrived = query.isPlaceholderData ? [] : (query.data?.pages[0]?.arrived ?? [])

  const { refetch } = query
  const refresh = useCallback(async () => {
    await refetch()
    void queries.invalidateQueries({ queryKey: summaryQuery.queryKey })
    setTimes((before) => before + 1)
  }, [queries, refetch])

  return {
    query,
    rows,
    answer: newestPage(query.data?.pages ?? []),
    answeredView,
    waiting: waitingAmong(ids, [...loaded, ...arrived]).filter((id) => !dropped.has(id)).length,
    refresh,
    drop,
  }
}

/** Rows the person took out, gone at once; `isGone` false puts them back. The queue and what is hidden are two lists. */
function useDropped(ofHidden: boolean) {
  const [kept, setKept] = useState<{ ofHidden: boolean; ids: ReadonlySet<string> }>({ ofHidden, ids: new Set() })
  if (kept.ofHidden !== ofHidden) setKept({ ofHidden, ids: new Set() })
  const drop = useCallback((gone: readonly string[], isGone = true) => {
    setKept(({ ids, ...list }) => ({
      ...list,
      ids: isGone ? new Set([...ids, ...gone]) : new Set([...ids].filter((id) => !gone.includes(id))),
    }))
  }, [])
  return { dropped: kept.ids, drop }
}

/** The last part of a list's key, see `ordersQuery`. */
function viewOf(key: readonly unknown[] | undefined): Partial<OrderView> | undefined {
  const view = key?.[2]
  return typeof view === 'object' && view !== null ? view : undefined
}

/** While a search is typed the rows before stay, dimmed; those of another tab would be a lie. */
function isNarrowing(before: Partial<OrderView> | undefined, view: OrderView): boolean {
  return before !== undefined && before.tab === view.tab && before.hidden === view.hidden
}

/**
 * `key` names the list: with another one the places are given out anew. A list that is opened again is first
 * shown as it was; its places are settled when the new answer has come.
 */
function useShownIds(key: string, loaded: readonly string[] | null, fetching: boolean): readonly string[] {
  const [shown, setShown] = useState<Shown>({ key, ids: [], settled: false })
  const before = shown.key === key ? shown : { key, ids: [], settled: false }
  if (loaded === null) return before.ids
  const ids = before.settled ? keepPlaces(before.ids, loaded) : loaded
  const settled = before.settled || !fetching
  const isSame = shown.key === key && shown.settled === settled && isEqual(ids, shown.ids)
  if (!isSame) setShown({ key, ids, settled })
  return isSame ? shown.ids : ids
}

interface Shown {
  key: string
  ids: readonly string[]
  settled: boolean
}

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one === other || (one.length === other.length && one.every((id, place) => id === other[place]))

/** A row that a fresh answer no longer has is loaded by itself: why it is gone must be known. */
function useRows(
  ids: readonly string[],
  loaded: readonly string[],
  view: OrderView,
  pages: Pages | undefined,
): ShownOrder[] {
  const orders = useOrders()
  const hidden = useHidden()
  const [made] = useState(() => new WeakMap<Order, ShownOrder>())
  const isLoaded = new Set(loaded)
  const gone = ids.filter((id) => !isLoaded.has(id))
  const asked = useQueries({ queries: gone.map((id) => orderQuery(id)) })
  const isInReach = pages === undefined ? () => true : within(view, pages)

  return ids.flatMap((id) => {
    const order = orders.get(id)
    if (order === undefined) return []
    const isMoved = view.hidden !== true && order.tab !== view.tab
    if (view.hidden !== true && hidden.has(id)) return [rowFor(order, 'hidden', made)]
    return [rowFor(order, isMoved ? 'moved' : whyGone(asked[gone.indexOf(id)], isInReach(id)), made)]
  })
}

/** The same object for as long as it would say the same: a row that is handed the same is not drawn again. */
function rowFor(order: Order, outside: Outside | null, made: WeakMap<Order, ShownOrder>): ShownOrder {
  const before = made.get(order)
  if (before?.outside === outside) return before
  const row = { id: order.id, order, outside }
  made.set(order, row)
  return row
}

/**
 * Of a row that is not in the list any more, by what the server says of the order itself. One that now stands further down than
 * the list is loaded, as an order that lost its TTN may, has not left it.
 */
function whyGone(asked: { isSuccess: boolean; error: unknown } | undefined, isInReach: boolean): Outside | null {
  if (isRefusal(asked?.error, 'order.not_found')) return 'hidden'
  return asked?.isSuccess === true && isInReach ? 'narrowed' : null
}
