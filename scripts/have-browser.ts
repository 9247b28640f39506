import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser, withRemedy, type Browser } from './find-browser.ts'

/**
 * `have-browser.ts [command …]`: finds a browser, installs one where it may, or says in one sentence what is missing. Then it
 * runs the command with KASYR_TEST_BROWSER set; a command that is told to run only layers without a browser runs at once.
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

/** Debian's where we may install it, Playwright's own elsewhere. The light one is asked for once, even where there is another. */
function haveBrowser(): Browser {
  const found = findBrowser()
  if (process.env['KASYR_TEST_BROWSER'] || (found.path !== null && found.isLight)) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) return installByApt(found)
  if (found.path !== null) return found
  console.log('Встановлюємо браузер для тестів…')
  succeeds('playwright-core', ['install', '--only-shell', 'chromium'])
  return findBrowser()
}

function installByApt(found: Browser): Browser {
  const note = join(import.meta.dirname, '..', 'node_modules', '.kasyr-asked-for-browser')
  if (found.path !== null && existsSync(note)) return found
  console.log('Встановлюємо браузер для тестів…')
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'fonts-liberation']
  const isThere = succeeds('apt-get', ['update', '-qq']) && succeeds('apt-get', [...install, 'chromium-headless-shell'])
  writeFileSync(note, '')
  if (!isThere && found.path === null) succeeds('apt-get', [...install, 'chromium'])
  return findBrowser()
}

const command = process.argv.slice(2)
const browser = needsBrowser(command) ? haveBrowser() : null
if (browser?.path === null) {
  console.error(withRemedy(browser.why))
  process.exit(1)
}
const [program, ...args] = command
if (program !== undefined) {
  const env = browser === null ? process.env : { ...process.env, KASYR_TEST_BROWSER: browser.path }
  process.exit(spawnSync(program, args, { stdio: 'inherit', env }).status ?? 1)
}
