import { expect, test } from 'vitest'
import { lockedAddresses, loosePins } from './packages.ts'

test.each(['^1.2.3', '~1.2.3', '1.2', '*', 'latest', '>=1.2.3', 'github:a/b', 'npm:other@^1.0.0'])(
  'the pin %s is found to be loose',
  (version) => {
    const text = JSON.stringify({ dependencies: { kysely: '0.29.8' }, devDependencies: { vitest: version } })
    expect(loosePins([{ path: 'package.json', text }])).toEqual([`vitest is pinned to ${version}, not to one version`])
  },
)

test('overrides and optional packages are looked at too, and exact pins are left alone', () => {
  const exact = { a: '1.2.3', b: '18.4.0-beta.17' }
  const manifest = { dependencies: exact, devDependencies: exact, optionalDependencies: exact, overrides: exact }
  expect(loosePins([{ path: 'package.json', text: JSON.stringify(manifest) }])).toEqual([])
  const loose = JSON.stringify({ optionalDependencies: { a: '^1.0.0' }, overrides: { b: '1.x' } })
  expect(loosePins([{ path: 'package.json', text: loose }])).toHaveLength(2)
})

test('a registry address in the lockfile is found', () => {
  const locked = (entry: object) => [
    { path: 'package-lock.json', text: JSON.stringify({ packages: { '': {}, 'node_modules/a': entry } }) },
  ]
  expect(lockedAddresses(locked({ version: '1.2.3' }))).toEqual([])
  expect(lockedAddresses(locked({ version: '1.2.3', resolved: 'https://mirror.local/a.tgz' }))).toEqual([
    'node_modules/a is locked to https://mirror.local/a.tgz',
  ])
})
