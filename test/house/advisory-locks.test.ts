import { expect, test } from 'vitest'
import { advisoryLocks } from './advisory-locks.ts'

const table = 'server/platform/database/locks.ts'
const locks = (text: string) => ({ path: table, text: `export const locks = {\n${text}\n}` })

test('two locks with one number are found, however it is spelled', () => {
  expect(advisoryLocks([locks('  sync: 7_586_930,\n  money: 7_586_931,\n  demo: 7586930,')])).toEqual([
    `${table} gives 7586930 to two locks`,
  ])
})

test.each([
  'await sql`select pg_advisory_xact_lock(7586948)`.execute(tx)',
  'await sql`select pg_try_advisory_lock(${syncLock}) as locked`.execute(db)',
  "await client.query('select pg_advisory_lock_shared(1)')",
])('a lock past the table is found: %s', (text) => {
  expect(advisoryLocks([{ path: 'server/orders/store.ts', text }])).toEqual([
    `server/orders/store.ts:1 locks past the table of ${table}`,
  ])
})

test.each(['server/orders/store.ts', 'test/scenarios/a.test.ts'])(
  'a number of the table that %s repeats is found',
  (path) => {
    const file = { path, text: '\nconst syncLock = 7_586930' }
    expect(advisoryLocks([locks('  sync: 7_586_930,'), file])).toEqual([`${path}:2 repeats the lock number 7_586930`])
  },
)

test('locks of the table, locks on a text and numbers of a test are left alone', () => {
  const files = [
    locks('  sync: 7_586_930,\n  money: 7_586_931,'),
    {
      path: 'server/a.ts',
      text: 'sql`select pg_advisory_xact_lock(${locks.sync}), pg_advisory_unlock(${locks[lock]})`',
    },
    { path: 'server/b.ts', text: "sql`select pg_advisory_xact_lock(hashtextextended(${'copy'}, 0))`" },
    { path: 'server/c.test.ts', text: 'sql`select pg_advisory_xact_lock(8)`' },
  ]
  expect(advisoryLocks(files)).toEqual([])
})
