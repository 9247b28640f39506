// Runs every test, or those whose path contains a given word: `npm test -- audit`. With KASYR_LONG, the tests that repeat
// something run it far more often, with those that only a long run has (`*.long.test.ts`); the others have nothing to add
// then and are left out.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const given = process.argv.slice(2)
const isForLong = (path) => path.endsWith('.long.test.ts') || readFileSync(path, 'utf8').includes('/how-often.ts')
const wanted =
  Number(process.env.KASYR_LONG ?? 0) > 0 && given.length === 0
    ? [
        ...globSync('{contract,server,dashboard,simulators,test}/**/*.test.ts').filter(isForLong),
        'component/gallery',
        'scripted-day',
        'test/canary',
      ]
    : given

// Every test file is a process of its own, and all load the same packages: they are compiled once. By its whole path: some start
// programs in other folders.
const env = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'),
  ...process.env,
}
const { status } = spawnSync('vitest', ['run', ...wanted], { stdio: 'inherit', env })
process.exit(status ?? 1)
