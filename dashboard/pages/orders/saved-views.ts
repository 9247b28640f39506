import { useSyncExternalStore } from 'react'
import { readSearch, type OrdersSearch } from '../../order-view.ts'

/** A list somebody looks at every day, under a name of their own. It is theirs alone and stays in this browser. */
export interface SavedView {
  name: string
  search: OrdersSearch
}

const keyOf = (userId: string): string => `kasyr-views-${userId}`
const listeners = new Set<() => void>()
const read = new Map<string, { text: string; views: readonly SavedView[] }>()

/** What lies in the storage may have been written by another version, or by hand: only what is understood is taken. */
function toViews(text: string): SavedView[] {
  try {
    const kept: unknown = JSON.parse(text)
    return Array.isArray(kept) ? kept.flatMap(toView) : []
  } catch {
    return []
  }
}

function toView(kept: unknown): SavedView[] {
  if (typeof kept !== 'object' || kept === null || !('name' in kept) || !('search' in kept)) return []
  const { name, search } = kept
  if (typeof name !== 'string' || typeof search !== 'object' || search === null) return []
  return [{ name, search: readSearch({ ...search }) }]
}

/** The same array for the same text, as a store must give it. */
function viewsOf(userId: string): readonly SavedView[] {
  const text = storedText(userId)
  const known = read.get(userId)
  if (known?.text === text) return known.views
  const views = toViews(text)
  read.set(userId, { text, views })
  return views
}

function storedText(userId: string): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? '[]'
  } catch {
    return read.get(userId)?.text ?? '[]'
  }
}

function keep(userId: string, views: readonly SavedView[]): void {
  const text = JSON.stringify(views)
  try {
    localStorage.setItem(keyOf(userId), text)
  } catch {
    // Without storage they hold until the page is left.
    read.set(userId, { text, views })
  }
  for (const listener of listeners) listener()
}

export const useSavedViews = (userId: string): readonly SavedView[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
    () => viewsOf(userId),
  )

/** A name that is there already gets the new address. */
export function saveView(userId: string, view: SavedView): void {
  keep(userId, [...viewsOf(userId).filter(({ name }) => name !== view.name), view])
}

export function forgetView(userId: string, name: string): void {
  keep(
    userId,
    viewsOf(userId).filter((view) => view.name !== name),
  )
}
