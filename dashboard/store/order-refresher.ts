import type { Query, QueryClient } from '@tanstack/react-query'
import { isPassing } from '../api/api-error.ts'
import { fetchOrders } from '../api/order-loader.ts'
import { listOrders } from '../api/orders.ts'
import { activeLists, putPages, putWholeOrders, type CachedList } from './cached-lists.ts'
import { idsIn, toPage, type ListPage, type Pages } from './list-pages.ts'
import { limitOf, lookOver, mostAsked, reaches, within } from './look-over.ts'
import { putNewOrders } from './new-orders.ts'
import { listsKey, orderQuery } from './order-queries.ts'
import { announce, announceRevision, hideOrders, onOrdersPut, settleOrders, staleOrders, type Told } from './orders.ts'

/** More changed orders than this are not asked for by name: the whole list is looked over. */
const mostByName = 60
/** A list of a thousand rows is looked over whole; further down nobody is at work. */
const mostPagesLookedAt = 5
const againAfterMs = 3_000

export interface OrderApi {
  fetchOrders: typeof fetchOrders
  listOrders: typeof listOrders
}

type How = 'whole' | 'beginning'

export interface OrderRefresher {
  /** Asks for the orders the server has in a newer revision. */
  fetchStale(): void
  /** Lays what the server has now over the lists on screen, to their end or their beginning only. Rejects when it cannot be asked. */
  look(how: How): Promise<void>
  /** At the beginning of the lists, and again while the server cannot be asked. */
  lookUntilAnswered(): void
  /** No order is asked for any more because an old one was brought. */
  stop(): void
}

/** Brings what the server has into the memory of this tab without ever moving a row. `api`: another server, for tests. */
export function createOrderRefresher(
  queries: QueryClient,
  api: OrderApi = { fetchOrders, listOrders },
): OrderRefresher {
  const turns = createTurns(queries, lookUntilAnswered)
  let busy = false

  function fetchStale(): void {
    const stale = staleOrders()
    if (busy || stale.size === 0) return
    busy = true
    settleOrders(stale.keys())
    const asked = stale.size > mostByName ? look('whole') : askByName(stale)
    if (stale.size > mostByName) void queries.invalidateQueries({ queryKey: ['orders', 'one'] })
    asked
      .catch(async (error: unknown) => {
        if (!isPassing(error)) return
        for (const [id, told] of stale) announce(id, told)
        await new Promise((resolve) => setTimeout(resolve, againAfterMs))
      })
      .finally(() => {
        busy = false
        fetchStale()
      })
  }

  async function askByName(stale: ReadonlyMap<string, Told>): Promise<void> {
    const { items } = await api.fetchOrders([...stale.keys()])
    putWholeOrders(queries, items)
    const found = new Set(items.map(({ id }) => id))
    const gone = new Map([...stale].flatMap(([id, { revision }]) => (found.has(id) ? [] : [[id, revision] as const])))
    hideOrders(gone)
    for (const id of gone.keys()) void queries.invalidateQueries({ queryKey: orderQuery(id).queryKey })
  }

  async function look(how: How): Promise<void> {
    turns.changed()
    // Whoever comes back to a list that is not on screen now does not get it from memory.
    void queries.invalidateQueries({ queryKey: listsKey, type: 'inactive' })
    await Promise.all(activeLists(queries).map((list) => lookAt(list, how)))
  }

  async function lookAt(list: CachedList, how: How): Promise<void> {
    const { query, view } = list
    const turn = turns.next()
    const now = await askFor(api, list, how)
    const shown = queries.getQueryData<Pages>(query.queryKey)
    if (shown === undefined || turns.isLoading(query) || !turns.isNewest(query, turn)) return
    const { pages, arrived, left } = lookOver(view, shown, now)
    putPages(queries, list, pages)
    if (query.isActive()) putNewOrders(arrived)
    for (const id of left) announceRevision(id, null)
    fetchStale()
  }

  // What is brought may be older than what was announced while it was on its way.
  const stop = onOrdersPut(fetchStale)

  function lookUntilAnswered(): void {
    look('beginning').catch((error: unknown) => {
      if (isPassing(error)) setTimeout(lookUntilAnswered, againAfterMs)
    })
  }

  return { fetchStale, look, lookUntilAnswered, stop }
}

interface Loading {
  turn: number
  ofBeginning: boolean
  isOver: boolean
  /** It began while another one was under way, whose answer may have been on its way already: what comes may be of either. */
  isSecond: boolean
}

/**
 * In which order lists were asked for: of two answers the one asked for later counts. `onMissed`: what was loaded into a list was
 * asked for before the last change or nobody knows when, or a look at the list was given up for it.
 */
function createTurns(queries: QueryClient, onMissed: () => void) {
  let last = 0
  let lastChange = 0
  const asked = new Map<string, Loading>()
  const answered = new Map<string, number>()
  const givenUp = new Set<string>()
  const next = (): number => (last += 1)
  queries.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !('action' in event) || !isList(query)) return
    const { action } = event
    const { queryHash } = query
    const loading = asked.get(queryHash) ?? { turn: 0, ofBeginning: true, isOver: true, isSecond: false }
    if (action.type === 'fetch') {
      const ofBeginning = action.meta?.fetchMore === undefined
      asked.set(queryHash, { turn: next(), ofBeginning, isOver: false, isSecond: !loading.isOver })
    }
    const isLoaded = action.type === 'success' && action.manual !== true
    if (!isLoaded && action.type !== 'error') return
    const { turn, ofBeginning, isSecond } = loading
    loading.isOver = true
    // A next page says nothing of what stands above it.
    if (isLoaded && ofBeginning) answered.set(queryHash, turn)
    const isMissed = givenUp.delete(queryHash) || isSecond || turn < lastChange
    if (isMissed && query.state.data !== undefined) onMissed()
  })
  return {
    next,
    changed: () => void (lastChange = next()),
    /** What is put into a list that is being loaded will be overwritten. The look is given up, and taken again after that. */
    isLoading: ({ queryHash, state }: Query): boolean => {
      if (state.fetchStatus === 'fetching') givenUp.add(queryHash)
      return state.fetchStatus === 'fetching'
    },
    isNewest: ({ queryHash }: Query, turn: number): boolean => {
      if ((answered.get(queryHash) ?? 0) > turn) return false
      answered.set(queryHash, turn)
      return true
    },
  }
}

const isList = ({ queryKey }: Query): boolean => queryKey[0] === listsKey[0] && queryKey[1] === listsKey[1]

/**
 * The list as the server has it, down to the last row that is shown, or to its end if its end is shown; the beginning of a long
 * one down to where it meets what is shown.
 */
async function askFor(api: OrderApi, { view, pages }: CachedList, how: How): Promise<ListPage> {
  const limit = limitOf(view, pages)
  const shown = idsIn(pages)
  const isLong = how === 'beginning' && shown.length > mostAsked
  const ask = async (cursor?: string) => toPage(await api.listOrders(view, { limit, cursor }))
  const all = await ask()
  for (let asked = 1; asked < mostPagesLookedAt && all.next_cursor !== null; asked += 1) {
    const asFar = { pages: [all], pageParams: [] }
    if (isLong ? shown.some(within(view, asFar)) : reaches(view, asFar, pages)) break
    const { ids, end, next_cursor } = await ask(all.next_cursor)
    all.ids.push(...ids)
    all.end = end
    all.next_cursor = next_cursor
  }
  return all
}
