import { expect, test } from 'vitest'
import { circles } from './circles.ts'

const importing = (path: string, ...targets: string[]) => ({
  path,
  text: targets.map((target) => `import type { A } from '${target}'`).join('\n'),
})

test('files that name each other are found, types included', () => {
  const files = [
    importing('server/orders/rules.ts', './store.ts', './search.ts'),
    importing('server/orders/search.ts', 'kysely'),
    importing('server/orders/store.ts', '#/server/orders/rules.ts'),
  ]
  expect(circles(files, [])).toEqual(['server/orders: rules.ts → store.ts → rules.ts'])
})

test('folders that name each other are found, though no file does', () => {
  const files = [
    importing('server/auth/passkeys/routes.ts', '../guard.ts'),
    importing('server/auth/guard.ts', './factors/codes.ts'),
    importing('server/auth/factors/remove.ts', '../passkeys/store.ts'),
  ]
  expect(circles(files, [])).toEqual(['server/auth: factors → passkeys → guard.ts → factors'])
})

test('two circles of one folder are both found', () => {
  const files = [
    importing('contract/a.ts', './b.ts'),
    importing('contract/b.ts', './a.ts'),
    importing('contract/c.ts', './d.ts', './a.ts'),
    importing('contract/d.ts', './c.ts'),
  ]
  expect(circles(files, [])).toEqual(['contract: a.ts → b.ts → a.ts', 'contract: c.ts → d.ts → c.ts'])
})

test('a known circle is left alone, and one that is mended has to leave the list', () => {
  const files = [importing('server/money/a.ts', './b.ts'), importing('server/money/b.ts', './a.ts')]
  expect(circles(files, ['server/money'])).toEqual([])
  expect(circles(files.slice(1), ['server/money'])).toEqual([
    'server/money has no circle any more: take it from the list in test/house/circles.ts',
  ])
})

test('imports that lead one way, and those of tests, are no circle', () => {
  const files = [
    importing('server/a.ts', './b.ts', './c/d.ts'),
    importing('server/b.ts', './c/d.ts', 'pg'),
    importing('server/c/d.test.ts', '../a.ts'),
  ]
  expect(circles(files, [])).toEqual([])
})
