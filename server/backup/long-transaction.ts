import { Kysely, PostgresDialect } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Db, Tx } from '../platform/database/db.ts'

/** A large table takes its time: only here may a statement take longer than a minute. */
export async function inLongTransaction(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('begin isolation level repeatable read read only')
    await work(client)
    await client.query('commit')
  } finally {
    // The connection has settings of its own, and an aborted COPY leaves it in the middle of one: it is not returned to
    // the pool.
    client.release(true)
  }
}

/** One connection seen in two ways: as a transaction for migrations and verbs, and bare for COPY. All of it is kept, or none. */
export async function inRestoringTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient, tx: Tx) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  const alone = { options: pool.options, connect: () => Promise.resolve(client), end: () => Promise.resolve() }
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: alone }) })
  return db.transaction().execute(async (tx) => {
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    return work(client, tx)
  })
}
