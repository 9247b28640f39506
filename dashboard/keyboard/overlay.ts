import { useSyncExternalStore } from 'react'
import { heardScopes, type Scope } from './shortcuts.ts'

/** The help sheet or the command palette, with the keys that could be pressed where it was opened. */
export interface Overlay {
  kind: 'help' | 'palette'
  scopes: readonly Scope[]
}

let overlay: Overlay | null = null
const listeners = new Set<() => void>()

function become(next: Overlay | null): void {
  overlay = next
  for (const listener of listeners) listener()
}

/** One at a time; whatever is open stays. */
export const openOverlay = (kind: Overlay['kind']): void => {
  if (overlay === null) become({ kind, scopes: heardScopes() })
}

export const closeOverlay = (): void => become(null)

export const useOverlay = (): Overlay | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => overlay,
  )
