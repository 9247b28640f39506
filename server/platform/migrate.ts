import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql, type Kysely, type QueryExecutorProvider } from 'kysely'
import { DEFAULT_MIGRATION_LOCK_TABLE, MIGRATION_LOCK_ID, Migrator, type Migration } from 'kysely/migration'
import { DatabaseError } from 'pg'
import type { Db, Tx } from './database/db.ts'
import { createCode, dropCode, findChanged, type SqlCode } from './database/sql-code.ts'
import type { EncryptionKeys } from './encryption/encryption-keys.ts'
import { decrypt, encrypt, type Place } from './encryption/encryption.ts'
import { Explained } from './explained.ts'
import { newId } from './random.ts'
import { hintOf } from './encryption/secret-hint.ts'

/**
 * Numbered migrations make tables, indexes and data; functions and triggers follow them as code (`database/sql-code.ts`). Both happen
 * under one lock that all processes share and in one transaction, so a start that is killed half-way leaves the database as it was.
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
/** While a migration waits for a table, every later request for it waits too. A transaction of the service is over by then. */
const longestLockWaitMs = 60_000
const lockNotAvailable = '55P03'
/** The first migration after which functions and triggers are code; below it there is no way down. */
const firstWithCode = '0040'

interface Wanted {
  context: MigrationContext
  code: SqlCode
  /** The name of the last migration to have; null: all of them. */
  target: string | null
  lockWaitMs: number
}

/** `to`: a number such as `0041`; without it, all of them. Gives what was done, a line each. */
export async function migrate(
  db: Db | Tx,
  context: MigrationContext,
  code: SqlCode,
  to?: string,
  lockWaitMs = longestLockWaitMs,
): Promise<string[]> {
  const target = to === undefined ? null : requireName(to)
  const work = (tx: Tx) => bringTo(tx, { context, code, target, lockWaitMs })
  try {
    return await (isTransaction(db) ? work(db) : underLock(db, work))
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof DatabaseError ? error.cause : error
    if (!(cause instanceof DatabaseError) || cause.code !== lockNotAvailable) throw error
    throw new Explained(
      'не вдалося оновити схему: таблицю тримає інше з’єднання (копіювання, відкрита транзакція). Дані й схема такі, як були; зупиніть його або зачекайте й повторіть.',
      { cause: error },
    )
  }
}

const isTransaction = (db: Db | Tx): db is Tx => db.isTransaction

/** Kysely's own lock, held until the transaction is over: given a transaction, Kysely would release it before the commit. */
function underLock<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const lock = { lockTable: DEFAULT_MIGRATION_LOCK_TABLE, lockRowId: MIGRATION_LOCK_ID }
  return db.connection().execute(async (connection) => {
    const { adapter } = connection.getExecutor()
    await adapter.acquireMigrationLock(connection, lock)
    try {
      return await connection.transaction().execute(work)
    } catch (error) {
      // Inside the transaction Kysely takes it once more, and cannot release it there after a failure.
      await adapter.releaseMigrationLock(connection, lock)
      throw error
    } finally {
      await adapter.releaseMigrationLock(connection, lock)
    }
  })
}

async function bringTo(tx: Tx, { context, code, target, lockWaitMs }: Wanted): Promise<string[]> {
  await withoutHaste(tx, lockWaitMs)
  const failures: unknown[] = []
  const migrator = createMigrator(tx, context, lockWaitMs, failures)
  const states = await migrator.getMigrations()
  const applied = states.filter(({ executedAt }) => executedAt !== undefined).map(({ name }) => name)
  requireWayDown(applied, target)
  const isLatest = target === null || target === states.at(-1)?.name
  const changed = isLatest ? await findChanged(tx, code) : []
  const isBehind = applied.at(-1) !== (target ?? states.at(-1)?.name)
  if (isBehind || changed.length > 0) await dropCode(tx)
  const steps = await runNumbered(migrator, target, failures)
  // Below the last migration there is no code: it is written for the tables of today.
  if (!isLatest || (steps.length === 0 && changed.length === 0)) return steps
  // Kysely's lock has set its own bound for the rest of the transaction.
  await withoutHaste(tx, lockWaitMs)
  await createCode(tx, code)
  await code.refresh(tx, steps.length > 0 ? null : changed)
  return steps.length > 0 ? steps : [`~ функції й тригери: ${changed.length}`]
}

/** `failures`: of the steps themselves. What Kysely gives is the failure that its unlocking meets after one of them. */
async function runNumbered(migrator: Migrator, target: string | null, failures: readonly unknown[]): Promise<string[]> {
  const { error: last, results = [] } = await (target === null
    ? migrator.migrateToLatest()
    : migrator.migrateTo(target))
  const error = failures[0] ?? last
  if (error) throw error instanceof Error ? error : new Error(JSON.stringify(error))
  return results.map(({ migrationName, direction }) => `${direction === 'Up' ? '+' : '−'} ${migrationName}`)
}

function requireWayDown(applied: readonly string[], target: string | null): void {
  const last = applied.at(-1)
  if (target === null || last === undefined || target >= last || target >= firstWithCode) return
  throw new Explained(
    `нижче за міграцію ${firstWithCode} повернутися не можна: версії до 0.9.0 не мають своїх функцій у цій базі. Щоб повернутися до такої версії, відновіть копію, зроблену нею.`,
  )
}

export async function migrationStates(db: Db): Promise<MigrationState[]> {
  const migrations = await createMigrator(db, null).getMigrations()
  return migrations.map(({ name, executedAt }) => ({ name, applied_at: executedAt?.toISOString() ?? null }))
}

/** For a role that may not migrate. */
export async function requireMigrated(db: Db, code: SqlCode): Promise<void> {
  const waiting = (await migrationStates(db)).filter(({ applied_at }) => applied_at === null)
  const changed = waiting.length === 0 ? await findChanged(db, code) : []
  if (waiting.length === 0 && changed.length === 0) return
  const why =
    waiting.length > 0
      ? `застаріла, бракує міграцій: ${waiting.length}`
      : `від іншої версії, файлів SQL: ${changed.length}`
  throw new Explained(
    `схема бази даних ${why}. Роль із DATABASE_URL не може її змінювати: виконайте kasyr migrate, вказавши адресу власника в KASYR_DATABASE_OWNER_URL.`,
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
function createMigrator(
  db: Db | Tx,
  context: MigrationContext | null,
  lockWaitMs = 0,
  failures: unknown[] = [],
): Migrator {
  const run = async (step: Step, on: Kysely<unknown>): Promise<void> => {
    await withoutHaste(on, lockWaitMs)
    if (context === null) throw new Error('migrations run with a context only')
    await step(on, context).catch((error: unknown) => {
      failures.push(error)
      throw error
    })
  }
  return new Migrator({
    db,
    provider: {
      getMigrations: async () => {
        const entries = migrationNames().map(async (name): Promise<[string, Migration]> => {
          // As an address: in one, a percent sign of a folder's name would mean something else.
          const { up, down }: Ways = await import(pathToFileURL(join(folder, `${name}.ts`)).href)
          return [name, { up: (on) => run(up, on), ...(down && { down: (on: Kysely<unknown>) => run(down, on) }) }]
        })
        return Object.fromEntries(await Promise.all(entries))
      },
    },
  })
}

/** For the transaction of the migrations, whatever the connection is set to: an index of a large table takes its time. */
async function withoutHaste(on: QueryExecutorProvider, lockWaitMs: number): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('lock_timeout', ${String(lockWaitMs)}, true)`.execute(on)
}

type Step = (db: Kysely<unknown>, context: MigrationContext) => Promise<void>

interface Ways {
  up: Step
  down?: Step
}
