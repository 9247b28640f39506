import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser, findFirefox, withRemedy, type Browser } from './find-browser.ts'

/**
 * `have-browser.ts [command …]`: finds a browser, installs one where it may, or says in one sentence what is missing. Then it
 * runs the command with KASYR_TEST_BROWSER set; a command that is told to run only layers without a browser runs at once.
 * The long run also has walks in Firefox; without it they are left out, and it says so.
 */
const layersWithout = new Set(['unit', 'service', 'faults', 'canary', '!browser'])

function needsBrowser(command: readonly string[]): boolean {
  const layers = command.flatMap((word, index) => {
    if (word === '--project') return [command[index + 1] ?? '']
    return word.startsWith('--project=') ? [word.slice('--project='.length)] : []
  })
  return layers.length === 0 || layers.some((layer) => !layersWithout.has(layer))
}

const succeeds = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 300_000 }).status === 0

const noteOf = (what: string): string => join(import.meta.dirname, '..', 'node_modules', `.kasyr-asked-for-${what}`)
const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
const install = ['install', '-y', '-qq', '--no-install-recommends', 'fonts-liberation']

/** Debian's where we may install it, Playwright's own elsewhere. The light one is asked for once, even where there is another. */
function haveBrowser(): Browser {
  const found = findBrowser()
  if (process.env['KASYR_TEST_BROWSER'] || (found.path !== null && found.isLight)) return found
  if (mayInstall()) return installByApt(found)
  if (found.path !== null) return found
  console.log('Встановлюємо браузер для тестів…')
  succeeds('playwright-core', ['install', '--only-shell', 'chromium'])
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

/** By apt alone, and asked for once: Playwright's own Firefox is another program than the one people have. */
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
const browser = needsBrowser(command) ? haveBrowser() : null
if (browser?.path === null) {
  console.error(withRemedy(browser.why))
  process.exit(1)
}
if (browser !== null && needsFirefox(command)) haveFirefox()
const [program, ...args] = command
if (program !== undefined) {
  const env = browser === null ? process.env : { ...process.env, KASYR_TEST_BROWSER: browser.path }
  process.exit(spawnSync(program, args, { stdio: 'inherit', env }).status ?? 1)
}
