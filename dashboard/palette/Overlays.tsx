import { useEffect } from 'react'
import { closeOverlay, openOverlay, useOverlay } from '../keyboard/overlay.ts'
import { useShortcuts } from '../keyboard/shortcuts.ts'
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx'

// The orders do not need them, so they are loaded when they are opened.
const HelpSheet = lazyWithRetry(async () => (await import('./HelpSheet.tsx')).HelpSheet, { place: 'over' })
const CommandPalette = lazyWithRetry(async () => (await import('./CommandPalette.tsx')).CommandPalette, {
  place: 'over',
})

/** The help sheet on «?» and the command palette on Ctrl+K. */
export function Overlays() {
  const overlay = useOverlay()
  useShortcuts(
    'Скрізь',
    [{ code: 'Slash', shift: true, sign: '?', label: 'показати ці клавіші', run: () => openOverlay('help') }],
    'everywhere',
  )

  useEffect(() => {
    document.addEventListener('keydown', onCtrlK)
    return () => {
      document.removeEventListener('keydown', onCtrlK)
      closeOverlay()
    }
  }, [])

  if (overlay === null) return null
  return overlay.kind === 'help' ? (
    <HelpSheet scopes={overlay.scopes} onClose={closeOverlay} />
  ) : (
    <CommandPalette scopes={overlay.scopes} onClose={closeOverlay} />
  )
}

/** With Ctrl it works in fields too, and is no single key that could be struck by chance; a dialog is finished first. */
function onCtrlK(event: KeyboardEvent): void {
  const isAsked = event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  if (!isAsked || event.isComposing || event.defaultPrevented) return
  event.preventDefault()
  if (document.querySelector('dialog[open]') === null) openOverlay('palette')
}
