import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

test('a weak test leaves a survivor that is reported, and a mutant that never ends counts as noticed and is counted apart', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/mutate.ts', 'test/mutate/planted/weak.ts'], {
    cwd: root,
    env: { ...process.env, KASYR_MUTANT_MS: '3000' },
  }).catch((error: { stdout: string }) => error)
  expect(stdout).toContain('test/mutate/planted/weak.ts:2 >=: days > 3')
  expect(stdout).not.toContain('removed: queue.shift()')
  expect(stdout).toMatch(/file +mutants +killed +hung +excused +score/)
  expect(stdout).toMatch(/weak\.ts +\d+ +\d+ +1 +0 /)
})
