import { defineConfig } from 'vitest/config'
import { isLongRun, isShortLongRun, isWholeRun } from './test/support/how-often.ts'
import { listUnitTests } from './test/support/layers.ts'
import LongFirst from './test/support/long-first.ts'
import { measurePace } from './test/support/machine-pace.ts'
import { nightly } from './test/support/nightly.ts'
import { patience } from './test/support/patience.ts'

process.env['KASYR_TEST_PACE'] ??= measurePace().toFixed(2)

/** Counts the sockets of its process, so it needs one of its own. */
const alone = ['simulators/frame/close.test.ts']
/** What takes long by its nature, and the walks and attacks of which `npm test` has another: see test/README.md. */
const onlyLong = isLongRun ? (isShortLongRun ? nightly : []) : ['**/*.long.test.ts']
const isOfUnit = (path: string): boolean =>
  !alone.includes(path) && !path.startsWith('test/component/') && (isLongRun || !path.endsWith('.long.test.ts'))
const unit = listUnitTests().filter(isOfUnit)
/** Where there is no browser (scripts/plan-browser.ts), the tests that need one are listed and skipped, so that they are counted. */
const lacksBrowser = Boolean(process.env['KASYR_TEST_LACKS_BROWSER'])
const inBrowser = lacksBrowser ? { testNamePattern: /(?!)/ } : {}
const isDay = isWholeRun || Boolean(process.env['KASYR_DAY'])

/**
 * One runner for everything. Two or three at a time fit the smallest machine we test on; every file has a database of its own,
 * so files may run side by side. What starts and kills whole servers does so before the browsers come.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    testTimeout: patience(120_000),
    hookTimeout: patience(120_000),
    // What must come in the end may take its time on a busy machine; how fast it comes is measured in bench/.
    expect: { poll: { timeout: patience(60_000) } },
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    // `npm run coverage`: reported, not held to a number; what a test would notice is what `npm run mutate` measures.
    coverage: {
      provider: 'v8',
      include: ['contract/**/*.ts', 'server/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'coverage',
    },
    projects: [
      {
        extends: true,
        // Pure: neither a database, nor a browser, a port or a process (`test/support/layers.ts`).

        test: { name: 'unit', isolate: false, maxWorkers: 3, include: unit, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: 'service',
          // Nothing of ours lives in a module: a worker loads the service once, for all its files.
          isolate: false,
          maxWorkers: 3,
          include: ['{contract,server,dashboard,simulators,test}/**/*.test.ts'],
          exclude: [
            ...['test/browser/**', 'test/component/**', 'test/faults/**', 'test/canary/**'],
            ...alone,
            ...unit,
            ...onlyLong,
          ],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          // Beside the service's: they wait for dead processes most of the time.
          maxWorkers: 3,
          include: ['test/faults/**/*.test.ts', ...alone],
          exclude: onlyLong,
          testTimeout: patience(600_000),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          ...inBrowser,
          isolate: false,
          maxWorkers: 3,
          include: ['test/browser/**/*.test.ts'],
          // A day wants the machine for itself: `npm run day`.
          exclude: [...unit, ...onlyLong, ...(isDay ? [] : ['test/browser/scripted-day.test.ts'])],
          testTimeout: patience(300_000),
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          ...inBrowser,
          // The dashboard in a real browser before a server that is made up: no database, no service.
          isolate: false,
          maxWorkers: 3,
          globalSetup: lacksBrowser ? [] : ['test/component/build-gallery.ts'],
          include: ['test/component/**/*.test.ts'],
          exclude: onlyLong,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: { name: 'canary', include: ['test/canary/**/*.test.ts'], sequence: { groupOrder: 4 } },
      },
    ],
  },
})
