import { expect, test } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import type { Tab } from '#/contract/tabs.ts'
import { createFrameReader, type Frame } from '#/dashboard/live/frames.ts'
import { toLiveEvent } from '#/dashboard/live/live-event.ts'
import { ordersIn, type Pages } from '#/dashboard/live/order-pages.ts'
import { limitOf, lookOver } from '#/dashboard/live/peek.ts'
import type { OrderView } from '#/dashboard/order-view.ts'

const view: OrderView = { tab: 'no_receipt', limit: 50 }

/** Number 9 came last and stands first. */
const order = (number: number, notes = '', tab: Tab = 'no_receipt'): Order => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  crm_id: String(number),
  number: String(number),
  ordered_at: `2026-03-0${number}T08:00:00.000Z`,
  tab,
  recipient: { name: 'Олена Шевченко', phone: '380671112233' },
  ttn: null,
  notes,
  goods: [],
  total: 100,
  edited_at: null,
  crm_changed: false,
  crm_cancelled: false,
  version: 1,
  revision: 1,
  parcel: null,
  cash_register: null,
  receipt: null,
  receipt_not_needed: null,
})

const list = (items: Order[], next_cursor: string | null = null, count = items.length): OrderList => ({
  items,
  next_cursor,
  counts: { no_receipt: count, has_receipt: 0, received: 0, refused: 0 },
  counted_in_part: [],
  sync: {
    state: 'ok',
    finished_at: '2026-03-09T08:00:00.000Z',
    problem: null,
    unreadable: { count: 0, items: [] },
  },
})

const shown = (...pages: OrderList[]): Pages => ({ pages, pageParams: pages.map(() => undefined) })
const numbers = (pages: Pages) => ordersIn(pages).map(({ number, notes }) => `${number}${notes}`)
const nothingNewer = () => false
const idsOf = (...of: number[]) => of.map((number) => order(number).id)

test('a look replaces rows in their places, takes the counts over, and names what came and went without moving it', () => {
  const before = shown(list([order(8), order(6)], 'more'), list([order(5), order(3)], 'more'))
  const now = list([order(9), order(8, ' fresh'), order(5, ' fresh'), order(3), order(2)], 'more', 77)
  const { pages, arrived, left } = lookOver(view, before, now, nothingNewer)
  expect(numbers(pages)).toEqual(['8 fresh', '6', '5 fresh', '3'])
  expect(arrived).toEqual(idsOf(9))
  expect(left).toEqual(idsOf(6))
  expect(pages.pages.map(({ counts }) => counts.no_receipt)).toEqual([77, 77])
  expect(pages.pages.map(({ next_cursor }) => next_cursor)).toEqual(['more', 'more'])
})

test('what stands below the last shown row is no newcomer, unless the list was shown to its end', () => {
  const now = list([order(8), order(4)], 'more')
  expect(lookOver(view, shown(list([order(8), order(6)], 'more')), now, nothingNewer).arrived).toEqual([])
  expect(lookOver(view, shown(list([order(8), order(6)])), now, nothingNewer).arrived).toEqual(idsOf(4))
  expect(lookOver(view, shown(list([])), now, nothingNewer).arrived).toEqual(idsOf(8, 4))
})

test('a row below what was asked for has not left, and one that is known to stand elsewhere is not asked for again', () => {
  const before = shown(list([order(8), order(7, '', 'has_receipt'), order(2)]))
  expect(lookOver(view, before, list([order(8), order(6)], 'more'), nothingNewer).left).toEqual([])
  expect(lookOver(view, before, list([order(8)]), nothingNewer).left).toEqual(idsOf(2))
  const narrowed: OrderView = { ...view, attention: true }
  expect(lookOver(narrowed, before, list([order(8)]), nothingNewer).left).toEqual(idsOf(7, 2))
})

test('an answer that is older than what is known of an order does not put the old state over it', () => {
  const before = shown(list([order(8, ' newer'), order(7)]))
  const now = list([order(8, ' older'), order(7, ' fresh')])
  const { pages } = lookOver(view, before, now, (id) => idsOf(8).includes(id))
  expect(numbers(pages)).toEqual(['8 newer', '7 fresh'])
})

test('as many rows are asked for as are shown, within what the server gives at once', () => {
  expect(limitOf(view, shown(list([])))).toBe(50)
  expect(limitOf(view, shown(list(Array.from({ length: 120 }, () => order(1)))))).toBe(120)
  expect(limitOf(view, shown(list(Array.from({ length: 500 }, () => order(1)))))).toBe(200)
})

test('a stream is read right wherever its pieces are cut', () => {
  const text =
    'retry: 2000\n\nid: 41\nevent: ready\ndata: {}\n\n: ping\n\nid: 42\nevent: order\ndata: {"type":"order","id":"a: b","at":"x"}\n\nevent: editing\ndata: {"type":"editing","id":"a","at":"x","by":"Олена"}\n\n'
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
      { type: 'order', id: 'a: b', at: 'x' },
      { type: 'editing', id: 'a', at: 'x', by: 'Олена' },
    ])
  }
})
