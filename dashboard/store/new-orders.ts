import { createStore, useSelector } from '@tanstack/react-store'
import type { QueryClient } from '@tanstack/react-query'
import { idsIn, type Pages } from './list-pages.ts'
import { listsKey } from './order-queries.ts'

/**
 * Orders that belong to the list on screen and are not in it yet. They wait behind a button, because a row must not
 * jump away under the pointer.
 */
const waiting = createStore<readonly string[]>([])

export function putNewOrders(ids: readonly string[]): void {
  waiting.setState((before) => (isSame(before, ids) ? before : ids))
}

export const clearNewOrders = (): void => putNewOrders([])

export const newOrders = (): readonly string[] => waiting.get()

export const useNewOrders = (): readonly string[] => useSelector(waiting)

/** From now on an order waits no more once the list has it, or another list is on screen. */
export function forgetShownOrders(queries: QueryClient): void {
  let shown = ''
  queries.getQueryCache().subscribe((event) => {
    if (event.query.queryKey[0] !== listsKey[0] || event.query.queryKey[1] !== listsKey[1]) return
    if (event.type === 'observerAdded') {
      if (event.query.queryHash !== shown) clearNewOrders()
      shown = event.query.queryHash
    } else if (event.type === 'updated' && event.action.type === 'success' && event.action.manual !== true) {
      // The next page of a list does not have them.
      const loaded = new Set(idsIn(queries.getQueryData<Pages>(event.query.queryKey) ?? { pages: [], pageParams: [] }))
      putNewOrders(newOrders().filter((id) => !loaded.has(id)))
    }
  })
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, place) => other[place] === id)
