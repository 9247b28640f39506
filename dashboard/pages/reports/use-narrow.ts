import { useSyncExternalStore } from 'react'

/** Where a table of fourteen columns would be read through a keyhole. Paper is never narrow. */
const narrow = matchMedia('screen and (max-width: 48em)')

const watch = (onChange: () => void): (() => void) => {
  narrow.addEventListener('change', onChange)
  return () => narrow.removeEventListener('change', onChange)
}

export const useNarrow = (): boolean => useSyncExternalStore(watch, () => narrow.matches)
