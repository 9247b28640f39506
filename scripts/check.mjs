// Everything that can be said about the code without running it. All checks run, so that one look shows all that is wrong.
import { spawnSync } from 'node:child_process'

const checks = [
  ['types', 'tsc', ['-p', '.']],
  ['types of the dashboard', 'tsc', ['-p', 'dashboard']],
  ['types of the browser walks', 'tsc', ['-p', 'test/browser']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['format', 'oxfmt', ['--check']],
  ['dead code', 'knip', []],
  ['OpenAPI', 'node', ['scripts/lint-openapi.ts']],
]

const failed = checks.filter(([name, command, args]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26 })
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`)
  if (status !== 0) console.log(stdout + stderr)
  return status !== 0
})
process.exit(failed.length === 0 ? 0 : 1)
