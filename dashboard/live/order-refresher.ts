import type { QueryClient } from '@tanstack/react-query'
import type { OrderList } from '#/contract/orders.ts'
import { isPassing } from '../api/api-error.ts'
import { getJson } from '../api/client.ts'
import { fetchOrders } from '../api/order-loader.ts'
import { listsKey, orderQuery } from '../api/orders.ts'
import { toQuery } from '../order-view.ts'
import { cachedLists, isCached, putOrders, putPages, type CachedList } from './cached-orders.ts'
import { putNewOrders } from './new-orders.ts'
import { ordersIn, type Pages } from './order-pages.ts'
import { limitOf, lookOver } from './peek.ts'

/** More changed orders than this are not asked for by name: the whole list is looked over. */
const mostByName = 60
/** A list of a thousand rows is looked over whole; further down nobody is at work. */
const mostPagesLookedAt = 5
const againAfterMs = 3_000

export interface OrderRefresher {
  /** This order has changed: whatever was asked before now is old, also an answer that is still on its way. */
  note(id: string): void
  /** Asks for those that were noted and not yet asked for. */
  fetchNoted(): void
  /** Lays what the server has now over the lists on screen, to their end or their beginning only. Rejects when it cannot be asked. */
  look(how: 'whole' | 'beginning'): Promise<void>
  /** At the beginning of the lists, and again while the server cannot be asked. */
  lookUntilAnswered(): void
}

/** Brings fresh orders into the memory of this tab without ever moving a row. */
export function createOrderRefresher(queries: QueryClient): OrderRefresher {
  const changedAt = new Map<string, number>()
  const wanted = new Set<string>()
  /** When the last look was asked for, and per list the one whose answer is on screen. */
  let lookedAt = -1
  const laidOverAt = new Map<string, number>()
  let busy = false

  const hasChangedSince = (id: string, moment: number): boolean => (changedAt.get(id) ?? -1) >= moment

  function fetchNoted(): void {
    if (wanted.size > mostByName) {
      wanted.clear()
      void queries.invalidateQueries({ queryKey: ['orders', 'one'] })
      look('whole').catch(() => setTimeout(fetchNoted, againAfterMs))
      return
    }
    if (busy || wanted.size === 0) return
    busy = true
    const ids = [...wanted]
    wanted.clear()
    void fetchByName(ids).finally(() => {
      busy = false
      fetchNoted()
    })
  }

  async function fetchByName(ids: readonly string[]): Promise<void> {
    const askedAt = performance.now()
    try {
      const { items } = await fetchOrders(ids)
      // One that has changed again meanwhile is noted again, and comes next.
      putOrders(
        queries,
        items.filter(({ id }) => !hasChangedSince(id, askedAt)),
      )
      const found = new Set(items.map(({ id }) => id))
      const hidden = ids.filter((id) => !found.has(id))
      if (hidden.length > 0) forget(hidden)
    } catch (error) {
      if (isPassing(error)) tryAgain(ids)
    }
  }

  /** Hidden by somebody: here rows have to go. */
  function forget(ids: readonly string[]): void {
    void queries.invalidateQueries({ queryKey: listsKey })
    for (const id of ids) void queries.invalidateQueries({ queryKey: orderQuery(id).queryKey })
  }

  function tryAgain(ids: readonly string[]): void {
    setTimeout(() => {
      for (const id of ids) wanted.add(id)
      fetchNoted()
    }, againAfterMs)
  }

  async function look(how: 'whole' | 'beginning'): Promise<void> {
    lookedAt = performance.now()
    // Whoever comes back to a list that is not on screen now does not get it from memory.
    void queries.invalidateQueries({ queryKey: listsKey, type: 'inactive' })
    await Promise.all(
      cachedLists(queries, 'active').map((list) => lookAt(list, how === 'whole' ? mostPagesLookedAt : 1)),
    )
  }

  async function lookAt(list: CachedList, mostPages: number): Promise<void> {
    const { query, view } = list
    const askedAt = performance.now()
    const now = await askFor(list, mostPages)
    const shown = queries.getQueryData<Pages>(query.queryKey)
    // A list that is being loaded is looked over once it has come; see below.
    if (shown === undefined || query.state.fetchStatus === 'fetching') return
    if ((laidOverAt.get(query.queryHash) ?? -1) > askedAt) return
    laidOverAt.set(query.queryHash, askedAt)
    const { pages, arrived, left } = lookOver(view, shown, now, (id) => hasChangedSince(id, askedAt))
    putPages(queries, list, pages)
    if (query.isActive()) putNewOrders(arrived)
    for (const id of left) wanted.add(id)
    if (left.length > 0) fetchNoted()
  }

  // An answer to something asked before a change would put the old state over the new one.
  const askedAt = new Map<string, number>()
  queries.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || query.queryKey[0] !== 'orders' || !('action' in event)) return
    const { action } = event
    if (action.type === 'fetch') askedAt.set(query.queryHash, performance.now())
    if (action.type !== 'success' || action.manual === true) return
    const since = askedAt.get(query.queryHash) ?? Infinity
    for (const [id, moment] of changedAt) if (moment >= since && isCached(queries, id)) wanted.add(id)
    fetchNoted()
    // Nor does it have the orders that came since then.
    if (query.queryKey[1] === listsKey[1] && lookedAt >= since) lookUntilAnswered()
  })

  function lookUntilAnswered(): void {
    look('beginning').catch((error: unknown) => {
      if (isPassing(error)) setTimeout(lookUntilAnswered, againAfterMs)
    })
  }

  return {
    note(id) {
      if (changedAt.size > 5_000) changedAt.clear()
      changedAt.set(id, performance.now())
      if (isCached(queries, id)) wanted.add(id)
    },
    fetchNoted,
    look,
    lookUntilAnswered,
  }
}

/** The list as the server has it, down to where it is shown. */
async function askFor({ view, pages }: CachedList, mostPages: number): Promise<OrderList> {
  const limit = limitOf(view, pages)
  const ask = (cursor?: string) => getJson<OrderList>(`/orders?${toQuery(view, { limit, cursor })}`)
  const all = await ask()
  const shown = ordersIn(pages).length
  for (let asked = 1; asked < mostPages && all.items.length < shown && all.next_cursor !== null; asked += 1) {
    const { items, next_cursor } = await ask(all.next_cursor)
    all.items.push(...items)
    all.next_cursor = next_cursor
  }
  return all
}
