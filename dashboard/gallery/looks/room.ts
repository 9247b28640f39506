import { isSeen, listControls, nameOf, reachable } from './seen.ts'

/** What stays in its place may take the other half. */
const leastRoom = 0.5

/** What opened over the page and can be closed, and messages, which go by themselves. */
const passing = '[popover], [aria-live]'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

interface Line {
  text: string
  owner: Element
  rect: DOMRect
}

function linesOfText(): Line[] {
  const walker = document.createTreeWalker(reachable(), NodeFilter.SHOW_TEXT)
  const lines: Line[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.textContent ?? '').replace(/\s+/g, ' ').trim()
    const owner = node.parentElement
    if (text === '' || owner === null || owner.closest('script, style, option, svg') || !isSeen(owner)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) if (rect.width > 1) lines.push({ text, owner, rect })
  }
  return lines
}

/** What is left of an element's surroundings to be drawn in. `cut`: only by what cannot be scrolled. */
function windowOf(element: Element, by: 'cut' | 'all'): Box {
  const box = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
  let escapes = ''
  const scrolled = { x: false, y: false }
  const clips = (overflow: string, axis: 'x' | 'y'): boolean => {
    const canScroll = overflow === 'auto' || overflow === 'scroll'
    const isClip = overflow !== 'visible' && (by === 'all' || (!canScroll && !scrolled[axis]))
    scrolled[axis] ||= canScroll
    return isClip
  }
  for (let one = element; escapes !== 'fixed';) {
    const { overflowX, overflowY, position } = getComputedStyle(one)
    // What is placed by an ancestor is not cut by those between.
    if (one === element || escapes !== 'absolute' || position !== 'static') {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      if (clips(overflowX, 'x'))
        Object.assign(box, { left: Math.max(box.left, left), right: Math.min(box.right, right) })
      if (clips(overflowY, 'y'))
        Object.assign(box, { top: Math.max(box.top, top), bottom: Math.min(box.bottom, bottom) })
      escapes = position
    }
    if (one.parentElement === null || one.parentElement === document.documentElement || one.matches('dialog:modal'))
      break
    one = one.parentElement
  }
  if (!scrolled.x || by === 'all') {
    box.left = Math.max(box.left, 0)
    box.right = Math.min(box.right, innerWidth)
  }
  return box
}

/** Text of which a part is not drawn, and that nothing gives in full to those who ask. */
function cutText(): string[] {
  const found = linesOfText().filter(({ text, owner, rect }) => {
    const { left, right, top, bottom } = windowOf(owner, 'cut')
    // A line is as high as its font says, more than any letter is.
    const slack = rect.height / 4
    const isWhole =
      rect.left >= left - 1 && rect.right <= right + 1 && rect.top >= top - slack && rect.bottom <= bottom + slack
    return !isWhole && !isToldInFull(owner, text)
  })
  return found.map(({ text, owner }) => `cut: ${nameOf(owner)}: ${text}`)
}

/** By its title, or its cell's; a moment by its date. */
function isToldInFull(owner: Element, text: string): boolean {
  const titles = [owner.closest('[title]'), owner.closest('td[title]')].map((one) => one?.getAttribute('title') ?? '')
  const words = text.replace(/^· /, '')
  return owner.closest('time[title]') !== null || titles.some((title) => title.replace(/\s+/g, ' ').includes(words))
}

/** What stays in its place while the page scrolls, and what opens over it with a ground of its own, may lie over it. */
function layerOf(element: Element): Element {
  for (let one = element; ; one = one.parentElement) {
    if (one.parentElement === null || one.matches('dialog, [popover]')) return one
    const { position, backgroundColor } = getComputedStyle(one)
    if (/^(fixed|sticky)$/.test(position)) return one
    if (position === 'absolute' && backgroundColor !== 'rgba(0, 0, 0, 0)') return one
  }
}

function overlappingText(): string[] {
  const drawn = linesOfText().flatMap(({ owner, rect, text }) => {
    const frame = windowOf(owner, 'all')
    const slack = rect.height / 4
    const left = Math.max(rect.left + 1, frame.left)
    const right = Math.min(rect.right - 1, frame.right)
    const top = Math.max(rect.top + slack, frame.top)
    const bottom = Math.min(rect.bottom - slack, frame.bottom)
    return left < right && top < bottom ? [{ owner, text, left, right, top, bottom, layer: layerOf(owner) }] : []
  })
  drawn.sort((one, other) => one.top - other.top)
  const found: string[] = []
  for (const [place, one] of drawn.entries()) {
    for (let next = place + 1; next < drawn.length; next += 1) {
      const other = drawn[next]
      if (other === undefined || other.top >= one.bottom) break
      const isApart =
        other.left >= one.right || other.right <= one.left || other.layer !== one.layer || other.owner === one.owner
      if (!isApart) found.push(`one over the other: ${nameOf(one.owner)} and ${nameOf(other.owner)}`)
    }
  }
  return found
}

/** The first and the last of every kind: what looks the same is laid out by the same rule. */
function oneOfEveryKind(): HTMLElement[] {
  const kinds = new Map<string, HTMLElement[]>()
  for (const one of listControls('a[href], button, input, select, textarea, summary, [tabindex="0"]')) {
    const kind = `${one.tagName} ${one.getAttribute('class') ?? ''} ${one.getAttribute('type') ?? ''}`
    kinds.set(kind, [...(kinds.get(kind) ?? []).slice(0, 1), one])
  }
  return [...kinds.values()].flat()
}

const shares = [0.1, 0.3, 0.5, 0.7, 0.9]

/** At least a part of it is (WCAG 2.4.11). */
function isInSight(one: Element): boolean {
  const rect = one.getBoundingClientRect()
  const frame = windowOf(one, 'all')
  return shares.some((across) =>
    shares.some((down) => {
      const [x, y] = [rect.left + rect.width * across, rect.top + rect.height * down]
      const isInside = x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom
      const there = isInside && document.elementFromPoint(x, y)
      // A point that belongs to an ancestor has nothing over it.
      return there && (there.closest(passing) || one.contains(there) || there.contains(one))
    }),
  )
}

const mostFrames = 20
const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))

/** With the focus on it, so that the page has scrolled to it as it would for a person with Tab. */
async function hiddenWithFocus(): Promise<string[]> {
  const found: string[] = []
  const before = document.activeElement
  for (const one of oneOfEveryKind()) {
    // What has the focus already would not be scrolled to.
    if (one === document.activeElement) one.blur()
    one.focus()
    if (isInSight(one)) continue
    // What comes in sight with the focus may take a moment.
    for (let frames = 0; frames < mostFrames && !isInSight(one); frames += 1) await nextFrame()
    if (one.isConnected && !isInSight(one)) found.push(`hidden with the focus on it: ${nameOf(one)}`)
  }
  if (before instanceof HTMLElement) before.focus()
  return found
}

/** The share of the height in which what one reads can be scrolled; 1 where nothing has to be. */
function roomToRead(): number {
  const place = reachable()
  if (place !== document.body) {
    const scrolled = [place, ...place.children].filter((one) => {
      return /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1
    })
    return scrolled.length === 0 ? 1 : Math.max(...scrolled.map((one) => one.clientHeight)) / innerHeight
  }
  const { scrollHeight } = document.documentElement
  if (scrollHeight <= innerHeight) return 1
  scrollTo(0, (scrollHeight - innerHeight) / 2)
  const columns = [0.1, 0.3, 0.5, 0.7, 0.9].map((across) => {
    const heights = Array.from({ length: 40 }, (_, step) => ((step + 0.5) / 40) * innerHeight)
    const isFree = (y: number): boolean => {
      const there = document.elementFromPoint(innerWidth * across, y)
      if (there?.closest(passing)) return true
      for (let one = there; one !== null; one = one.parentElement) if (staysInHeight(one)) return false
      return true
    }
    return heights.filter(isFree).length / heights.length
  })
  scrollTo(0, 0)
  return Math.min(...columns)
}

/** A column that stays while a table scrolls sideways takes nothing of the height. */
function staysInHeight(element: Element): boolean {
  const { position, top, bottom } = getComputedStyle(element)
  return position === 'fixed' || (position === 'sticky' && (top !== 'auto' || bottom !== 'auto'))
}

/** Whether everything has its room; one line a fault. */
export async function lackOfRoom(): Promise<string[]> {
  const sideways = document.documentElement.scrollWidth - innerWidth
  const room = roomToRead()
  return [
    ...new Set([...cutText(), ...overlappingText(), ...(await hiddenWithFocus())]),
    ...(sideways > 0 ? [`the page scrolls sideways by ${sideways} px`] : []),
    ...(room < leastRoom ? [`what stays in its place leaves ${Math.round(room * 100)} % of the height`] : []),
  ]
}
