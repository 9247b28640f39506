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
  // The same database after another history: here the backup is in order and we are not.
  const [sorted, grown] = [{ name: 'orders', columns: ['id', 'number'] }, [orders, users]]
  expect(whyNotOurTables([sorted, users], grown)).toBeNull()
})

test('of several tables that do not fit, the first in the backup is named', () => {
  const strange = ['intruders', 'others'].map((name) => ({ name, columns: ['id'] }))
  expect(whyNotOurTables([orders, ...strange, users], ours)).toBe('intruders')
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
