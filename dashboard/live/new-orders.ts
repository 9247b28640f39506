import { useSyncExternalStore } from 'react'

/**
 * Orders that belong to the list on screen and are not in it yet. They wait behind a button, because a row must not
 * jump away under the pointer. Emptied by itself when the list is loaded anew or another one is shown.
 */
let waiting: readonly string[] = []
const listeners = new Set<() => void>()

export function putNewOrders(ids: readonly string[]): void {
  if (ids.length === waiting.length && ids.every((id, place) => waiting[place] === id)) return
  waiting = ids
  for (const listener of listeners) listener()
}

export const clearNewOrders = (): void => putNewOrders([])

export const useNewOrders = (): readonly string[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
  )
