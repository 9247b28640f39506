import { useSyncExternalStore } from 'react'

/**
 * Bulks this person has started and not put away, in this browser: they survive a reload and are seen in every tab. Under
 * the person's id, because a computer may be shared.
 */
const keyOf = (userId: string): string => `kasyr-batches:${userId}`
const listeners = new Set<() => void>()

function read(userId: string): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? ''
  } catch {
    return ''
  }
}

function write(userId: string, ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(keyOf(userId))
    else localStorage.setItem(keyOf(userId), ids.join(' '))
  } catch {
    // Without storage the dock is empty; the report stays at its address.
  }
  for (const listener of listeners) listener()
}

const toIds = (kept: string): string[] => kept.split(' ').filter((id) => id !== '')

export const keepBatch = (userId: string, id: string): void =>
  write(userId, [...toIds(read(userId)).filter((one) => one !== id), id])

export const dismissBatch = (userId: string, id: string): void =>
  write(
    userId,
    toIds(read(userId)).filter((one) => one !== id),
  )

function listen(listener: () => void): () => void {
  listeners.add(listener)
  // Told by the browser when another tab has changed it.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const useOwnBatches = (userId: string): string[] => toIds(useSyncExternalStore(listen, () => read(userId)))
