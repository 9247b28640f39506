import { expect, test } from 'vitest'
import { whyNotOurTables } from './rules.ts'

const ours = [
  { name: 'orders', columns: ['id', 'number'] },
  { name: 'users', columns: ['id'] },
  { name: 'sessions', columns: ['id'] },
]
const [orders, users] = [
  { name: 'orders', columns: ['number', 'id'] },
  { name: 'users', columns: ['id'] },
]

test('a backup with every table of ours fits, in whichever order its columns are', () => {
  expect(whyNotOurTables([orders, users], ours)).toBeNull()
  expect(whyNotOurTables([users, orders], ours)).toBeNull()
})

test.each([
  ['a table that is not ours', [orders, users, { name: 'intruders', columns: ['id'] }], 'intruders'],
  ['sessions, which no backup of ours holds', [orders, users, { name: 'sessions', columns: ['id'] }], 'sessions'],
  ['a column too many', [orders, { name: 'users', columns: ['id', 'x'] }], 'users'],
  ['a column too few', [{ name: 'orders', columns: ['id'] }, users], 'orders'],
  ['a table missing', [orders], 'users'],
  ['no table at all', [], 'orders'],
])('a backup with %s is refused by the name of that table', (_what, given, expected) => {
  expect(whyNotOurTables(given, ours)).toBe(expected)
})
