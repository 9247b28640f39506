import { useSyncExternalStore } from 'react'

/**
 * Bulks this person has started and not put away, in this browser: they survive a reload and are seen in every tab. Under
 * the person's id, because a computer may be shared.
 */
const keyOf = (userId: string): string => `kasyr-batches:${userId}`
const listeners = new Set<() => void>()

/** Stands after the id of a bulk whose result was shown. */
const toldMark = '*'

function read(userId: string): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? ''
  } catch {
    return ''
  }
}

function write(userId: string, words: readonly string[]): void {
  try {
    if (words.length === 0) localStorage.removeItem(keyOf(userId))
    else localStorage.setItem(keyOf(userId), words.join(' '))
  } catch {
    // Without storage the dock is empty; the report stays at its address.
  }
  for (const listener of listeners) listener()
}

const toWords = (kept: string): string[] => kept.split(' ').filter((word) => word !== '')
const toId = (word: string): string => (word.endsWith(toldMark) ? word.slice(0, -toldMark.length) : word)

export const keepBatch = (userId: string, id: string): void =>
  write(userId, [...toWords(read(userId)).filter((word) => toId(word) !== id), id])

export const dismissBatch = (userId: string, id: string): void =>
  write(
    userId,
    toWords(read(userId)).filter((word) => toId(word) !== id),
  )

/** True for the first call, in whichever tab: the result of a bulk is shown once. */
export function takeTelling(userId: string, id: string): boolean {
  const words = toWords(read(userId))
  if (!words.includes(id)) return false
  write(
    userId,
    words.map((word) => (word === id ? `${id}${toldMark}` : word)),
  )
  return true
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  // The browser fires it when another tab has changed it.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const useOwnBatches = (userId: string): string[] =>
  toWords(useSyncExternalStore(listen, () => read(userId))).map(toId)
