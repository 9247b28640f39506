import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import type { Result } from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchChromium, shortLived } from '#/scripts/chromium.ts'
import { patience } from '#/test/support/patience.ts'
import { startTestApp, type TestApp, type TestOptions } from '#/test/support/test-app.ts'
import { tellOfFailure, witnessOf, type Witness } from './left-behind.ts'
import { arriveAs, type Person } from './walks.ts'

/** The whole service and a real browser, for one file of tests. */
export interface Stage {
  app(): TestApp
  /** A browser profile of its own, as on a computer of its own. Its pages must not complain about anything. */
  computer(options?: BrowserContextOptions): Promise<Computer>
}

export interface Computer {
  context: BrowserContext
  /** With a person given, their session is open already. */
  open(path: string, who?: Person): Promise<Page>
}

export const windowsChrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

let browser: Promise<Browser> | undefined

/** One for all files of a worker, which ends with it: what is kept apart by contexts needs no process of its own. */
export async function sharedBrowser(): Promise<Browser> {
  const known = await (browser ??= launchChromium(shortLived))
  if (known.isConnected()) return known
  browser = undefined
  return sharedBrowser()
}

/** Which browser a stage is before, and what its computers have in common. */
export interface Engine {
  launch(): Promise<Browser>
  context: BrowserContextOptions
  /** What a computer needs before its first page. */
  prepare?(context: BrowserContext): Promise<unknown>
  /** What it writes into the console although nothing is wrong. */
  isExpected(text: string): boolean
}

/** Chromium writes this for every refused request, also for a wrong password. */
const isRefusal = (text: string): boolean => text.startsWith('Failed to load resource')
const chromium: Engine = { launch: sharedBrowser, context: { userAgent: windowsChrome }, isExpected: isRefusal }

export function openStage(options: TestOptions | (() => Promise<TestOptions>) = {}, engine: Engine = chromium): Stage {
  let app: TestApp | undefined
  let computers: Witness[] = []
  let faults: string[] = []
  let logged = 0

  beforeAll(async () => {
    app = await startTestApp(withDashboard(typeof options === 'function' ? await options() : options))
  })

  afterEach(async ({ task }) => {
    const found = faults
    const open = computers
    const log = app?.log_lines.slice(logged) ?? []
    faults = []
    computers = []
    logged = app?.log_lines.length ?? 0
    if (task.result?.state === 'fail' || found.length > 0) await tellOfFailure(task.name, open, log)
    await Promise.all(open.map(({ context }) => closeQuietly(context)))
    expect(found, 'what the pages complained about').toEqual([])
  })

  afterAll(async () => {
    await app?.close()
  })

  return {
    app: () => present(app),
    computer: async (contextOptions = {}) => {
      const context = await (
        await engine.launch()
      ).newContext({
        ...engine.context,
        locale: 'uk-UA',
        ...contextOptions,
      })
      context.setDefaultTimeout(patience(45_000))
      computers.push(witnessOf(context))
      await engine.prepare?.(context)
      await listen(context, (fault) => faults.push(fault), engine.isExpected)
      return {
        context,
        open: async (path, who) => {
          const page = await context.newPage()
          if (who) await arriveAs(page, present(app), who, path)
          else await page.goto(present(app).url + path)
          return page
        },
      }
    },
  }
}

/** An answer that a route is still altering when the walk is over is no fault of the walk. */
async function closeQuietly(context: BrowserContext): Promise<void> {
  for (const routed of [...context.pages(), context]) await routed.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

/** `KASYR_TEST_DASHBOARD` walks through another build than the one in dashboard/dist. */
function withDashboard(options: TestOptions): TestOptions {
  const dashboard = process.env['KASYR_TEST_DASHBOARD']
  return dashboard === undefined ? options : { ...options, web: { dashboard, ...options.web } }
}

/** Errors in the console but for those that are expected, exceptions, and everything the content policy had to stop. */
export async function listen(
  context: BrowserContext,
  complain: (fault: string) => void,
  isExpected: (text: string) => boolean = () => false,
): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      reportError(new Error(`content policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`))
    })
  })
  context.on('weberror', (error) => {
    if (!isExpected(String(error.error()))) complain(String(error.error()))
  })
  context.on('console', (message) => {
    if (isExpected(message.text())) return
    if (message.type() === 'error' || message.type() === 'warning') complain(message.text())
  })
}

function present<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('the stage is not open yet')
  return thing
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds wrong with the page as it is now, one line a finding. The debugger's door is not closed by the content policy.
 * `colours`: only what another scheme of colours can have changed.
 */
export async function axeFindings(page: Page, asked: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axeSource)
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      return playState !== 'running' || effect?.getTiming().iterations === Infinity
    }),
  )
  const rules =
    asked === 'all'
      ? `rules: { 'target-size': { enabled: true } }`
      : `runOnly: ['color-contrast', 'link-in-text-block']`
  // What is in order is neither described nor sent here: on a full list that takes longer than to look.
  const violations = await page.evaluate<Result[]>(
    `axe.run({ ${rules}, resultTypes: ['violations'], selectors: false, iframes: false }).then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`))
}
