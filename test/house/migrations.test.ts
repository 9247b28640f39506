import { expect, test } from 'vitest'
import { migrationFaults } from './migrations.ts'

const whole = 'export async function up() {}\nexport async function down() {}'
const named = (...names: string[]) => names.map((name) => ({ path: `server/migrations/${name}`, text: whole }))

test('migrations in order, each with both ways, are left alone', () => {
  expect(migrationFaults(named('0002_audit.ts', '0001_users.ts', '0003_events.ts'))).toEqual([])
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

test('a migration without a way down is found', () => {
  const text = 'export const up = async () => undefined'
  expect(migrationFaults([{ path: 'server/migrations/0001_users.ts', text }])).toEqual([
    'server/migrations/0001_users.ts has no way down',
  ])
})
