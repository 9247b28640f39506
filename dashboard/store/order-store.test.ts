import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import { noAnswer } from '../api/api-error.ts'
import type { OneOrder } from '../api/order-loader.ts'
import type { OrderView } from '../addresses/order-view.ts'
import { putWholeOrders } from './cached-lists.ts'
import { asOf, idsIn, newestPage, type Pages } from './list-pages.ts'
import { ordersQuery } from './order-queries.ts'
import { createOrderRefresher, type OrderApi } from './order-refresher.ts'
import { announceRevision, forgetOrders, isHidden, knownOrder, putOrders } from './orders.ts'
import { howOften } from '#/test/support/how-often.ts'
import { patience } from '#/test/support/patience.ts'
import { anOrder } from '../gallery/fixtures/numbered-order.ts'

const view: OrderView = { tab: 'no_receipt', limit: 50 }
/** A page of the made-up server has so many for fifty that are asked for: lists have several pages. */
const pageOf = (limit: number): number => Math.max(4, limit - 46)

/** Orders without a TTN stand after all others, both kinds newest first. */
const placeOf = ({ ttn, id }: OneOrder): string => `${ttn === null ? 0 : 1} ${id}`

/** A server with a few orders; everything it answers is what it has at one moment. */
function createServer() {
  const orders = new Map<string, OneOrder>()
  let made = 0
  let revision = 0

  const put = (order: Omit<OneOrder, 'revision'>): string => {
    revision += 1
    orders.set(order.id, { ...order, revision })
    return order.id
  }
  const list = (limit: number, cursor?: string): OrderList => {
    const ofTab = [...orders.values()]
      .filter(({ tab }) => tab === view.tab)
      .toSorted((one, other) => (placeOf(one) > placeOf(other) ? -1 : 1))
    const start = cursor === undefined ? 0 : ofTab.findIndex((order) => placeOf(order) < cursor)
    const items = start === -1 ? [] : ofTab.slice(start, start + pageOf(limit))
    const last = items.at(-1)
    return {
      items,
      next_cursor: last !== undefined && ofTab.at(-1) !== last ? placeOf(last) : null,
      counts: { no_receipt: ofTab.length, has_receipt: orders.size - ofTab.length, received: 0, refused: 0 },
      counted_in_part: [],
      as_of: revision,
      sync: { state: 'ok', finished_at: null, problem: null, unreadable: { count: 0, items: [] }, other_crm: null },
    }
  }
  return {
    orders,
    list,
    byIds: (ids: readonly string[]) => ids.flatMap((id) => orders.get(id) ?? []),
    arrive: () => put(anOrder((made += 1))),
    change: (id: string) => put({ ...theOne(orders, id), notes: `change ${revision + 1}` }),
    move: (id: string) => {
      const order = theOne(orders, id)
      return put({ ...order, tab: order.tab === 'no_receipt' ? 'has_receipt' : 'no_receipt' })
    },
    /** It gets a TTN, or loses it. */
    send: (id: string) => {
      const order = theOne(orders, id)
      return put({ ...order, ttn: order.ttn === null ? '20450000000001' : null })
    },
    hide: (id: string) => {
      revision += 1
      orders.delete(id)
      return id
    },
    revisionOf: (id: string): number => orders.get(id)?.revision ?? revision,
  }
}

function theOne(orders: ReadonlyMap<string, OneOrder>, id: string): OneOrder {
  const order = orders.get(id)
  if (order === undefined) throw new Error(`no order ${id}`)
  return order
}

/** What happens, in the order of the array; when each answer and each event arrives is up to the scheduler. */
const steps = ['arrive', 'change', 'move', 'send', 'hide', 'save', 'open', 'refresh', 'more', 'lose'] as const
const someSteps = fc.array(fc.record({ what: fc.constantFrom(...steps), which: fc.nat(30), turns: fc.nat(3) }), {
  minLength: 1,
  maxLength: 14,
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** One tab of a browser before that server, with every way in which an order reaches it. */
function openTab(server: ReturnType<typeof createServer>, scheduler: fc.Scheduler, isLost: () => boolean) {
  forgetOrders()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  /** The request travels, the server reads, the answer travels; or there is none. */
  const answered = async <Answer>(read: () => Answer): Promise<Answer> => {
    await scheduler.schedule(Promise.resolve(), 'request')
    const answer = structuredClone(read())
    const lost = isLost()
    await scheduler.schedule(Promise.resolve(), 'answer')
    if (lost) throw noAnswer()
    return answer
  }
  const api: OrderApi = {
    fetchOrders: (ids) => answered(() => ({ items: server.byIds(ids) })),
    listOrders: (_view, { limit, cursor }) => answered(() => server.list(limit, cursor)),
  }
  const refresher = createOrderRefresher(queries, api)
  const observer = new InfiniteQueryObserver(queries, ordersQuery(view, api.listOrders))
  const seen: number[] = []
  observer.subscribe(({ data }) => void (data && seen.push(asOf(data))))

  const hear = async (before: Promise<void>, id: string, revision: number): Promise<void> => {
    await before
    await scheduler.schedule(Promise.resolve(), 'event')
    announceRevision(id, revision)
    refresher.fetchStale()
    refresher.refreshUntilAnswered()
  }
  let told = Promise.resolve()
  return {
    /** Events come in the order of the changes, some time later. */
    tell: (id: string) => {
      const revision = server.revisionOf(id)
      told = hear(told, id, revision)
    },
    /** One order, asked for by itself: it is opened, or the answer to a change of this tab's own. */
    bring: async (id: string) => {
      const saved = await answered(() => server.byIds([id])).catch(() => [])
      putWholeOrders(queries, saved)
    },
    refresh: () => void observer.refetch(),
    more: () => void observer.fetchNextPage(),
    shown: (): Pages | undefined => observer.getCurrentResult().data,
    /** How much each list on screen contained, one after the other. */
    seen: (): readonly number[] => seen,
    close: () => {
      refresher.stop()
      observer.destroy()
      queries.clear()
    },
  }
}

async function settle(scheduler: fc.Scheduler): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    await scheduler.waitIdle()
    await vi.advanceTimersByTimeAsync(3_000)
  }
  await scheduler.waitIdle()
}

const endsEqual = fc.asyncProperty(fc.scheduler(), someSteps, async (scheduler, happens) => {
  const server = createServer()
  for (let made = 0; made < 6; made += 1) server.arrive()
  let losses = 0
  const opened: string[] = []
  const tab = openTab(server, scheduler, () => (losses -= 1) >= 0)
  try {
    for (const { what, which, turns } of happens) {
      const ids = [...server.orders.keys()]
      const id = ids[which % Math.max(1, ids.length)]
      if (what === 'arrive') tab.tell(server.arrive())
      else if (what === 'refresh' || what === 'more') tab[what]()
      else if (what === 'lose') losses = 2
      else if (id !== undefined && what === 'save') {
        tab.tell(server.change(id))
        void tab.bring(id)
      } else if (id !== undefined && what === 'open') {
        opened.push(id)
        void tab.bring(id)
      } else if (id !== undefined && what !== 'save' && what !== 'open') tab.tell(server[what](id))
      for (let turn = 0; turn < turns && scheduler.count() > 0; turn += 1) await scheduler.waitOne()
    }
    losses = 0
    await settle(scheduler)
    // A list that could not be loaded at all says so, and the person asks again.
    if (tab.shown() === undefined) tab.refresh()
    await settle(scheduler)
    expectEqual(server, tab.shown(), opened)
    expectNeverBack(tab.seen())
  } finally {
    // Also where it failed: what is left of it would disturb the smaller examples that are looked for.
    tab.close()
  }
})

test(
  'however events, answers and changes interleave, the screen ends equal to the server',
  () => fc.assert(endsEqual, { numRuns: howOften({ usually: 200, long: 100_000 }) }),
  patience(600_000),
)

/**
 * Found once in thousands of runs: an order is hidden, announced without a revision, and an older answer arrives last; a list is
 * loaded again when its answer is there and not yet taken over; the answer of the first of two loads comes after a refresh.
 */
test.each([
  [-1136608036, '1462'],
  [1696294003, '72377'],
  [-988512069, '1875:31'],
])('the interleaving of seed %d at %s too', (seed, path) => fc.assert(endsEqual, { seed, path, endOnFailure: true }))

/** A list never goes back. */
function expectNeverBack(seen: readonly number[]): void {
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
}

function expectEqual(server: ReturnType<typeof createServer>, pages: Pages | undefined, opened: readonly string[]) {
  const shown = pages === undefined ? [] : idsIn(pages)
  const seen = [...shown, ...opened.filter((id) => knownOrder(id) !== undefined)]
  const known = seen.map((id) => (isHidden(id) ? undefined : withoutDifference(knownOrder(id))))
  expect(known).toEqual(seen.map((id) => withoutDifference(server.orders.get(id))))
  const { counts } = server.list(view.limit)
  expect(newestPage(pages?.pages ?? [])?.counts).toEqual(counts)
  // Nothing of the list is missing above the last row that is shown: it stands there, or waits behind the button.
  const here = new Set([...shown, ...(pages?.pages[0]?.arrived ?? [])])
  const last = pages?.pages.at(-1)?.next_cursor ?? ''
  const missing = [...server.orders.values()].filter(
    (order) => order.tab === view.tab && placeOf(order) > last && !here.has(order.id),
  )
  expect(missing).toEqual([])
  expect(new Set(shown).size).toBe(shown.length)
}

const withoutDifference = (order: Order | OneOrder | undefined): Order | undefined =>
  order && { ...order, ...('crm_difference' in order && { crm_difference: undefined }) }

test('a fault that the property must see: an older answer that overwrites a newer one', () => {
  forgetOrders()
  const newer: Order = { ...anOrder(1), revision: 2, notes: 'newer' }
  putOrders([newer])
  putOrders([{ ...newer, revision: 1, notes: 'older' }])
  expect(knownOrder(newer.id)?.notes).toBe('newer')
})
