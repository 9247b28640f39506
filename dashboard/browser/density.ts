import { useSyncExternalStore } from 'react'
import { keep, recall } from './browser-memory.ts'

/** How much air the rows of lists have, for this browser. Lists read it; the settings page and the list itself set it. */
export type Density = 'comfortable' | 'compact'

const key = 'kasyr-density'
const listeners = new Set<() => void>()

const read = (): Density => (recall(key) === 'compact' ? 'compact' : 'comfortable')

let density = read()

export function setDensity(next: Density): void {
  density = next
  // Without storage it holds until the page is left.
  keep(key, next)
  for (const listener of listeners) listener()
}

addEventListener('storage', (event) => {
  if (event.key !== key) return
  density = read()
  for (const listener of listeners) listener()
})

export const useDensity = (): Density =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => density,
  )
