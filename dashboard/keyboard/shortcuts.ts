import { useEffect, useRef, useSyncExternalStore } from 'react'
import { shortcutsAreOn } from './shortcuts-switch.ts'

/**
 * Keys by their place on the keyboard (`event.code`): on the Ukrainian layout the key «J» gives «о», so a shortcut by the
 * letter would be dead for everybody here.
 */
export interface Shortcut {
  /** `KeyC`, `Slash`, `Enter`, `Digit1`… */
  code: string
  shift?: boolean
  /** What it does, for the help sheet: «створити чек». */
  label: string
  run: () => void
}

interface Scope {
  title: string
  shortcuts: readonly Shortcut[]
  /** Whatever appeared before it is not heard while it is there. */
  holds?: boolean
}

/** The last one that appeared is asked first: a dialog stands over its page. */
let scopes: readonly { current: Scope }[] = []
const listeners = new Set<() => void>()

function become(next: typeof scopes): void {
  scopes = next
  for (const listener of listeners) listener()
}

/** Alive for as long as the component is. `title` is the heading in the help sheet. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const scope = useRef<Scope>({ title, shortcuts })
  useEffect(() => {
    scope.current = { title, shortcuts }
  })
  useEffect(() => {
    become([...scopes, scope])
    return () => become(scopes.filter((one) => one !== scope))
  }, [])
}

/** A dialog stands before the page: the keys of what is below it are not heard. Answers with what ends that. */
export function holdShortcuts(): () => void {
  const scope = { current: { title: '', shortcuts: [], holds: true } }
  become([...scopes, scope])
  return () => become(scopes.filter((one) => one !== scope))
}

/** For the help sheet. */
export function useScopes(): readonly Scope[] {
  const known = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => scopes,
  )
  return known.map(({ current }) => current).filter(({ holds }) => holds !== true)
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

/** A button or link that has the focus keeps its own Enter and Space. */
const hasOwnKey = (target: EventTarget | null, code: string): boolean =>
  target instanceof HTMLElement && (code === 'Enter' || code === 'Space') && target.matches('a, button, summary, input')

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
  if (isTyping(event.target) || hasOwnKey(event.target, event.code) || !shortcutsAreOn()) return
  for (const { current } of scopes.toReversed()) {
    if (current.holds === true) return
    const shortcut = current.shortcuts.find(
      ({ code, shift = false }) => code === event.code && shift === event.shiftKey,
    )
    if (shortcut === undefined) continue
    event.preventDefault()
    shortcut.run()
    return
  }
}

document.addEventListener('keydown', onKey)
