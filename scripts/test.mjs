// Runs every test, or those whose path contains a given word: `npm test -- audit`.
import { spawnSync } from 'node:child_process'

const { status } = spawnSync('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit' })
process.exit(status ?? 1)
