// Runs every test, or those whose path contains a given word: `npm test -- audit`.
import { spawnSync } from 'node:child_process'

// Every test file is a process of its own, and all load the same packages: they are compiled once.
const env = { NODE_COMPILE_CACHE: 'node_modules/.cache/compiled', ...process.env }
const { status } = spawnSync('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit', env })
process.exit(status ?? 1)
