import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser, findFirefox, type Browser } from './find-browser.ts'
import { needsBrowser, planBrowser } from './plan-browser.ts'

/**
 * `have-browser.ts [command …]`: finds a browser, or installs one where it may. Then it runs the command with KASYR_TEST_BROWSER
 * set; where there is none, without the tests that need one (plan-browser.ts). Without a command it ends with a sentence then.
 * The long run also has walks in Firefox; without it they are left out, and it says so.
 */
const succeeds = (command: string, args: readonly string[], more: Record<string, string> = {}): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 300_000, env: { ...process.env, ...more } }).status === 0

const noteOf = (what: string): string => join(import.meta.dirname, '..', 'node_modules', `.kasyr-asked-for-${what}`)
const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
const install = ['install', '-y', '-qq', '--no-install-recommends', 'fonts-liberation']

/** Debian's where we may install it, Playwright's own elsewhere. The light one is installed once, even where there is another. */
function haveBrowser(): Browser {
  const found = findBrowser()
  if (process.env['KASYR_TEST_BROWSER'] || (found.path !== null && found.isLight)) return found
  if (mayInstall()) return installByApt(found)
  if (found.path !== null) return found
  console.log('Встановлюємо браузер для тестів…')
  const download = ['install', '--only-shell', 'chromium']
  // Into the home folder, where other projects find it too; into the package where that cannot be written.
  if (!succeeds('playwright-core', download)) succeeds('playwright-core', download, { PLAYWRIGHT_BROWSERS_PATH: '0' })
  return findBrowser()
}

function installByApt(found: Browser): Browser {
  const note = noteOf('browser')
  if (found.path !== null && existsSync(note)) return found
  console.log('Встановлюємо браузер для тестів…')
  const isThere = succeeds('apt-get', ['update', '-qq']) && succeeds('apt-get', [...install, 'chromium-headless-shell'])
  writeFileSync(note, '')
  if (!isThere && found.path === null) succeeds('apt-get', [...install, 'chromium'])
  return findBrowser()
}

/** By apt alone, and once: Playwright's own Firefox is another program than the one people have. */
function haveFirefox(): void {
  if (findFirefox() === null && mayInstall() && !existsSync(noteOf('firefox'))) {
    console.log('Встановлюємо Firefox для тестів…')
    if (succeeds('apt-get', ['update', '-qq'])) succeeds('apt-get', [...install, 'firefox-esr'])
    writeFileSync(noteOf('firefox'), '')
  }
  if (findFirefox() === null)
    console.log(
      'Firefox немає, тож проходи в ньому пропускаємо: встановіть firefox-esr або вкажіть шлях у KASYR_TEST_FIREFOX.',
    )
}

function needsFirefox(command: readonly string[]): boolean {
  const paths = command.slice(2).filter((word) => !word.startsWith('-'))
  const isMeant = paths.length === 0 || paths.some((path) => 'test/browser/second-engine.long.test.ts'.includes(path))
  return Number(process.env['KASYR_LONG'] ?? 0) > 0 && isMeant
}

const command = process.argv.slice(2)
const isNeeded = needsBrowser(command)
const plan = isNeeded ? planBrowser(command, haveBrowser(), process.env) : { environment: {} }
if ('refusal' in plan) {
  console.error(plan.refusal)
  process.exit(1)
}
if (isNeeded && needsFirefox(command)) haveFirefox()
const [program, ...args] = command
if (program !== undefined)
  process.exit(spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...plan.environment } }).status ?? 1)
