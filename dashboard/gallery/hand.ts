import type { Answers } from './fake-server.ts'
import type { Looks } from './looks/looks.ts'

/**
 * What a person does in a state before it is there. Everything is found by the words that people see or a screen reader
 * says.
 */
export interface Hand {
  press(name: string | RegExp): Promise<void>
  fill(label: string, text: string): Promise<void>
  /** A key by its place, on whatever has the focus. */
  key(code: string, options?: KeyboardEventInit): void
  see(words: string | RegExp): Promise<void>
  /** The server answers otherwise from now on. */
  answer(answers: Answers): void
  goOffline(): void
}

declare global {
  /** For tests, which act from outside of the page. */
  var gallery: { hand: Hand; asked: readonly string[]; looks: Looks } | undefined
}

interface Server {
  change(answers: Answers): void
  goOffline(): void
}

/** In a page that is busy everything takes longer; what has not come by then does not come. */
const longestMs = 30_000
const lookEveryMs = 20

export function createHand(server: Server): Hand {
  return {
    press: async (name) => {
      const found = await until(`a button or link «${String(name)}»`, () => findNamed(name))
      found.focus()
      found.click()
    },
    fill: async (label, text) => {
      const field = await until(`a field «${label}»`, () => findField(label))
      field.focus()
      // React listens to the setter of the element itself, so the one of its kind is called.
      const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
      Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    key: (code, options) => {
      const init = { key: code, code, bubbles: true, cancelable: true, ...options }
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new KeyboardEvent('keydown', init))
      target.dispatchEvent(new KeyboardEvent('keyup', init))
    },
    see: (words) => until(`the words «${String(words)}»`, () => isSeen(words) || null).then(() => undefined),
    answer: (answers) => server.change(answers),
    goOffline: () => server.goOffline(),
  }
}

async function until<Found>(what: string, look: () => Found | null): Promise<Found> {
  for (const end = Date.now() + longestMs; ;) {
    const found = look()
    if (found !== null) return found
    if (Date.now() > end) throw new Error(`cannot find ${what} among: ${plain(document.body.innerText).slice(0, 600)}`)
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

/** As it is read: one kind of space, and of those only one. */
const plain = (text: string): string => text.replace(/[\s\u2060]+/g, ' ').trim()

const matches = (text: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? plain(text) === plain(wanted) : wanted.test(plain(text))

const isSeen = (words: string | RegExp): boolean => {
  const text = plain(document.body.innerText)
  return typeof words === 'string' ? text.includes(plain(words)) : words.test(text)
}

/** While a dialog is open, the page below it cannot be reached. */
function inSight(selector: string): HTMLElement[] {
  const place = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body
  return [...place.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())
}

const findNamed = (name: string | RegExp): HTMLElement | null =>
  inSight('button, a[href], summary, [role=button], [role=tab], label').find((element) =>
    matches(element.getAttribute('aria-label') ?? element.innerText, name),
  ) ?? null

function findField(label: string): HTMLInputElement | HTMLTextAreaElement | null {
  for (const field of inSight('input, textarea')) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
    const names = [field.getAttribute('aria-label') ?? '', ...[...(field.labels ?? [])].map((one) => one.innerText)]
    if (names.some((name) => matches(name, label))) return field
  }
  return null
}
