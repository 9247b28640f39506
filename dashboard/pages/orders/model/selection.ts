import type { Order } from '#/contract/orders.ts'

type Counted = Pick<Order, 'id' | 'total'>

/**
 * Orders chosen to be acted on together. Of one that was chosen by a filter and has never been on screen the sum is not
 * known by itself (null): `unseen` is what all of those come to.
 */
export interface Selection {
  totals: ReadonlyMap<string, number | null>
  unseen: number
}

export const noSelection: Selection = { totals: new Map(), unseen: 0 }

export function choose(selection: Selection, orders: readonly Counted[], chosen: boolean): Selection {
  const totals = new Map(selection.totals)
  let { unseen } = selection
  for (const { id, total } of orders) {
    if (chosen) {
      if (!totals.has(id)) totals.set(id, total)
      continue
    }
    if (totals.get(id) === null) unseen -= total
    totals.delete(id)
  }
  return { totals, unseen }
}

/** Everything a filter has; `seen` are the orders on screen. */
export function chooseByFilter(found: { ids: readonly string[]; total: number }, seen: readonly Counted[]): Selection {
  const known = new Map(seen.map(({ id, total }) => [id, total]))
  const totals = new Map(found.ids.map((id) => [id, known.get(id) ?? null]))
  const ofSeen = [...totals.values()].reduce<number>((sum, total) => sum + (total ?? 0), 0)
  return { totals, unseen: found.total - ofSeen }
}

/** The sum as it is now: an order on screen may have been changed since it was chosen. */
export function sumOf({ totals, unseen }: Selection, totalNow: (id: string) => number | undefined): number {
  let sum = unseen
  for (const [id, total] of totals) if (total !== null) sum += totalNow(id) ?? total
  return sum
}

/** From one row to another, in whichever direction. */
export function between<Row extends { id: string }>(rows: readonly Row[], one: string, other: string): Row[] {
  const places = [one, other].map((id) => rows.findIndex((row) => row.id === id)).toSorted((a, b) => a - b)
  const [first = -1, last = -1] = places
  return first === -1 ? rows.filter(({ id }) => id === other) : rows.slice(first, last + 1)
}
