import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { DatabaseError } from 'pg'
import type { Db } from './database/db.ts'
import type { EncryptionKeys } from './encryption/encryption-keys.ts'
import { decrypt, encrypt, type Place } from './encryption/encryption.ts'
import { Explained } from './explained.ts'
import { newId } from './random.ts'
import { hintOf } from './encryption/secret-hint.ts'

/**
 * Numbered migrations, run in order under a lock that all processes share and in one transaction, so a start that is
 * killed half-way leaves the schema as it was. Each has a way down.
 */
export interface MigrationState {
  name: string
  applied_at: string | null
}

/** What a migration may need beside the database: it imports nothing of ours, or it would change with the code. */
export interface MigrationContext {
  newId(): string
  /** The same secret, sealed for another place. */
  moveSecret(envelope: string, from: Place, to: Place): string
  /** The end of a secret that may be shown, or null where that would be too much of it. */
  hintOf(envelope: string, place: Place): string | null
}

export const migrationContext = (keys: EncryptionKeys): MigrationContext => ({
  newId,
  moveSecret: (envelope, from, to) => encrypt(keys, to, decrypt(keys, from, envelope)),
  hintOf: (envelope, place) => hintOf(decrypt(keys, place, envelope).toString('utf8')),
})

const folder = join(import.meta.dirname, '..', 'migrations')
/** While a migration waits for a table, everybody who comes after it waits too. A transaction of the service is over by then. */
const longestLockWaitMs = 60_000
const lockNotAvailable = '55P03'

/** `to`: a number such as `0007`; without it, all of them. */
export async function migrate(
  db: Db,
  context: MigrationContext,
  to?: string,
  lockWaitMs = longestLockWaitMs,
): Promise<string[]> {
  const migrator = createMigrator(db, context, lockWaitMs)
  const target = to === undefined ? undefined : requireName(to)
  const { error, results = [] } = await (target ? migrator.migrateTo(target) : migrator.migrateToLatest())
  if (error instanceof DatabaseError && error.code === lockNotAvailable)
    throw new Explained(
      'не вдалося оновити схему: таблицю тримає інше з’єднання (копіювання, відкрита транзакція). Дані й схема такі, як були; зупиніть його або зачекайте й повторіть.',
      { cause: error },
    )
  if (error) throw error instanceof Error ? error : new Error(JSON.stringify(error))
  return results.map(({ migrationName, direction }) => `${direction === 'Up' ? '+' : '−'} ${migrationName}`)
}

export async function migrationStates(db: Db): Promise<MigrationState[]> {
  const migrations = await createMigrator(db, null, 0).getMigrations()
  return migrations.map(({ name, executedAt }) => ({ name, applied_at: executedAt?.toISOString() ?? null }))
}

/** For a role that may not migrate. */
export async function requireMigrated(db: Db): Promise<void> {
  const waiting = (await migrationStates(db)).filter(({ applied_at }) => applied_at === null)
  if (waiting.length > 0)
    throw new Explained(
      `схема бази даних застаріла, бракує міграцій: ${waiting.length}. Роль із DATABASE_URL не може її змінювати: виконайте kasyr migrate, вказавши адресу власника в KASYR_DATABASE_OWNER_URL.`,
    )
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

/** Without a context migrations can be listed, not run. */
function createMigrator(db: Kysely<unknown> | Db, context: MigrationContext | null, lockWaitMs: number): Migrator {
  const run = async (step: Step, on: Kysely<unknown>): Promise<void> => {
    await withoutHaste(on, lockWaitMs)
    await step(on, requireContext(context))
  }
  return new Migrator({
    db,
    provider: {
      getMigrations: async () => {
        const entries = migrationNames().map(async (name): Promise<[string, Migration]> => {
          // As an address: in one, a percent sign of a folder's name would mean something else.
          const module: unknown = await import(pathToFileURL(join(folder, `${name}.ts`)).href)
          const { up, down } = requireMigration(name, module)
          return [name, { up: (on) => run(up, on), down: (on) => run(down, on) }]
        })
        return Object.fromEntries(await Promise.all(entries))
      },
    },
  })
}

/** For the transaction of the migrations, whatever the connection is set to: an index of a large table takes its time. */
async function withoutHaste(on: Kysely<unknown>, lockWaitMs: number): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('lock_timeout', ${String(lockWaitMs)}, true)`.execute(on)
}

function requireContext(context: MigrationContext | null): MigrationContext {
  if (context === null) throw new Error('migrations run with a context only')
  return context
}

type Step = (db: Kysely<unknown>, context: MigrationContext) => Promise<void>

function requireMigration(name: string, module: unknown): { up: Step; down: Step } {
  if (!isMigration(module)) throw new Error(`${name}: a migration exports up and down`)
  return module
}

const isMigration = (module: unknown): module is { up: Step; down: Step } =>
  typeof module === 'object' &&
  module !== null &&
  'up' in module &&
  typeof module.up === 'function' &&
  'down' in module &&
  typeof module.down === 'function'
