import { chromium, type Browser } from 'playwright-core'
import { findBrowser, withRemedy } from './find-browser.ts'

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

/** With a profile of its own. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const found = findBrowser()
  if (found.path === null) throw new Error(withRemedy(found.why))
  return chromium.launch({ executablePath: found.path, args: [...flags, ...more] })
}
