import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { Logger } from '../log.ts'
import type { Db } from './db.ts'
import { PreparingClient } from './prepared.ts'
import { readerOfType } from './values.ts'
import { openEmbeddedServer, type Claim, type EmbeddedServer } from './embedded/embedded-server.ts'

export interface Database {
  db: Db
  pool: Pool
  url: string
  /** Where the server comes from, in the words of the start-up message. */
  origin: EmbeddedServer['origin'] | 'external'
  close(): Promise<void>
}

interface Options {
  database_url: string | null
  data_dir: string
  claim: Claim
  log: Logger
  pool_size?: number
}

/**
 * `serving`: a statement that takes longer than a minute is a fault, and a transaction left open would block others for
 * ever. `preparing`: an index on a large table takes as long as it takes, but a wait for a lock holds up every request
 * that comes after it.
 */
const limits = {
  serving: '-c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000',
  preparing: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=60000',
} as const

/** The database as the role of the address: of the embedded server, its owner. What serves requests is opened by `openServing`. */
export async function openDatabase({ database_url, data_dir, claim, log, pool_size = 10 }: Options): Promise<Database> {
  if (database_url !== null) return connectDatabase(database_url, log, { pool_size })
  const embedded = await openEmbeddedServer(data_dir, claim, log)
  const database = connectDatabase(embedded.url, log, { pool_size })
  const close = () => database.close().then(embedded.close)
  return { ...database, origin: embedded.origin, close }
}

export function connectDatabase(
  url: string,
  log: Logger,
  { pool_size = 10, work = 'serving' }: { pool_size?: number; work?: keyof typeof limits } = {},
): Database {
  const pool = new Pool({
    Client: PreparingClient,
    connectionString: url,
    max: pool_size,
    // A single connection may have a lock, and is not closed for idling.
    ...(pool_size === 1 && { idleTimeoutMillis: 0 }),
    connectionTimeoutMillis: 10_000,
    // The path is ours and not the role's: functions of another schema must not stand before those of PostgreSQL.
    options: `-c TimeZone=UTC -c search_path=public ${limits[work]}`,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        format === 'binary' ? types.getTypeParser(oid, 'binary') : readerOfType(oid),
    },
  })
  // A connection that dies while a transaction holds it fails its next statement; the event itself must not end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await db.destroy()
    // Kysely leaves a pool alone that it has never used.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, url, origin: 'external', close }
}
