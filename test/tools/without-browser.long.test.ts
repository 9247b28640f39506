import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const why = 'Немає браузера для тестів: встановіть його.'

test('a run without a browser runs the rest, says in one line what it left out and how to get it, counts it and is green', () => {
  const words = ['--project', 'unit', '--project', 'component', 'component/gallery-others', 'contract/plurals']
  const { status, stdout } = spawnSync('node', ['scripts/test.mjs', ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, KASYR_TEST_LACKS_BROWSER: why },
  })
  expect(stdout).toMatch(/\nТести в браузері пропущено\. [^\n]+\n\n[1-9]\d* passed, 0 failed, [1-9]\d* skipped\n$/)
  expect(stdout.split(why)).toHaveLength(2)
  expect(status).toBe(0)
})
