import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Db } from './database/database.ts'
import { Explained } from './explained.ts'

/**
 * Numbered migrations, run in order under a lock that all processes share and in one transaction, so a start that is
 * killed half-way leaves the schema as it was. Each has a way down.
 */
export interface MigrationState {
  name: string
  applied_at: string | null
}

const folder = join(import.meta.dirname, '..', 'migrations')

/** `to`: a number such as `0007`; without it, all of them. */
export async function migrate(db: Db, to?: string): Promise<string[]> {
  const migrator = createMigrator(db)
  const target = to === undefined ? undefined : requireName(to)
  const { error, results = [] } = await (target ? migrator.migrateTo(target) : migrator.migrateToLatest())
  if (error) throw error instanceof Error ? error : new Error(JSON.stringify(error))
  return results.map(({ migrationName, direction }) => `${direction === 'Up' ? '+' : '−'} ${migrationName}`)
}

export async function migrationStates(db: Db): Promise<MigrationState[]> {
  const migrations = await createMigrator(db).getMigrations()
  return migrations.map(({ name, executedAt }) => ({ name, applied_at: executedAt?.toISOString() ?? null }))
}

export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => /^\d{4}_\w+\.ts$/.test(file))
    .map((file) => file.replace(/\.ts$/, ''))
    .toSorted()

function requireName(number: string): string {
  const name = migrationNames().find((candidate) => candidate.startsWith(`${number}_`))
  if (!name) throw new Explained(`Міграції ${number} немає. Є: ${migrationNames().join(', ')}.`)
  return name
}

function createMigrator(db: Kysely<unknown> | Db): Migrator {
  return new Migrator({
    db,
    provider: {
      getMigrations: async () => {
        const entries = migrationNames().map(async (name): Promise<[string, Migration]> => {
          const module: unknown = await import(join(folder, `${name}.ts`))
          return [name, requireMigration(name, module)]
        })
        return Object.fromEntries(await Promise.all(entries))
      },
    },
  })
}

function requireMigration(name: string, module: unknown): Migration {
  if (!isMigration(module)) throw new Error(`${name}: a migration exports up and down`)
  return module
}

const isMigration = (module: unknown): module is Required<Migration> =>
  typeof module === 'object' &&
  module !== null &&
  'up' in module &&
  typeof module.up === 'function' &&
  'down' in module &&
  typeof module.down === 'function'
