import { useSyncExternalStore } from 'react'
import { keep, recall } from './browser-memory.ts'

/** `auto`: as the system has it, also when that changes. */
export type ColorScheme = 'light' | 'dark' | 'auto'

/** public/color-scheme.js reads it too, before the first paint. */
const key = 'kasyr-color-scheme'
const listeners = new Set<() => void>()
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

function read(): ColorScheme {
  const kept = recall(key)
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}

let chosen = read()

function show(): void {
  const isDark = chosen === 'dark' || (chosen === 'auto' && systemIsDark.matches)
  document.documentElement.dataset['colorScheme'] = isDark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}

export function setColorScheme(next: ColorScheme): void {
  chosen = next
  // Without storage it holds until the page is left.
  keep(key, next)
  show()
}

systemIsDark.addEventListener('change', show)
addEventListener('storage', (event) => {
  if (event.key !== key) return
  chosen = read()
  show()
})

export const useColorScheme = (): ColorScheme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => chosen,
  )
