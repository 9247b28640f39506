import { expect, test } from 'vitest'
import { migrationFaults, sqlCodeFaults } from './migrations.ts'

const up = 'export async function up() {}'
const whole = `${up}\nexport async function down() {}`
const named = (...names: string[]) => names.map((name) => ({ path: `server/migrations/${name}`, text: up }))
const firstForty = Array.from({ length: 40 }, (_, index) => `${String(index + 1).padStart(4, '0')}_a.ts`)

test('migrations in order, each with its ways, are left alone', () => {
  expect(migrationFaults(named('0002_audit.ts', '0001_users.ts', '0003_events.ts'))).toEqual([])
  expect(migrationFaults([...named(...firstForty), { path: 'server/migrations/0041_b.ts', text: whole }])).toEqual([])
})

test('a gap, a number given twice and a wrong beginning are found', () => {
  expect(migrationFaults(named('0001_users.ts', '0003_events.ts'))).toEqual([
    'server/migrations/0003_events.ts stands where 0002 is expected',
  ])
  expect(migrationFaults(named('0001_users.ts', '0001_audit.ts'))).toHaveLength(1)
  expect(migrationFaults(named('0000_users.ts'))).toHaveLength(1)
})

test('a name the program would pass over is found', () => {
  expect(migrationFaults(named('0001-users.ts'))).toContain(
    'server/migrations/0001-users.ts is not named like 0007_parcels.ts',
  )
})

test('a migration without a way down is found, and one with a way down that leads nowhere', () => {
  expect(migrationFaults(named(...firstForty, '0041_b.ts'))).toEqual(['server/migrations/0041_b.ts has no way down'])
  expect(migrationFaults([{ path: 'server/migrations/0001_users.ts', text: whole }])).toEqual([
    'server/migrations/0001_users.ts has a way down that would leave no functions',
  ])
})

const why = '-- Because.\n'
const at = (path: string, text: string) => ({ path, text })

test('a function with its triggers and triggers alone are left alone', () => {
  const own = `${why}create function tell_orders() returns trigger;\ncreate trigger tell after update on parcels;`
  const files = [
    at('server/parcels/sql/tell-orders.sql', own),
    at('server/audit/sql/only-grows.sql', `${why}create constraint trigger only_grows before update on audit_log;`),
    at('server/platform/x.test.ts', 'const text = `create function one()`'),
  ]
  expect(sqlCodeFaults(files)).toEqual([])
})

test.each([
  [
    'a function in a migration',
    at('server/migrations/0041_b.ts', 'sql`create or replace function one()`'),
    'creates the function one',
  ],
  [
    'a trigger in a store',
    at('server/orders/store.ts', 'sql`CREATE TRIGGER\n  one after insert`'),
    'creates the TRIGGER one',
  ],
  ['a view', at('server/orders/sql/one.sql', `${why}create view one as select 1;`), 'creates a view'],
  ['another name', at('server/orders/sql/two.sql', `${why}create function one();`), 'not named after one'],
  ['a name that is none', at('server/orders/sql/one_two.sql', `${why}create function one_two();`), 'not named like'],
  ['no reason', at('server/orders/sql/one.sql', 'create function one();'), 'does not say why'],
  ['nothing', at('server/orders/sql/one.sql', `${why}select 1;`), 'creates nothing'],
  [
    'two functions',
    at('server/orders/sql/one.sql', `${why}create function one();create function two();`),
    'has 2 functions',
  ],
  ['a replacement', at('server/orders/sql/one.sql', `${why}create or replace function one();`), 'replaces'],
])('%s is found', (_what, file, words) => {
  expect(sqlCodeFaults([file]).join('\n')).toContain(words)
})

test('a function that stands twice is found', () => {
  const text = `${why}create function one();`
  expect(sqlCodeFaults([at('server/orders/sql/one.sql', text), at('server/parcels/sql/one.sql', text)])).toEqual([
    'server/parcels/sql/one.sql defines one a second time',
  ])
})
