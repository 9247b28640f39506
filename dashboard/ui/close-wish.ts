/**
 * One press of Esc is one wish. Chromium hands it to several dialogs at once when nothing was pressed between their
 * appearances, as after «back» (HTML, «close watcher infrastructure»): the upper one has it, the others must not.
 */
let isFresh = false
let heardAt = -Infinity

/** A gesture of a phone comes without a key. */
const sameGestureMs = 250

document.addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape') isFresh = true
  },
  { capture: true },
)

export function takeWish(): boolean {
  const now = performance.now()
  const isNew = isFresh || now - heardAt > sameGestureMs
  isFresh = false
  heardAt = now
  return isNew
}
