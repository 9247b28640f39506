import { createStore, useSelector } from '@tanstack/react-store'
import type { Order } from '#/contract/orders.ts'

/**
 * Every order this tab knows, by its id. Lists, single orders and answers to changes are all put here, and the
 * newer revision wins: in which order the answers arrive does not matter. Lists hold ids only.
 */
const orders = createStore<ReadonlyMap<string, Order>>(new Map<string, Order>())

/** Orders that were hidden, with the revision in which they were; in a newer one the order is there again. */
const hidden = createStore<ReadonlyMap<string, number>>(new Map<string, number>())

/** The server has the order in this revision at least; `andMore`: in a newer one than this tab, whichever it is. */
export interface Announced {
  revision: number
  andMore: boolean
}
const announced = new Map<string, Announced>()

export function putOrders(brought: readonly Order[]): void {
  const newer = brought.filter(({ id, revision }) => revision > (knownOrder(id)?.revision ?? -1))
  if (newer.length === 0) return
  orders.setState((known) => new Map([...known, ...newer.map((order) => [order.id, order] as const)]))
  if (hidden.get().size > 0)
    hidden.setState((before) => new Map([...before].filter(([id, revision]) => revision >= revisionOf(id))))
}

export const knownOrder = (id: string): Order | undefined => orders.get().get(id)

const revisionOf = (id: string): number => knownOrder(id)?.revision ?? -1

/** `revision` null: it has changed, and nothing says how far. */
export const announceRevision = (id: string, revision: number | null): void =>
  announce(id, { revision: revision ?? -1, andMore: revision === null })

/** Of two announcements neither takes away from the other. */
export function announce(id: string, { revision, andMore }: Announced): void {
  const before = announced.get(id) ?? { revision: -1, andMore: false }
  announced.set(id, {
    revision: Math.max(before.revision, revision),
    andMore: before.andMore || andMore,
  })
}

/** Known here in an older revision than the server has, each with what is certain of the server's. */
export const staleOrders = (): Map<string, Announced> =>
  new Map(
    [...announced].flatMap(([id, { revision, andMore }]) => {
      const known = knownOrder(id)
      const isStale = known !== undefined && (andMore || revision > known.revision)
      return isStale ? [[id, { revision: Math.max(revision, known.revision), andMore }] as const] : []
    }),
  )

/** These orders are being loaded: a change from now on is announced again. */
export function settleOrders(ids: Iterable<string>): void {
  for (const id of ids) announced.delete(id)
}

/** The server does not give them out any more: in these revisions at least. What is known in a newer one is there again. */
export function hideOrders(gone: ReadonlyMap<string, number>): void {
  const still = [...gone].filter(([id, revision]) => revision >= revisionOf(id))
  if (still.length > 0) hidden.setState((before) => new Map([...before, ...still]))
}

export const isHidden = (id: string): boolean => hidden.get().has(id)

export function forgetOrders(): void {
  announced.clear()
  orders.setState(() => new Map())
  hidden.setState(() => new Map())
}

/** What is given back ends it. */
export const onOrdersPut = (listener: () => void): (() => void) => orders.subscribe(listener).unsubscribe

export const useOrders = (): ReadonlyMap<string, Order> => useSelector(orders)
export const useHidden = (): ReadonlyMap<string, number> => useSelector(hidden)
export const useKnownOrder = (id: string): Order | undefined => useSelector(orders, (known) => known.get(id))
