import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Pool, types } from 'pg'
import type { Logger } from '../log.ts'
import { preparing, rememberPool } from './prepared.ts'
import { openEmbeddedServer, type Claim, type EmbeddedServer } from './embedded/embedded-server.ts'

/**
 * The tables by name. Each feature adds its own with `declare module`, so a new table touches no shared file and any
 * store may still join any table.
 */
export interface Tables {}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

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

export async function openDatabase({ database_url, data_dir, claim, log, pool_size = 10 }: Options): Promise<Database> {
  const embedded = database_url === null ? await openEmbeddedServer(data_dir, claim, log) : null
  const url = embedded?.url ?? database_url ?? ''
  const pool = new Pool({
    connectionString: url,
    max: pool_size,
    connectionTimeoutMillis: 10_000,
    // A statement that takes longer is a fault; a transaction left open would block others for ever.
    options: '-c TimeZone=UTC -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        format === 'binary' ? types.getTypeParser(oid, 'binary') : parserOf(oid),
    },
  })
  // A connection that dies while a transaction holds it fails its next statement; the event itself must not end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
  rememberPool(db, pool)
  return {
    db,
    pool,
    url,
    origin: embedded?.origin ?? 'external',
    close: async () => {
      await db.destroy()
      // Kysely ends only a pool it has used.
      if (!pool.ending) await pool.end()
      await embedded?.close()
    },
  }
}

/** PostgreSQL's numbers for the two types it would otherwise hand out in its own spelling. */
const timestamptz = 1184
const int8 = 20

/** Rows come out as they go into JSON: instants as ISO strings with Z, whole numbers as numbers. */
function parserOf(oid: number): (text: string) => unknown {
  if (oid === timestamptz) return toInstant
  if (oid === int8) return toSafeInteger
  return types.getTypeParser(oid, 'text')
}

/** '2026-03-09 07:05:00.123456+00' → '2026-03-09T07:05:00.123Z'; every session is in UTC. */
export function toInstant(text: string): string {
  const fraction = text
    .slice(20, text.length - 3)
    .padEnd(3, '0')
    .slice(0, 3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of range: ${text}`)
  return value
}
