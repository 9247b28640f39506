import { useEffect, useRef } from 'react'
import { topLayer } from '../ui/layers.ts'
import { shortcutsAreOn } from './shortcuts-switch.ts'

/**
 * Keys by their place on the keyboard (`event.code`): on the Ukrainian layout the key «J» gives «о», so a shortcut by the
 * letter would be dead for everybody here.
 */
export interface Shortcut {
  /** `KeyC`, `Slash`, `Enter`, `Digit1`… */
  code: string
  shift?: boolean
  /** A sign that is meant wherever the layout has it: «?» is on another key of the Ukrainian one. */
  sign?: string
  /** What it does, for the help sheet: «створити чек». */
  label: string
  run: () => void
}

export interface Scope {
  title: string
  shortcuts: readonly Shortcut[]
  /** The dialog it appeared in; its keys are not heard while a later one stands over that. */
  layer: number
  everywhere?: boolean
}

/** The last one that appeared is asked first: a dialog stands over its page. */
let scopes: readonly { current: Scope }[] = []

/**
 * - `top`: over whatever is there already, as a dialog does.
 * - `page`: below every dialog, also one that a link has opened together with the page.
 * - `everywhere`: heard over any dialog as well.
 */
type Place = 'top' | 'page' | 'everywhere'

/** Alive for as long as the component is. `title` is the heading in the help sheet. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[], place: Place = 'top'): void {
  const scope = useRef<Scope>({ title, shortcuts, layer: 0 })
  useEffect(() => {
    scope.current = { ...scope.current, title, shortcuts, everywhere: place === 'everywhere' }
  })
  useEffect(() => {
    scope.current = { ...scope.current, layer: place === 'top' ? topLayer() : 0 }
    scopes = place === 'top' ? [...scopes, scope] : [scope, ...scopes]
    return () => {
      scopes = scopes.filter((one) => one !== scope)
    }
  }, [place])
}

/** What can be pressed now, the nearest first. */
export function heardScopes(): readonly Scope[] {
  return scopes
    .map(({ current }) => current)
    .filter(({ everywhere, layer }) => layer >= topLayer() || everywhere)
    .toReversed()
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

/** A button or link that has the focus keeps its own Enter and Space. */
const hasOwnKey = (target: EventTarget | null, code: string): boolean =>
  target instanceof HTMLElement && (code === 'Enter' || code === 'Space') && target.matches('a, button, summary, input')

const isMeant = ({ code, shift = false, sign }: Shortcut, event: KeyboardEvent): boolean =>
  (code === event.code && shift === event.shiftKey) || (sign !== undefined && sign === event.key)

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
  if (isTyping(event.target) || hasOwnKey(event.target, event.code) || !shortcutsAreOn()) return
  // What has opened over the page closes by its own Esc, and is not the place to set off something below it.
  if (document.querySelector(':popover-open') !== null) return
  for (const { shortcuts } of heardScopes()) {
    const shortcut = shortcuts.find((one) => isMeant(one, event))
    if (shortcut === undefined) continue
    event.preventDefault()
    shortcut.run()
    return
  }
}

document.addEventListener('keydown', onKey)
