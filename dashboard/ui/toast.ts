import { useSyncExternalStore } from 'react'

/** Short results of what the person has just done, read out politely. Good ones go away by themselves, failures when they are closed. */
export interface Toast {
  id: number
  tone: 'good' | 'warn' | 'danger'
  text: string
  action: ToastAction | null
}

/** What can still be done about it, for as long as the toast is there. */
export interface ToastAction {
  label: string
  run: () => void
}

let shown: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

export function toast(text: string, tone: Toast['tone'] = 'good', action: ToastAction | null = null): void {
  lastId += 1
  show(withoutOldest([...shown, { id: lastId, tone, text, action }]))
}

const most = 3

/** More would hide the page. A good result makes room first; the same failure reported again is shown once. */
function withoutOldest(all: readonly Toast[]): readonly Toast[] {
  const newest = all.at(-1)
  const others = all.filter((one) => one === newest || one.tone === 'good' || one.text !== newest?.text)
  if (others.length <= most) return others
  const oldest = others.find(({ tone }) => tone === 'good') ?? others[0]
  return others.filter((one) => one !== oldest)
}

export const dismissToast = (id: number): void => show(shown.filter((one) => one.id !== id))

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
