import type { Order } from '#/contract/orders.ts'

/** What people have said, which the laws must respect as long as the facts are those it was said of. */
export interface Decisions {
  /** By order: what was to be paid, as the service said, when it was marked as needing no receipt. */
  not_needed: Map<string, number | null>
  /** By order: what the CRM said of its TTN when a person decided on the TTN. */
  ttn: Map<string, string | null>
  /** By document: the orders of its TTN when it was marked as not ours, by their ids in the CRM. */
  not_ours: Map<string, ReadonlySet<string>>
  /** By TTN: what the person saw of the order at each confirmation; null: a program confirmed without a version. */
  confirmed: Map<string, (string | null)[]>
  /** By order: TTNs whose sale was shown as one without a receipt, which must not be forgotten with them. */
  uncovered: Map<string, ReadonlySet<string>>
}

export const noDecisions = (): Decisions => ({
  not_needed: new Map(),
  ttn: new Map(),
  not_ours: new Map(),
  confirmed: new Map(),
  uncovered: new Map(),
})

export const copyOf = ({ not_needed, ttn, not_ours, confirmed, uncovered }: Decisions): Decisions => ({
  not_needed: new Map(not_needed),
  ttn: new Map(ttn),
  not_ours: new Map(not_ours),
  confirmed: new Map([...confirmed].map(([key, all]) => [key, [...all]])),
  uncovered: new Map(uncovered),
})

/** The goods and the sum, as a confirmation shows them and the body of a receipt has them. */
export const contentOf = ({ goods, total }: Pick<Order, 'goods' | 'total'>): string =>
  JSON.stringify([goods.map(({ name, price, quantity }) => [name, price, quantity]), total])
