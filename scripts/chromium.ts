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

/** With a profile of its own. */
export async function launchChromium(): Promise<Browser> {
  const found = findBrowser()
  if (found.path === null) throw new Error(withRemedy(found.why))
  return chromium.launch({ executablePath: found.path, args: flags })
}
