import type { QueryClient } from '@tanstack/react-query'
import { cashRegistersQuery } from '../api/cash-registers.ts'
import { orderHistoryQuery, summaryQuery } from '../api/orders.ts'
import { alarmsQuery } from '../api/receipts.ts'
import { activeLists, pagesOf } from '../store/cached-lists.ts'
import type { Pages } from '../store/list-pages.ts'
import { createOrderRefresher } from '../store/order-refresher.ts'
import { announceRevision } from '../store/orders.ts'
import { noteEditor } from './editors.ts'
import type { LiveEvent } from './live-event.ts'
import { throttle } from './throttle.ts'

/** Events of one moment are taken together; with the request that follows a row is still fresh within a second. */
const gatherMs = 150
/** To refresh a list may make the server ask the CRM, so it is not done at every event. */
const refreshEveryMs = 2_500
/** The end of a CRM run concerns only a list that shows trouble or is old. */
const refreshAfterSyncEveryMs = 15_000
const oldSyncMs = 60_000

export interface EventApplier {
  take(event: LiveEvent): void
  /** Asks for everything on screen, without moving rows. Rejects when the server cannot be asked. */
  refresh(): Promise<void>
}

/** Turns «something has changed» into fresh data on this tab's screen. A hidden tab waits until it is seen. */
export function createEventApplier(queries: QueryClient): EventApplier {
  const orders = createOrderRefresher(queries)
  const invalidate = (...queryKey: string[]) => queries.invalidateQueries({ queryKey })

  const fetchSoon = throttle(gatherMs, whenSeen(orders.fetchStale))
  const refreshListsSoon = throttle(refreshEveryMs, whenSeen(orders.refreshUntilAnswered))
  const refreshListsAfterSync = throttle(refreshAfterSyncEveryMs, () => refreshListsSoon())
  const tallySoon = throttle(
    1_000,
    whenSeen(() => {
      void queries.invalidateQueries({ queryKey: summaryQuery.queryKey })
      void invalidate('receipts')
    }),
  )
  const registersSoon = throttle(
    1_000,
    whenSeen(() => {
      void queries.invalidateQueries({ queryKey: cashRegistersQuery.queryKey })
      void queries.invalidateQueries({ queryKey: alarmsQuery.queryKey })
    }),
  )
  const moneySoon = throttle(
    1_000,
    whenSeen(() => void invalidate('money')),
  )
  const batchesSoon = throttle(
    500,
    whenSeen(() => void invalidate('batches')),
  )

  function takeOrder(id: string, revision: number | null): void {
    announceRevision(id, revision)
    fetchSoon()
    void queries.invalidateQueries({ queryKey: orderHistoryQuery(id).queryKey })
    refreshListsSoon()
    tallySoon()
  }

  return {
    take({ type, id, at, revision, by }) {
      if (type === 'order' && id !== null) takeOrder(id, revision)
      // What it changes of its order comes as an event of the order.
      else if (type === 'receipt') tallySoon()
      else if (type === 'cash_register') registersSoon()
      else if (type === 'money') moneySoon()
      else if (type === 'batch') batchesSoon()
      else if (type === 'status') void invalidate('status')
      else if (type === 'sync' && activeLists(queries).some((list) => isWorried(pagesOf(queries, list))))
        refreshListsAfterSync()
      else if (type === 'editing' && id !== null && by !== undefined) noteEditor(id, by, at)
    },
    async refresh() {
      const rest = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => isLive(queryKey) }
      await Promise.all([orders.refreshLists('whole'), queries.invalidateQueries(rest, { throwOnError: true })])
    },
  }
}

const isWorried = (pages: Pages | undefined): boolean => {
  const sync = pages?.pages[0]?.sync
  if (sync === undefined) return false
  return sync.state !== 'ok' || sync.finished_at === null || Date.now() - Date.parse(sync.finished_at) > oldSyncMs
}

/** What events announce, but for the lists, which are refreshed in place. */
const isLive = ([subject, part]: readonly unknown[]): boolean =>
  subject === 'receipts' ||
  subject === 'batches' ||
  subject === 'cash-registers' ||
  subject === 'money' ||
  (subject === 'orders' && part !== 'list')

/** The work of a hidden tab is done once, when it is seen again. */
function whenSeen(work: () => void): () => void {
  let waits = false
  document.addEventListener('visibilitychange', () => {
    if (!waits || document.hidden) return
    waits = false
    work()
  })
  return () => {
    if (document.hidden) waits = true
    else work()
  }
}
