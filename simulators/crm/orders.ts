import { z } from 'zod'

/** An order as the CRM keeps it. Only the id is looked at: whatever else a test puts here is sent as it is, also nonsense. */
export const CrmOrder = z.looseObject({ id: z.union([z.string(), z.number()]) })
export type CrmOrder = z.infer<typeof CrmOrder>

/** How the CRM lists its orders. What is left out is as in our default protocol. */
export const Listing = z.strictObject({
  /** Gives no more than so many at once, whatever was requested. */
  page_cap: z.int().min(1).nullable().default(null),
  tells_total: z.boolean().default(true),
  /** `pages`: reads `page`, from 1. `offset_as_page`: takes the offset for the number of a page. `none`: gives page 1 for ever. */
  counts: z.enum(['orders', 'pages', 'offset_as_page', 'none']).default('orders'),
  sort: z.enum(['changed', 'changed_last', 'id']).default('changed'),
})
export type Listing = z.infer<typeof Listing>

/** What a person at the CRM does while the list is being read, one after each page. */
export const Meanwhile = z.union([
  z.strictObject({ touch: z.array(z.union([z.string(), z.number()])) }),
  z.strictObject({ remove: z.array(z.union([z.string(), z.number()])) }),
  z.strictObject({ put: z.array(CrmOrder) }),
])
export type Meanwhile = z.infer<typeof Meanwhile>

interface Asked {
  updated_from: string | null
  limit: number
  offset: number
  page: number
}

/** The CRM's own table of orders. */
export const createOrders = (now: () => number) => {
  let orders = new Map<string, CrmOrder>()
  let inOrder: { order: CrmOrder; changed: number }[] | null = null
  let meanwhile: Meanwhile[] = []

  const changedAt = ({ updated_at }: CrmOrder): number =>
    typeof updated_at === 'string' || typeof updated_at === 'number' ? new Date(updated_at).getTime() : Number.NaN

  /** By time of change, then as put; an order with no readable time is always among the changed ones, last. */
  const listed = () =>
    (inOrder ??= [...orders.values()]
      .map((order) => ({ order, changed: changedAt(order) }))
      .map(({ order, changed }) => ({ order, changed: Number.isNaN(changed) ? Number.POSITIVE_INFINITY : changed }))
      .sort((left, right) => (left.changed === right.changed ? 0 : left.changed - right.changed)))

  const sorted = (sort: Listing['sort']) => {
    if (sort === 'changed') return listed()
    if (sort === 'changed_last') return listed().toReversed()
    return listed().toSorted((left, right) => Number(left.order.id) - Number(right.order.id))
  }

  const beginning = ({ counts }: Listing, { offset, page }: Asked, size: number): number =>
    ({ orders: offset, pages: (page - 1) * size, offset_as_page: offset * size, none: 0 })[counts]

  return {
    all: (): CrmOrder[] => listed().map(({ order }) => order),
    /** Adds, or changes the given fields of one that is there; the time of change is now unless given. */
    put: (changes: readonly CrmOrder[]) => {
      for (const change of changes) {
        const stamped = { updated_at: new Date(now()).toISOString(), ...change }
        orders.set(String(change.id), { ...orders.get(String(change.id)), ...stamped })
      }
      inOrder = null
      return changes.length
    },
    remove: (id: string) => {
      inOrder = null
      return orders.delete(id) ? 1 : 0
    },
    clear: () => {
      const count = orders.size
      orders = new Map()
      inOrder = null
      return count
    },
    /** Done one by one, each after a page has been given. */
    meanwhile: (steps: readonly Meanwhile[]) => {
      meanwhile = [...steps]
      return steps.length
    },
    page: (asked: Asked, listing: Listing) => {
      const from = asked.updated_from === null ? Number.NEGATIVE_INFINITY : new Date(asked.updated_from).getTime()
      const found = sorted(listing.sort).filter(({ changed }) => changed >= from)
      const size = Math.min(asked.limit, listing.page_cap ?? asked.limit)
      const begin = beginning(listing, asked, size)
      const page = found.slice(begin, begin + size).map(({ order }) => order)
      return { orders: page, ...(listing.tells_total && { total: found.length }) }
    },
    /** A page has been given: the next change happens. */
    goOn: () => {
      const [step, ...later] = meanwhile
      meanwhile = later
      if (step === undefined) return
      const stamp = { updated_at: new Date(now()).toISOString() }
      if ('put' in step) for (const order of step.put) orders.set(String(order.id), { ...stamp, ...order })
      if ('remove' in step) for (const id of step.remove) orders.delete(String(id))
      const touched = 'touch' in step ? step.touch.flatMap((id) => orders.get(String(id)) ?? []) : []
      for (const order of touched) orders.set(String(order.id), { ...order, ...stamp })
      inOrder = null
    },
  }
}

export type Orders = ReturnType<typeof createOrders>
