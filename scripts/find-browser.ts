import { spawnSync } from 'node:child_process'
import { accessSync, constants, globSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Where to look, and how to see whether a program starts; a test gives others. */
export interface Machine {
  environment: Readonly<Record<string, string | undefined>>
  home: string
  /** null: it starts; otherwise what it said instead. */
  whyNotStarting: (path: string) => string | null
}

export type Browser = { path: string; isLight: boolean } | { path: null; why: string }

const thisMachine: Machine = { environment: process.env, home: homedir(), whyNotStarting }

/** The same engine without windows to draw: it opens a page for a third of the work. */
const lightNames = ['chromium-headless-shell', 'chrome-headless-shell']
const usualNames = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  ...['microsoft-edge', 'microsoft-edge-stable'],
]
/** Packages put browsers here; a user's PATH does not always name them. */
const usualFolders = ['/usr/local/bin', '/usr/bin', '/snap/bin', '/opt/google/chrome', '/usr/lib/chromium']

/**
 * The browser of the tests: the one named in KASYR_TEST_BROWSER and no other, else the first that starts. A download of
 * Playwright may lack libraries that only root can install, so what lies there is tried before it is believed.
 */
export function findBrowser(machine: Machine = thisMachine): Browser {
  const named = machine.environment['KASYR_TEST_BROWSER']
  if (named) {
    const fault = machine.whyNotStarting(named)
    return fault === null
      ? { path: named, isLight: true }
      : { path: null, why: `Браузер із KASYR_TEST_BROWSER не запускається (${named}: ${fault})` }
  }
  let why = 'Немає браузера для тестів'
  for (const { path, isLight } of listCandidates(machine)) {
    const fault = machine.whyNotStarting(path)
    if (fault === null) return { path, isLight }
    why = `Браузер для тестів не запускається (${path}: ${fault})`
  }
  return { path: null, why }
}

/** The second engine, in which the long run walks the main ways; null where none starts. It is named by KASYR_TEST_FIREFOX. */
export function findFirefox(machine: Machine = thisMachine): string | null {
  const named = machine.environment['KASYR_TEST_FIREFOX']
  const candidates = named ? [named] : listPrograms(['firefox-esr', 'firefox'], machine)
  return candidates.find((path) => machine.whyNotStarting(path) === null) ?? null
}

/** One sentence for a person running the tests: what is missing and how to get it. */
export const withRemedy = (why: string): string =>
  `${why}: встановіть Chromium, Google Chrome чи Microsoft Edge, або без прав адміністратора виконайте ` +
  '`npx playwright-core install --only-shell chromium`, або вкажіть шлях у KASYR_TEST_BROWSER.'

function listPrograms(names: readonly string[], { environment }: Machine): string[] {
  const folders = [...(environment['PATH'] ?? '').split(delimiter).filter(Boolean), ...usualFolders]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isProgram)
}

function listCandidates(machine: Machine): { path: string; isLight: boolean }[] {
  const programs = (names: readonly string[], isLight: boolean) =>
    listPrograms(names, machine).map((path) => ({ path, isLight }))
  const downloads = (pattern: string, isLight: boolean) =>
    downloadFolders(machine)
      .flatMap((cwd) =>
        globSync(pattern, { cwd })
          .toSorted(newestFirst)
          .map((path) => join(cwd, path)),
      )
      .filter(isProgram)
      .map((path) => ({ path, isLight }))
  return [
    ...programs(lightNames, true),
    ...downloads('chromium_headless_shell-*/*/{chrome-headless-shell,headless_shell}', true),
    ...programs(usualNames, false),
    ...downloads('chromium-*/*/chrome', false),
  ]
}

/** `PLAYWRIGHT_BROWSERS_PATH=0` means the folder of the package (playwright.dev/docs/browsers); so it is where a home is read-only. */
function downloadFolders({ environment, home }: Machine): string[] {
  const given = environment['PLAYWRIGHT_BROWSERS_PATH']
  const inPackage = join(import.meta.dirname, '..', 'node_modules', 'playwright-core', '.local-browsers')
  const cache = environment['XDG_CACHE_HOME'] || join(home, '.cache')
  return [...(given && given !== '0' ? [given] : []), join(cache, 'ms-playwright'), inPackage]
}

const revisionOf = (path: string): number => Number(/-(\d+)\//.exec(path)?.[1] ?? 0)
const newestFirst = (a: string, b: string): number => revisionOf(b) - revisionOf(a)

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function whyNotStarting(path: string): string | null {
  const { status, error, stderr } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 60_000 })
  if (status === 0) return null
  return error?.message ?? stderr.trim().split('\n').at(-1) ?? ''
}
