import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchChromium } from '#/scripts/chromium.ts'
import { startTestApp, type TestApp, type TestOptions } from '#/test/support/test-app.ts'

/** The whole service and a real browser, for one file of tests. */
export interface Stage {
  app(): TestApp
  /** A browser profile of its own, as on a computer of its own. Its pages must not complain about anything. */
  computer(options?: BrowserContextOptions): Promise<Computer>
}

export interface Computer {
  context: BrowserContext
  open(path: string): Promise<Page>
}

export const windowsChrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

export function openStage(options: TestOptions | (() => Promise<TestOptions>) = {}): Stage {
  let app: TestApp | undefined
  let browser: Browser | undefined
  let computers: BrowserContext[] = []
  let faults: string[] = []

  beforeAll(async () => {
    app = await startTestApp(withDashboard(typeof options === 'function' ? await options() : options))
    browser = await launchChromium()
  })

  afterEach(async () => {
    const found = faults
    const open = computers
    faults = []
    computers = []
    await Promise.all(open.map((context) => context.close()))
    expect(found, 'what the pages complained about').toEqual([])
  })

  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  return {
    app: () => present(app),
    computer: async (contextOptions = {}) => {
      const context = await present(browser).newContext({
        userAgent: windowsChrome,
        locale: 'uk-UA',
        ...contextOptions,
      })
      context.setDefaultTimeout(45_000)
      computers.push(context)
      await listen(context, (fault) => faults.push(fault))
      return {
        context,
        open: async (path) => {
          const page = await context.newPage()
          await page.goto(present(app).url + path)
          return page
        },
      }
    },
  }
}

/** `KASYR_TEST_DASHBOARD` walks through another build than the one in dashboard/dist. */
function withDashboard(options: TestOptions): TestOptions {
  const dashboard = process.env['KASYR_TEST_DASHBOARD']
  return dashboard === undefined ? options : { ...options, web: { dashboard, ...options.web } }
}

/** Errors in the console, exceptions, and everything the content policy had to stop. */
async function listen(context: BrowserContext, complain: (fault: string) => void): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      reportError(new Error(`content policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`))
    })
  })
  context.on('weberror', (error) => complain(String(error.error())))
  context.on('console', (message) => {
    // Chromium writes this for every refused request, also for a wrong password.
    if (message.text().startsWith('Failed to load resource')) return
    if (message.type() === 'error' || message.type() === 'warning') complain(message.text())
  })
}

function present<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('the stage is not open yet')
  return thing
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with the page as it is now, one line a finding. The debugger's door is not closed by the content policy. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(await axeSource)
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      return playState !== 'running' || effect?.getTiming().iterations === Infinity
    }),
  )
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ rules: { 'target-size': { enabled: true } } })`)
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`))
}
