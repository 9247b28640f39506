import { z } from 'zod'

/** An order as the CRM keeps it. Only the id is looked at: whatever else a test puts here is sent as it is, also nonsense. */
export const CrmOrder = z.looseObject({ id: z.union([z.string(), z.number()]) })
export type CrmOrder = z.infer<typeof CrmOrder>

/** The CRM's own table of orders. */
export const createOrders = (now: () => number) => {
  let orders = new Map<string, CrmOrder>()
  let inOrder: { order: CrmOrder; changed: number }[] | null = null

  const changedAt = ({ updated_at }: CrmOrder): number =>
    typeof updated_at === 'string' || typeof updated_at === 'number' ? new Date(updated_at).getTime() : Number.NaN

  /** By time of change, then as put; an order with no readable time is always among the changed ones, last. */
  const listed = () =>
    (inOrder ??= [...orders.values()]
      .map((order) => ({ order, changed: changedAt(order) }))
      .map(({ order, changed }) => ({ order, changed: Number.isNaN(changed) ? Number.POSITIVE_INFINITY : changed }))
      .sort((left, right) => (left.changed === right.changed ? 0 : left.changed - right.changed)))

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
    page: ({ updated_from, limit, offset }: { updated_from: string | null; limit: number; offset: number }) => {
      const from = updated_from === null ? Number.NEGATIVE_INFINITY : new Date(updated_from).getTime()
      const found = listed().filter(({ changed }) => changed >= from)
      return { orders: found.slice(offset, offset + limit).map(({ order }) => order), total: found.length }
    },
  }
}

export type Orders = ReturnType<typeof createOrders>
