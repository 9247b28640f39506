import type { QueryClient } from '@tanstack/react-query'
import { isPassing } from '../api/api-error.ts'
import { fetchOrders } from '../api/order-loader.ts'
import { listOrders } from '../api/orders.ts'
import type { OrderView } from '../addresses/order-view.ts'
import { activeLists, loadAfresh, pagesOf, putPages, putWholeOrders, type ActiveList } from './cached-lists.ts'
import { asOf, idsIn, toPage, type ListPage, type Pages } from './list-pages.ts'
import { listsKey, orderQuery } from './order-queries.ts'
import {
  announce,
  announceRevision,
  hideOrders,
  onOrdersPut,
  settleOrders,
  staleOrders,
  type Announced,
} from './orders.ts'
import { endOf, limitOf, mostAsked, reaches, refreshList, within } from './refresh-list.ts'

/** More changed orders than this are not asked for by name: the whole list is refreshed. */
const mostByName = 60
/** A list of a thousand rows is refreshed whole; a longer one down to there. */
const mostPages = 5
const againAfterMs = 3_000

export interface OrderApi {
  fetchOrders: typeof fetchOrders
  listOrders: typeof listOrders
}

type How = 'whole' | 'beginning'

export interface OrderRefresher {
  /** Asks for the orders the server has in a newer revision. */
  fetchStale(): void
  /** Refreshes the lists on screen, to their end or their beginning only. Rejects when the server cannot be asked. */
  refreshLists(how: How): Promise<void>
  /** The beginning of the lists, and again while the server cannot be asked. */
  refreshUntilAnswered(): void
  /** From now on no old order that arrives is loaded again. */
  stop(): void
}

/** Brings what the server has into the memory of this tab without ever moving a row. `api`: another server, for tests. */
export function createOrderRefresher(
  queries: QueryClient,
  api: OrderApi = { fetchOrders, listOrders },
): OrderRefresher {
  let busy = false

  function fetchStale(): void {
    const stale = staleOrders()
    if (busy || stale.size === 0) return
    busy = true
    settleOrders(stale.keys())
    const asked = stale.size > mostByName ? refreshLists('whole') : askByName(stale)
    if (stale.size > mostByName) void queries.invalidateQueries({ queryKey: ['orders', 'one'] })
    asked
      .catch(async (error: unknown) => {
        if (!isPassing(error)) return
        for (const [id, announced] of stale) announce(id, announced)
        await new Promise((resolve) => setTimeout(resolve, againAfterMs))
      })
      .finally(() => {
        busy = false
        fetchStale()
      })
  }

  async function askByName(stale: ReadonlyMap<string, Announced>): Promise<void> {
    const { items } = await api.fetchOrders([...stale.keys()])
    putWholeOrders(queries, items)
    const found = new Set(items.map(({ id }) => id))
    const gone = new Map([...stale].flatMap(([id, { revision }]) => (found.has(id) ? [] : [[id, revision] as const])))
    hideOrders(gone)
    for (const id of gone.keys()) void queries.invalidateQueries({ queryKey: orderQuery(id).queryKey })
  }

  async function refreshLists(how: How): Promise<void> {
    // A list that is not on screen now is loaded anew when it is opened again.
    void queries.invalidateQueries({ queryKey: listsKey, type: 'inactive' })
    await Promise.all(activeLists(queries).map((list) => refresh(list, how)))
  }

  async function refresh(list: ActiveList, how: How): Promise<void> {
    const { query, view } = list
    if (isLoading(list)) await query.fetch().catch(() => undefined)
    const before = pagesOf(queries, list)
    if (before === undefined) return
    const now = await askFor(api, view, before, how)
    const shown = pagesOf(queries, list)
    if (shown === undefined) return
    // Loading would overwrite what is put in now, and what was loaded meanwhile may be older and reach further.
    if (isLoading(list) || endOf(shown) !== endOf(before)) return refresh(list, how)
    if (now.as_of < asOf(before)) return loadAfresh(queries)
    if (now.as_of < asOf(shown)) return
    const { pages, departed } = refreshList(view, shown, now)
    putPages(queries, list, pages)
    for (const id of departed) announceRevision(id, null)
    fetchStale()
  }

  // What is brought may be older than what was announced while it was on its way.
  const stop = onOrdersPut(fetchStale)

  function refreshUntilAnswered(): void {
    refreshLists('beginning').catch((error: unknown) => {
      if (isPassing(error)) setTimeout(refreshUntilAnswered, againAfterMs)
    })
  }

  return { fetchStale, refreshLists, refreshUntilAnswered, stop }
}

const isLoading = ({ query }: ActiveList): boolean => query.state.fetchStatus === 'fetching'

/**
 * The list as the server has it, down to the last row that is shown, or to its end if its end is shown; the beginning of a long
 * one down to where it meets what is shown.
 */
async function askFor(api: OrderApi, view: OrderView, pages: Pages, how: How): Promise<ListPage> {
  const limit = limitOf(view, pages)
  const shown = idsIn(pages)
  const isLong = how === 'beginning' && shown.length > mostAsked
  const ask = async (cursor?: string) => toPage(await api.listOrders(view, { limit, cursor }))
  const all = await ask()
  for (let asked = 1; asked < mostPages && all.next_cursor !== null; asked += 1) {
    const asFar = { pages: [all], pageParams: [] }
    if (isLong ? shown.some(within(view, asFar)) : reaches(view, asFar, pages)) break
    const { ids, end, next_cursor } = await ask(all.next_cursor)
    all.ids.push(...ids)
    all.end = end
    all.next_cursor = next_cursor
  }
  return all
}
