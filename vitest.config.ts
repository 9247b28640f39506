import { defineConfig } from 'vitest/config'
import LongFirst from './test/support/long-first.ts'

/** Counts the sockets of its process, so it needs one of its own. */
const alone = ['simulators/frame/close.test.ts']

/**
 * One runner for everything. Two or three at a time fit the smallest machine we test on; every file has a database of its own,
 * so files may run side by side. What starts and kills whole servers does so beside its like, not beside browsers.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What must come in the end may take its time on a busy machine; how fast it comes is measured in bench/.
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          // Nothing of ours lives in a module: a worker loads the service once, for all its files.
          isolate: false,
          maxWorkers: 3,
          include: ['{contract,server,simulators,test}/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/faults/**', 'test/canary/**', ...alone],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts', ...alone],
          testTimeout: 600_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          isolate: false,
          include: ['test/browser/**/*.test.ts'],
          // A day wants the machine for itself: `npm run day`.
          exclude: process.env['KASYR_DAY'] ? [] : ['test/browser/scripted-day.test.ts'],
          testTimeout: 300_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: { name: 'canary', include: ['test/canary/**/*.test.ts'], sequence: { groupOrder: 3 } },
      },
    ],
  },
})
