import { useSyncExternalStore } from 'react'

/**
 * - `live`: the stream is open; what is on screen is at most a second old.
 * - `polling`: the stream is broken, the server answers: asked every 15 seconds.
 * - `offline`: the server does not answer. `since`: the last moment everything was known to be fresh.
 */
export interface LiveState {
  phase: 'connecting' | 'live' | 'polling' | 'offline'
  since: string | null
}

let state: LiveState = { phase: 'connecting', since: null }
const listeners = new Set<() => void>()

export const liveState = (): LiveState => state

export function becomeLive(next: LiveState): void {
  state = next
  for (const listener of listeners) listener()
}

export const useLiveState = (): LiveState =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, liveState)
