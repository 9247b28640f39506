import { useEffect, type RefObject } from 'react'

/** Whatever gets the focus below this element is brought out from under it (WCAG 2.4.11). */
export function useClearOfFocus(cover: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const above = cover.current
      if (above === null || !(target instanceof HTMLElement) || above.contains(target)) return
      if (overlap(target.getBoundingClientRect(), above.getBoundingClientRect()))
        target.scrollIntoView({ block: 'center' })
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [cover])
}

const overlap = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
