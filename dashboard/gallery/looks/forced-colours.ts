import { isSeen, listControls, nameOf, reachable } from './seen.ts'

/** What is left to tell things apart where the reader's own few colours replace all of ours. */

const sides = ['Top', 'Right', 'Bottom', 'Left'] as const
const isClear = (colour: string): boolean => /^rgba\(.*, 0\)$|^transparent$/.test(colour)

function backdropOf(element: Element | null): string {
  for (let one = element; one !== null; one = one.parentElement) {
    const { backgroundColor } = getComputedStyle(one)
    if (!isClear(backgroundColor)) return backgroundColor
  }
  return getComputedStyle(document.documentElement).backgroundColor
}

const isDrawn = (width: string, style: string, colour: string, backdrop: string): boolean =>
  Number.parseFloat(width) >= 1 && style !== 'none' && style !== 'hidden' && !isClear(colour) && colour !== backdrop

function hasOutline(element: Element): boolean {
  const { outlineWidth, outlineStyle, outlineColor } = getComputedStyle(element)
  return isDrawn(outlineWidth, outlineStyle, outlineColor, backdropOf(element.parentElement))
}

function countSides(element: Element): number {
  const style = getComputedStyle(element)
  const backdrop = backdropOf(element.parentElement)
  return sides.filter((side) =>
    isDrawn(style[`border${side}Width`], style[`border${side}Style`], style[`border${side}Color`], backdrop),
  ).length
}

const hasEdge = (element: Element): boolean => countSides(element) > 0 || hasOutline(element)

const isNativeBox = (element: Element): boolean =>
  element.matches('input:is([type=checkbox], [type=radio])') && getComputedStyle(element).appearance !== 'none'

/** A field and the buttons in it may share one edge all around; a line under the page's head is none. */
function isInEdge(element: Element): boolean {
  const { height } = element.getBoundingClientRect()
  for (let one = element.parentElement, steps = 0; one !== null && steps < 3; one = one.parentElement, steps += 1)
    if (one.getBoundingClientRect().height <= height + 24 && countSides(one) === sides.length) return true
  return false
}

/** As a link in a sentence; or the words in it are. */
const isUnderlined = (element: Element): boolean =>
  [element, ...element.children].some((one) => getComputedStyle(one).textDecorationLine.includes('underline'))

/** The days of a calendar are cells of a table, known by their place. */
const withoutEdge = (): string[] =>
  listControls('button:not([role=grid] *), input, select, textarea')
    .filter((one) => !isNativeBox(one) && !hasEdge(one) && !isInEdge(one) && !isUnderlined(one))
    .map((one) => `no edge: ${nameOf(one)}`)

/** All that a style can still change where colours are forced. */
function looksOf(element: Element): string {
  const style = getComputedStyle(element)
  const edges = sides.map((side) => [
    style[`border${side}Width`],
    style[`border${side}Style`],
    style[`border${side}Color`],
  ])
  const { backgroundColor, textDecorationLine, fontWeight } = style
  const marks = element.querySelectorAll('svg, :checked').length
  return JSON.stringify([
    edges,
    hasOutline(element) && style.outline,
    backgroundColor,
    textDecorationLine,
    fontWeight,
    marks,
  ])
}

/** A cell is drawn by what is in it. */
const looksWithin = (element: Element): string =>
  looksOf(element) + (element.firstElementChild ? looksOf(element.firstElementChild) : '')

/** One of every kind is enough: what looks the same is drawn by the same rule. */
function withoutFocus(): string[] {
  const kinds = new Map<string, HTMLElement>()
  for (const one of listControls('a[href], button, input, select, textarea, summary, [tabindex="0"]'))
    kinds.set(`${one.tagName} ${one.getAttribute('class') ?? ''} ${one.getAttribute('type') ?? ''}`, one)
  const around = (one: HTMLElement): string =>
    [one, one.parentElement, one.parentElement?.parentElement, one.closest('label')]
      .map((near) => near && looksOf(near))
      .join()
  const before = document.activeElement
  const found: string[] = []
  for (const one of kinds.values()) {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const unfocused = around(one)
    one.focus()
    if (around(one) === unfocused) found.push(`no sign of the focus: ${nameOf(one)}`)
  }
  if (before instanceof HTMLElement) before.focus()
  return found
}

const chosen = [
  '[aria-current]:not([aria-current=false])',
  '[aria-selected=true]',
  '[aria-pressed=true]',
  '[data-current]',
]
const marked = [...chosen, '[data-selected]', 'label:has(> input:checked)'].join(', ')

/** One of its kind that is not chosen. */
function unchosenLike(one: Element): Element | undefined {
  const [first = ''] = (one.getAttribute('class') ?? '').split(' ')
  const kind = one.tagName.toLowerCase() + (first === '' ? '' : `.${CSS.escape(first)}`)
  return [...document.querySelectorAll(kind)].find((like) => !like.matches(marked) && isSeen(like))
}

/** What is chosen, and shows it in our own colours. */
const listChosen = (): Element[] =>
  [...reachable().querySelectorAll(marked)].filter((one) => {
    const other = isSeen(one) && unchosenLike(one)
    if (!other) return false
    return getComputedStyle(one).color !== getComputedStyle(other).color || looksWithin(one) !== looksWithin(other)
  })

function withoutChoice(): string[] {
  return told.flatMap((one) => {
    const other = one.isConnected && isSeen(one) && unchosenLike(one)
    if (!other || looksWithin(one) !== looksWithin(other)) return []
    return [`chosen or not, it looks the same: ${nameOf(one)}`]
  })
}

let told: Element[] = []
let coloured: Element[] = []

/** Before colours are forced: what is chosen, and what is drawn by its colour and nothing else, as dots and bars are. */
export function noteColoured(): void {
  told = listChosen()
  coloured = [...reachable().querySelectorAll('*')].filter((one) => {
    const { width, height } = one.getBoundingClientRect()
    if (one.childNodes.length > 0 || width === 0 || height === 0 || one.closest('[aria-hidden=true], svg')) return false
    if (one.matches('input, select, textarea, img') || !isSeen(one)) return false
    const { backgroundColor } = getComputedStyle(one)
    return !isClear(backgroundColor) && backgroundColor !== backdropOf(one.parentElement)
  })
}

const vanished = (): string[] =>
  coloured
    .filter((one) => one.isConnected && isSeen(one) && !hasEdge(one))
    .filter((one) =>
      [backdropOf(one.parentElement), 'rgba(0, 0, 0, 0)'].includes(getComputedStyle(one).backgroundColor),
    )
    .map((one) => `gone with its colour: ${nameOf(one)}`)

/** One line a fault. */
export const lostWithColours = (): string[] => [
  ...new Set([...withoutEdge(), ...withoutFocus(), ...withoutChoice(), ...vanished()]),
]
