import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, expect, inject } from 'vitest'
import { listen, sharedBrowser, windowsChrome } from '#/test/browser/browser.ts'
import { tellOfFailure, witnessOf, type Witness } from '#/test/browser/left-behind.ts'
import { patience } from '#/test/support/patience.ts'

/** States of the gallery in a real browser, for one file of tests. */
export interface Stage {
  /** An empty page; what it complains about fails the test. */
  page(): Promise<Page>
  /**
   * The page of the test before, as if it were new, for tests that only look: another page is another process of the browser,
   * which takes longer to begin than a state takes to look at.
   */
  pageAgain(): Promise<Page>
  /** Shows a state of the gallery by its address («orders/loading»), and waits until it is there. */
  show(page: Page, address: string): Promise<void>
}

export function openStage(options: BrowserContextOptions = {}): Stage {
  let computer: { context: BrowserContext; witness: Witness } | undefined
  let faults: string[] = []
  let kept: Page | undefined

  async function open(): Promise<BrowserContext> {
    if (computer !== undefined) return computer.context
    const context = await (
      await sharedBrowser()
    ).newContext({
      userAgent: windowsChrome,
      locale: 'uk-UA',
      colorScheme: 'light',
      reducedMotion: 'reduce',
      ...options,
    })
    context.setDefaultTimeout(patience(45_000))
    computer = { context, witness: witnessOf(context) }
    await listen(context, (fault) => faults.push(fault))
    return context
  }

  afterEach(async ({ task }) => {
    const found = faults
    faults = []
    if (computer === undefined) return
    if (task.result?.state === 'fail' || found.length > 0) {
      await noteCalls(computer)
      await tellOfFailure(task.name, [computer.witness], null)
      await computer.context.close()
      computer = undefined
      kept = undefined
    } else {
      // The next test begins with a page of its own, in a browser that has the files already.
      const others = computer.context.pages().filter((page) => page !== kept)
      await Promise.all(others.map((page) => page.close()))
      await computer.context.tracing.stopChunk()
      computer.witness.console = []
      computer.witness.network = []
    }
    expect(found, 'what the page complained about').toEqual([])
  })

  afterAll(async () => {
    await computer?.context.close()
  })

  async function newPage(): Promise<Page> {
    const context = await open()
    await computer?.witness.traced
    await context.tracing.startChunk()
    return kept ?? context.newPage()
  }

  return {
    page: async () => {
      kept = undefined
      return newPage()
    },
    pageAgain: async () => {
      const page = (kept = await newPage())
      if (page.url() === 'about:blank') return page
      await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()))
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
      if (options.viewport) await page.setViewportSize(options.viewport)
      return page
    },
    show: async (page, address) => {
      await page.goto(`${inject('gallery_url')}/state.html?${encodeURIComponent(address)}`)
      await Promise.race([page.locator('html[data-shown]').waitFor({ state: 'attached' }), failing(page)])
    },
  }
}

/** What the page asked of the server that is made up never was on the network. */
async function noteCalls({ context, witness }: { context: BrowserContext; witness: Witness }): Promise<void> {
  for (const page of context.pages()) {
    const asked = await page.evaluate(() => globalThis.gallery?.asked ?? []).catch(() => [])
    witness.network.push(...asked)
  }
}

/** A state that cannot be shown says why at once. */
const failing = (page: Page): Promise<never> => new Promise((_resolve, reject) => page.once('pageerror', reject))
