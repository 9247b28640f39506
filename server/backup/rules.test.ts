import { describe, expect, test } from 'vitest'
import { whoComesBack, whyNotOurTables, type Person, type Revived } from './rules.ts'

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

describe('who gets in again after a restore', () => {
  const person: Person = {
    login: 'olena',
    role: 'cashier',
    disabled: false,
    password_hash: 'a',
    authenticator: null,
    passkeys: ['p1'],
    recovery_codes: ['r1', 'r2'],
  }
  const again = (before: Partial<Person>, after: Partial<Person> = {}) =>
    whoComesBack([{ ...person, ...before }], [{ ...person, ...after }])
  const none = {
    login: 'olena',
    enabled: false,
    password: false,
    role: null,
    authenticator: false,
    passkeys: 0,
    recovery_codes: 0,
  }

  test.each<[string, Partial<Person>, Partial<Person>, Partial<Revived>]>([
    ['was disabled since', { disabled: true }, {}, { enabled: true }],
    ['has another password since', { password_hash: 'b' }, {}, { password: true }],
    ['has another role since', { role: 'auditor' }, {}, { role: 'cashier' }],
    ['lost an authenticator', { authenticator: null }, { authenticator: '2026' }, { authenticator: true }],
    ['has another authenticator', { authenticator: '2027' }, { authenticator: '2026' }, { authenticator: true }],
    ['lost a passkey', { passkeys: [] }, {}, { passkeys: 1 }],
    ['used recovery codes', { recovery_codes: ['r2'] }, {}, { recovery_codes: 1 }],
  ])('%s', (_how, before, after, what) => {
    expect(again(before, after)).toEqual([{ ...none, ...what }])
  })

  test('nobody who is as before, was disabled only in the backup, or got a factor since', () => {
    expect(again({})).toEqual([])
    expect(again({}, { disabled: true })).toEqual([])
    expect(again({ authenticator: '2027', passkeys: ['p1', 'p2'] })).toEqual([])
    expect(whoComesBack([], [person])).toEqual([])
  })
})
