// Everything that can be said about the code without running it. All checks run, so that one look shows all that is wrong.
import { spawnSync } from 'node:child_process'

const checks = [
  { name: 'types', command: 'tsc', args: ['-p', '.'] },
  { name: 'types of the dashboard', command: 'tsc', args: ['-p', 'dashboard'] },
  { name: 'types of the browser walks', command: 'tsc', args: ['-p', 'test/browser'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'expressions', command: 'node', args: ['scripts/lint-expressions.ts'] },
  { name: 'format', command: 'oxfmt', args: ['--check'] },
  { name: 'dead code', command: 'knip', args: [] },
  {
    name: 'spelling',
    command: 'cspell',
    args: [
      'lint',
      '--no-progress',
      '{contract,dashboard,server}/**/*.{ts,tsx}',
      '*.md',
      'docs/**/*.md',
      'dashboard/index.html',
    ],
  },
  { name: 'licences', command: 'node', args: ['scripts/licences.ts'] },
  { name: 'OpenAPI', command: 'node', args: ['scripts/lint-openapi.ts'] },
]

const failed = checks.filter(({ name, command, args }) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26 })
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`)
  if (status !== 0) console.log(stdout + stderr)
  return status !== 0
})
process.exit(failed.length === 0 ? 0 : 1)
