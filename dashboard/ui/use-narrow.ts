import { useSyncExternalStore } from 'react'

/** Paper is never narrow. */
const narrowerThan = (width: string) => {
  const screen = matchMedia(`screen and (max-width: ${width})`)
  return {
    watch: (onChange: () => void) => {
      screen.addEventListener('change', onChange)
      return () => screen.removeEventListener('change', onChange)
    },
    isNow: () => screen.matches,
  }
}

const screens = {
  /** For the many columns of a page. */
  page: narrowerThan('68em'),
  /** For any columns. */
  inner: narrowerThan('48em'),
}

/** Whether the screen is too narrow for a table of a page, or for one inside of a dialog or a card. */
export function useNarrow(place: keyof typeof screens): boolean {
  const { watch, isNow } = screens[place]
  return useSyncExternalStore(watch, isNow)
}
