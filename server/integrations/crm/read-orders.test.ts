import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createOrders, Listing, type Meanwhile } from '#/simulators/crm/orders.ts'
import { howOften } from '#/test/support/how-often.ts'
import type { CrmClient } from './crm-client.ts'
import { CrmMapping, pagingOf } from './mapping.ts'
import { readOrders } from './read-orders.ts'
import { fromResult, toRpc } from './wire.ts'

const mapped = {
  orders: CrmMapping.parse({}),
  pages: CrmMapping.parse({ params: { page: 'page' } }),
  none: CrmMapping.parse({ params: { offset: null } }),
}
const begun = Date.UTC(2026, 2, 9, 12)

interface Shop {
  count: number
  listing?: Partial<Listing>
  meanwhile?: Meanwhile[]
  mapping?: keyof typeof mapped
  /** Every so many-th order has a price nobody can read. */
  unreadable?: number
}

/** The list of the simulated CRM, in our words, without the network between: thousands of runs in a second. */
function openShop({ count, listing = {}, meanwhile = [], mapping = 'orders', unreadable = 0 }: Shop) {
  let now = begun
  const orders = createOrders(() => (now += 1000))
  const isBad = (id: number) => unreadable > 0 && id % unreadable === 0
  orders.put(
    Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      created_at: '2026-03-01T08:00:00Z',
      updated_at: new Date(begun - (count - index) * 3_600_000).toISOString(),
      total: isBad(index + 1) ? '1.234' : '10.00',
    })),
  )
  orders.meanwhile(meanwhile)
  let calls = 0
  const crm: CrmClient = {
    kind: 'real',
    identity: null,
    paging: pagingOf(mapped[mapping]),
    cancelled_statuses: new Set(),
    listOrders: (request) => {
      calls += 1
      const { params } = toRpc(request, calls, mapped[mapping])
      const asked = { updated_from: null, offset: 0, page: 1, limit: 1, ...params }
      const page = fromResult(orders.page(asked, Listing.parse(listing)), mapped[mapping])
      orders.goOn()
      if ('problem' in page) throw new Error(page.problem)
      return Promise.resolve({ ok: true, page })
    },
  }
  return { crm, orders, calls: () => calls }
}

async function readAll({ crm, calls }: ReturnType<typeof openShop>) {
  const [met, unreadable] = [new Set<string>(), new Set<string>()]
  const reading = readOrders(crm, null)
  for (let step = await reading.next(); ; step = await reading.next()) {
    if (step.done) return { met, unreadable, failure: step.value, calls: calls() }
    for (const { crm_id } of step.value.orders) met.add(crm_id)
    for (const { key } of step.value.unreadable) unreadable.add(key)
  }
}

const idsUpTo = (count: number) => new Set(Array.from({ length: count }, (_, index) => String(index + 1)))
const read = (shop: Shop) => readAll(openShop(shop))

describe('all orders arrive from', () => {
  test.each<[string, Shop, number]>([
    ['a CRM that gives what it is asked for', { count: 1200 }, 3],
    ['one that gives 100 at once and tells how many there are', { count: 450, listing: { page_cap: 100 } }, 6],
    ['one that gives 100 at once and does not', { count: 450, listing: { page_cap: 100, tells_total: false } }, 8],
    ['one that counts pages', { count: 1200, mapping: 'pages', listing: { counts: 'pages' } }, 5],
    [
      'one that counts pages of 100 at most',
      { count: 450, mapping: 'pages', listing: { counts: 'pages', page_cap: 100, tells_total: false } },
      11,
    ],
    ['one that gives them one by one', { count: 7, listing: { page_cap: 1, tells_total: false } }, 15],
    ['one that gives all at once', { count: 300, mapping: 'none', listing: { counts: 'none' } }, 1],
    ['one that has none', { count: 0 }, 1],
    ['one that has none and does not say so', { count: 0, listing: { tells_total: false } }, 1],
    ['one that ends with a full page', { count: 500, listing: { tells_total: false } }, 3],
  ])('%s', async (_name, shop, calls) => {
    expect(await read(shop)).toEqual({ met: idsUpTo(shop.count), unreadable: new Set(), failure: null, calls })
  })
})

describe('told as a failure, within a few calls', () => {
  test.each<[string, Shop, RegExp]>([
    ['an offset that is ignored', { count: 450, listing: { counts: 'none', page_cap: 100 } }, /ту саму сторінку/],
    [
      'page 1 for ever',
      { count: 450, mapping: 'pages', listing: { counts: 'none', page_cap: 100 } },
      /ту саму сторінку/,
    ],
    [
      'page 1 for ever, with no total',
      { count: 450, mapping: 'pages', listing: { counts: 'none', page_cap: 100, tells_total: false } },
      /ту саму сторінку/,
    ],
    [
      'an ignored offset where all that is told would have been reached',
      { count: 150, listing: { counts: 'none', page_cap: 100 } },
      /ту саму сторінку/,
    ],
    [
      'pages where we count orders',
      { count: 1200, listing: { counts: 'offset_as_page', tells_total: false } },
      /не продовжують одна одну/,
    ],
    [
      'small pages where we count orders',
      { count: 60, listing: { counts: 'offset_as_page', page_cap: 10 } },
      /не продовжують одна одну/,
    ],
    [
      'orders where we count pages',
      { count: 60, mapping: 'pages', listing: { counts: 'offset_as_page', page_cap: 10 } },
      /ту саму сторінку/,
    ],
    [
      'no pages at all where there are some',
      { count: 450, mapping: 'none', listing: { page_cap: 100 } },
      /замовлень 450, а віддала 100/,
    ],
  ])('%s', async (_name, shop, sentence) => {
    const { failure, calls } = await read(shop)
    expect(failure?.kind).toBe('bad_answer')
    expect(failure?.detail).toMatch(sentence)
    expect(calls).toBeLessThan(30)
  })

  test('a CRM that never ends', async () => {
    const { crm } = openShop({ count: 0 })
    const endless: CrmClient = {
      ...crm,
      listOrders: ({ offset }) =>
        Promise.resolve({
          ok: true,
          page: {
            orders: [offset, offset + 1, offset + 2].map((id) => ({
              crm_id: String(id),
              number: '',
              ordered_at: '',
              updated_at: '2026-03-09T12:00:00.000Z',
              status: '',
              recipient: { name: '', phone: '' },
              ttn: null,
              notes: '',
              goods: [],
              total: 0,
            })),
            unreadable: [],
            total: null,
          },
        }),
    }
    const { failure } = await readAll({ ...openShop({ count: 0 }), crm: endless })
    expect(failure?.detail).toMatch(/задовгий/)
  })
})

test('an order that moves up while the one before it is touched and comes back to its place is not lost', async () => {
  const still = { touch: [] }
  const shop = { count: 4, listing: { page_cap: 1, tells_total: false }, meanwhile: [still, still, still] }
  const { met, failure } = await read({ ...shop, meanwhile: [...shop.meanwhile, { touch: [3] }, { touch: [1] }] })
  expect({ met, failure }).toEqual({ met: idsUpTo(4), failure: null })
})

const id = fc.integer({ min: 1, max: 16 })
const meanwhile = fc.array(
  fc.oneof<fc.Arbitrary<Meanwhile>[]>(
    fc.record({ touch: fc.array(id, { maxLength: 4 }) }),
    fc.record({ remove: fc.array(id, { maxLength: 2 }) }),
    fc.constant({ touch: [] }),
  ),
  { maxLength: 25 },
)

test('whatever is touched or removed between the pages, in whatever order and size they come, a list that was read to its end holds every other order', async () => {
  let [whole, failed] = [0, 0]
  const property = fc.asyncProperty(
    fc.record({
      count: fc.integer({ min: 0, max: 16 }),
      listing: fc.record({
        page_cap: fc.constantFrom(1, 2, 3, 4, 5, 7, null),
        tells_total: fc.boolean(),
        sort: fc.constantFrom('changed', 'changed_last', 'id'),
      }),
      mapping: fc.constantFrom('orders', 'pages'),
      unreadable: fc.constantFrom(0, 2, 5),
      meanwhile,
    }),
    async ({ meanwhile: wanted, ...rest }) => {
      // Where pages cannot overlap, a removal that a touched order makes up for within three calls goes unseen.
      const isBlind = rest.listing.sort === 'changed_last' && (rest.mapping === 'pages' || rest.listing.page_cap === 1)
      const wished = { ...rest, meanwhile: isBlind ? wanted.filter((step) => !('remove' in step)) : wanted }
      const shop = openShop({ ...wished, listing: { ...wished.listing, counts: wished.mapping } })
      const { met, unreadable, failure } = await readAll(shop)
      const isWhole = failure === null
      if (isWhole) whole += 1
      else failed += 1
      // A list that stands still is always read to its end, and a failure has a sentence.
      expect(isWhole || (wished.meanwhile.length > 0 && /[а-яіїєґ]{3}/.test(failure.detail))).toBe(true)
      const untouched = shop.orders
        .all()
        .filter(({ updated_at }) => Date.parse(String(updated_at)) <= begun)
        .map((order) => String(order.id))
      const lost = untouched.filter((one) => !met.has(one) && !unreadable.has(one))
      expect(isWhole ? lost : []).toEqual([])
    },
  )
  await fc.assert(property, { numRuns: howOften({ usually: 800, long: 10_000 }), verbose: 1 })
  // The property would hold of a reader that always gives up, too.
  expect(failed / (whole + failed)).toBeLessThan(0.05)
})
