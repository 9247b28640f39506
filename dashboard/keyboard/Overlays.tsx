import { lazy, Suspense, useEffect } from 'react'
import { closeOverlay, openOverlay, useOverlay } from './overlay.ts'
import { useShortcuts } from './shortcuts.ts'

// Nobody needs them to see the orders, so they are loaded when they are wanted.
const HelpSheet = lazy(() => import('./HelpSheet.tsx').then((module) => ({ default: module.HelpSheet })))
const CommandPalette = lazy(() => import('./CommandPalette.tsx').then((module) => ({ default: module.CommandPalette })))

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
  return (
    <Suspense>
      {overlay.kind === 'help' ? (
        <HelpSheet scopes={overlay.scopes} onClose={closeOverlay} />
      ) : (
        <CommandPalette scopes={overlay.scopes} onClose={closeOverlay} />
      )}
    </Suspense>
  )
}

/** With Ctrl it works in fields too, and is no single key that could be struck by chance; a dialog is finished first. */
function onCtrlK(event: KeyboardEvent): void {
  const isAsked = event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  if (!isAsked || event.isComposing || event.defaultPrevented) return
  event.preventDefault()
  if (document.querySelector('dialog[open]') === null) openOverlay('palette')
}
