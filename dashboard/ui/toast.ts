import { useSyncExternalStore } from 'react'

/** Short results of what the person has just done. They are read out politely and go away by themselves. */
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
  show([...shown, { id: lastId, tone, text, action }].slice(-3))
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
