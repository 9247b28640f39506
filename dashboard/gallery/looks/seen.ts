/** All that can be reached: while a dialog is open, nothing below it. */
export const reachable = (): Element => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body

/** Neither there for screen readers alone, nor laid out without being drawn. */
export function isSeen(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
  for (let one: Element | null = element; one !== null; one = one.parentElement)
    if (getComputedStyle(one).clipPath === 'inset(50%)') return false
  return true
}

export const listControls = (selector: string): HTMLElement[] =>
  [...reachable().querySelectorAll<HTMLElement>(selector)].filter((one) => {
    const { width, height } = one.getBoundingClientRect()
    return width > 0 && height > 0 && isSeen(one) && !one.matches(':disabled')
  })

/** For the message of a test that fails. */
export function nameOf(element: Element): string {
  const words = (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim()
  return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} «${words.slice(0, 60)}»`
}
