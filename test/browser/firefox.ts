import { firefox, type Browser, type BrowserContext } from 'playwright-core'
import { afterAll } from 'vitest'
import type { Engine } from './browser.ts'

/** Firefox as people have it, for one file of tests. Playwright speaks WebDriver BiDi only to this name of a channel. */
export function firefoxAt(executablePath: string): Engine {
  let browser: Promise<Browser> | undefined
  const launch = async (): Promise<Browser> => {
    const launched = await firefox.launch({ channel: 'moz-firefox', executablePath })
    answerForMedia(launched)
    return launched
  }
  afterAll(async () => {
    await (await browser)?.close()
  })
  return { launch: () => (browser ??= launch()), context: {}, prepare: typeAsPeopleDo, isExpected: isOfPicture }
}

/**
 * Playwright 1.65 tells every new context which colours and motion are wanted, and Firefox 153 has no such command
 * (`emulation.setMediaFeaturesOverride`). These tests need none of it, so the command is answered before it is sent.
 */
function answerForMedia(browser: Browser): void {
  const connection = partOf(browser, '_connection')
  const toInner = partOf(connection, 'toImpl')
  if (typeof toInner !== 'function') throw new Error('Playwright gives out its inner browser no more')
  const inner: unknown = Reflect.apply(toInner, connection, [browser])
  const session: unknown = Object.getPrototypeOf(partOf(inner, '_browserSession'))
  const send = partOf(session, 'send')
  if (typeof send !== 'function' || typeof session !== 'object' || session === null) return
  Reflect.set(session, 'send', function answered(this: unknown, command: string, given: unknown): unknown {
    if (command === 'emulation.setMediaFeaturesOverride') return Promise.resolve({})
    return Reflect.apply(send, this, [command, given])
  })
}

function partOf(whole: unknown, name: string): object {
  const part: unknown = typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : undefined
  if ((typeof part === 'object' && part !== null) || typeof part === 'function') return part
  throw new Error(`Playwright has no ${name} any more: see whether Firefox can do without this by now`)
}

/**
 * Over WebDriver BiDi Playwright puts text into a field by its `value`, which React takes for its own doing and forgets. The
 * browser's own command is heard like typing.
 */
const typeAsPeopleDo = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const insert = (text: string): void => void document.execCommand('insertText', false, text)
    Object.defineProperty(globalThis, '__pw_bidiInsertText', { get: () => insert, set() {} })
  })

/** For the picture of a test that failed Playwright adds `body {}` to the page, and here the content policy holds for it. */
const isOfPicture = (text: string): boolean =>
  text.includes('sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=') ||
  text === 'Error: content policy: style-src-elem inline '
