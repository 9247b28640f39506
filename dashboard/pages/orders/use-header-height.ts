import { useEffect, type RefObject } from 'react'

/** Gives the page the height of the shell's header: below it the head of the table sticks. It grows when it wraps. */
export function useHeaderHeight(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const header = document.querySelector('body header')
    if (header === null) return
    const observer = new ResizeObserver(() => {
      page.current?.style.setProperty('--sticky-top', `${header.getBoundingClientRect().height}px`)
    })
    observer.observe(header)
    return () => observer.disconnect()
  }, [page])
}
