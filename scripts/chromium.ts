import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The light one first: the same engine without windows to draw, it opens a page for a third of the work. */
const names = ['chromium-headless-shell', 'chrome-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/**
 * For tests, which open a page and leave it after a second: fewer processes, and no machine code that will not be run often.
 * A page takes two thirds of the work then.
 */
export const shortLived = [
  '--in-process-gpu',
  '--disable-gpu-compositing',
  '--disable-software-rasterizer',
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process',
  '--js-flags=--no-opt',
]

/** The browser that is named in KASYR_TEST_BROWSER, is on PATH, or was downloaded by Playwright; with a profile of its own. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  const args = [...flags, ...more]
  if (executablePath !== undefined) return chromium.launch({ executablePath, args })
  return chromium.launch({ args }).catch((error: unknown) => {
    const remedy = 'install the package chromium, or name a browser in KASYR_TEST_BROWSER'
    throw new Error(`there is no Chromium: ${remedy}`, { cause: error })
  })
}

function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return process.env['KASYR_TEST_BROWSER'] ?? onPath.find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
