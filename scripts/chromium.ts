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

/** The browser that is named in KASYR_TEST_BROWSER, is on PATH, or was downloaded by Playwright; with a profile of its own. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath !== undefined) return chromium.launch({ executablePath, args: flags })
  return chromium.launch({ args: flags }).catch((error: unknown) => {
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
