import { beforeEach, expect, test } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import type { Tab } from '#/contract/tabs.ts'
import { createFrameReader, type Frame } from './frames.ts'
import { toLiveEvent } from './live-event.ts'
import type { OrderView } from '../addresses/order-view.ts'
import { idsIn, newestPage, toPage, type Pages } from '../store/list-pages.ts'
import {
  announceRevision,
  forgetOrders,
  hideOrders,
  knownOrder,
  putOrders,
  settleOrders,
  staleOrders,
} from '../store/orders.ts'
import { limitOf, refreshList } from '../store/refresh-list.ts'
import { anOrder } from '../gallery/fixtures/numbered-order.ts'

const view: OrderView = { tab: 'no_receipt', limit: 50 }

/** Number 9 came last and stands first. */
const order = (number: number, notes = '', tab: Tab = 'no_receipt'): Order => ({ ...anOrder(number), notes, tab })

const list = (items: Order[], next_cursor: string | null = null, count = items.length, as_of = 1): OrderList => ({
  items,
  next_cursor,
  counts: { no_receipt: count, has_receipt: 0, received: 0, refused: 0 },
  counted_in_part: [],
  as_of,
  sync: {
    state: 'ok',
    finished_at: '2026-03-09T08:00:00.000Z',
    problem: null,
    unreadable: { count: 0, items: [] },
    other_crm: null,
  },
})

beforeEach(forgetOrders)

const shown = (...pages: OrderList[]): Pages => ({ pages: pages.map(toPage), pageParams: pages.map(() => undefined) })
const refreshed = (of: OrderView, before: Pages, now: OrderList) => {
  const { pages, departed } = refreshList(of, before, toPage(now))
  return { pages, departed, arrived: pages.pages[0]?.arrived }
}
const idsOf = (...of: number[]) => of.map((number) => order(number).id)

test('a refresh takes the counts over, and names what came and went without moving anything', () => {
  const before = shown(list([order(8), order(6)], 'more'), list([order(5), order(3)], 'more'))
  const now = list([order(9), order(8), order(5), order(3), order(2)], 'more', 77)
  const { pages, arrived, departed } = refreshed(view, before, now)
  expect(idsIn(pages)).toEqual(idsOf(8, 6, 5, 3))
  expect(arrived).toEqual(idsOf(9))
  expect(departed).toEqual(idsOf(6))
  expect(pages.pages.map(({ counts }) => counts.no_receipt)).toEqual([77, 77])
  expect(pages.pages.map(({ next_cursor }) => next_cursor)).toEqual(['more', 'more'])
})

test('a page that contains more than the refresh keeps its counts, and of all the newest are shown', () => {
  const before = shown(list([order(8)], 'more', 3, 10), list([order(6)], 'more', 5, 30))
  const { pages } = refreshed(view, before, list([order(8), order(6)], 'more', 4, 20)).pages
  expect(pages.map(({ as_of, counts }) => [as_of, counts.no_receipt])).toEqual([
    [20, 4],
    [30, 5],
  ])
  expect(newestPage(pages)?.counts.no_receipt).toBe(5)
})

test('what stands below the last shown row is no newcomer, unless the list was shown to its end', () => {
  const now = list([order(8), order(4)], 'more')
  expect(refreshed(view, shown(list([order(8), order(6)], 'more')), now).arrived).toEqual([])
  expect(refreshed(view, shown(list([order(8), order(6)])), now).arrived).toEqual(idsOf(4))
  expect(refreshed(view, shown(list([])), now).arrived).toEqual(idsOf(8, 4))
})

/** With a TTN, and so before all those above, which have none. */
const ready = (number: number): Order => ({ ...order(number), ttn: '20450000000001', revision: 2 })
const again = (one: Order): Order => ({ ...one, revision: 3 })

test('a newcomer without a TTN stands below all that have one; it is told of once it has a TTN', () => {
  const before = shown(list([ready(5), ready(3)], 'more'))
  expect(refreshed(view, before, list([ready(5), ready(3), order(9)], 'more')).arrived).toEqual([])
  expect(refreshed(view, before, list([ready(9), ready(5), ready(3)], 'more')).arrived).toEqual(idsOf(9))
})

test('among hidden orders, which are of all tabs, a newcomer stands where its time puts it', () => {
  const hidden: OrderView = { ...view, hidden: true }
  const before = shown(list([ready(5), ready(3)], 'more'))
  expect(refreshed(hidden, before, list([order(9), ready(5), ready(3)], 'more')).arrived).toEqual(idsOf(9))
})

test('where a list ends does not move with its last row, when that gets a TTN or loses it', () => {
  const below = shown(list([ready(5), order(8), order(6)], 'more'))
  const upwards = refreshed(view, below, list([again(ready(6)), ready(5), order(8), order(7), order(4)], 'more'))
  expect([upwards.arrived, upwards.departed]).toEqual([idsOf(7), []])
  const above = shown(list([ready(18), ready(16)], 'more'))
  const downwards = refreshed(view, above, list([ready(18), ready(15), order(19), again(order(16))], 'more'))
  expect([downwards.arrived, downwards.departed]).toEqual([[], []])
  expect(downwards.pages.pages).toMatchObject(above.pages.map(({ end }) => ({ end })))
})

test('a row that lost its TTN and stands below what was asked for has not left', () => {
  const before = shown(list([ready(8), ready(6)], 'more'))
  const now = list([ready(8), ready(5)], 'more')
  expect(refreshed(view, before, now).departed).toEqual(idsOf(6))
  putOrders([again(order(6))])
  expect(refreshed(view, before, now).departed).toEqual([])
})

test('an order that moved down while the list was read on is one row, where it stood first', () => {
  const pages = shown(list([ready(8), ready(6)], 'more'), list([ready(5), again(order(8))], 'more'))
  expect(idsIn(pages)).toEqual(idsOf(8, 6, 5))
})

test('a row below what was asked for has not left, and one that is known to stand elsewhere is not asked for again', () => {
  const before = shown(list([order(8), order(7, '', 'has_receipt'), order(2)]))
  expect(refreshed(view, before, list([order(8), order(6)], 'more')).departed).toEqual([])
  expect(refreshed(view, before, list([order(8)])).departed).toEqual(idsOf(2))
  const [two = ''] = idsOf(2)
  hideOrders(new Map([[two, 2]]))
  expect(refreshed(view, before, list([order(8)])).departed).toEqual([])
  putOrders([{ ...order(2), revision: 3 }])
  const narrowed: OrderView = { ...view, attention: true }
  expect(refreshed(narrowed, before, list([order(8)])).departed).toEqual(idsOf(7, 2))
})

test('the newer revision of an order wins, whichever answer comes last, and the same one changes nothing', () => {
  const [eight = ''] = idsOf(8)
  putOrders([{ ...order(8, 'newer'), revision: 2 }])
  const known = knownOrder(eight)
  putOrders([{ ...order(8, 'older'), revision: 1 }])
  putOrders([{ ...order(8, 'newer'), revision: 2 }])
  expect(knownOrder(eight)).toBe(known)
  putOrders([{ ...order(8, 'newest'), revision: 3 }])
  expect(knownOrder(eight)?.notes).toBe('newest')
})

test('an order is asked for when the stream tells of a newer revision than is known, and of one that is known only', () => {
  const [eight = '', seven = ''] = idsOf(8, 7)
  putOrders([{ ...order(8), revision: 5 }])
  announceRevision(seven, 9)
  announceRevision(eight, 5)
  expect([...staleOrders().keys()]).toEqual([])
  announceRevision(eight, 7)
  announceRevision(eight, 6)
  expect([...staleOrders().keys()]).toEqual([eight])
  putOrders([{ ...order(8), revision: 6 }])
  expect([...staleOrders().keys()]).toEqual([eight])
  putOrders([{ ...order(8), revision: 7 }])
  expect([...staleOrders().keys()]).toEqual([])
  announceRevision(eight, null)
  expect([...staleOrders().keys()]).toEqual([eight])
  settleOrders([eight])
  expect([...staleOrders().keys()]).toEqual([])
})

test('as many rows are asked for as are shown, within what the server gives at once', () => {
  expect(limitOf(view, shown(list([])))).toBe(50)
  expect(limitOf(view, shown(list(Array.from({ length: 120 }, (_, place) => order(place)))))).toBe(130)
  expect(limitOf(view, shown(list(Array.from({ length: 500 }, (_, place) => order(place)))))).toBe(200)
})

test('a stream is read right wherever its pieces are cut', () => {
  const text =
    'retry: 2000\n\nid: 41\nevent: ready\ndata: {}\n\n: ping\n\nid: 42\nevent: order\ndata: {"type":"order","id":"a: b","revision":7,"at":"x"}\n\nevent: editing\ndata: {"type":"editing","id":"a","at":"x","by":"Олена"}\n\n'
  for (let size = 1; size <= text.length; size += 1) {
    const frames: Frame[] = []
    const read = createFrameReader((frame) => frames.push(frame))
    for (let place = 0; place < text.length; place += size) read(text.slice(place, place + size))
    expect(frames.map(({ id, event }) => [id, event])).toEqual([
      ['41', 'ready'],
      ['42', 'order'],
      [null, 'editing'],
    ])
    expect(frames.map(({ data }) => toLiveEvent(data))).toEqual([
      null,
      { type: 'order', id: 'a: b', at: 'x', revision: 7 },
      { type: 'editing', id: 'a', at: 'x', revision: null, by: 'Олена' },
    ])
  }
})
