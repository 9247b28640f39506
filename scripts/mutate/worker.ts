import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startVitest } from 'vitest/node'
import { instrument } from './instrument.ts'
import { listMutants } from './mutants.ts'
import type { Job } from './verdict.ts'

/**
 * A process of its own: a mutant that never ends can be killed with it, since what runs the tests is a thread of it.
 * Usage: worker.ts <file of the jobs> <file for the verdicts>
 */
const [jobsPath = '', verdicts = ''] = process.argv.slice(2)
const root = join(import.meta.dirname, '..', '..')
const given: Job[] = JSON.parse(readFileSync(jobsPath, 'utf8'))
const jobs = given.map(({ rule, ids, tests }) => ({ rule, ids, tests: tests.map((path) => join(root, path)) }))
const rules = new Map(jobs.map(({ rule }) => [join(root, rule), rule]))
const testPaths = new Set(jobs.flatMap(({ tests }) => tests))

const runner = await startVitest(
  'test',
  [],
  {
    root,
    config: false,
    watch: false,
    include: ['scripts/mutate/try-mutants.ts'],
    reporters: [{}],
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    // What is kept on disk would outlive the mutants.
    fsModuleCache: false,
    provide: { jobs, verdicts },
  },
  {
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        transform(code, id) {
          if (testPaths.has(id)) return code.replace("from 'vitest'", "from '#/scripts/mutate/plain-runner.ts'")
          const rule = rules.get(id)
          return rule === undefined ? null : instrument(rule, code, listMutants(rule, code))
        },
      },
    ],
  },
)
const modules = runner.state.getTestModules()
const errors = [...runner.state.getUnhandledErrors(), ...modules.flatMap((module) => module.errors())]
if (errors.length > 0) console.error(errors)
await runner.close()
