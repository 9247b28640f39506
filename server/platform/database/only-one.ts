import { sql } from 'kysely'
import type { Db } from './db.ts'
import { locks, type LockName } from './locks.ts'

/**
 * One at a time in the whole fleet. The lock belongs to a connection, not to a transaction, and goes with it when the
 * process dies.
 */
export function ifNobodyElse<Result>(
  db: Db,
  lock: LockName,
  work: (connection: Db) => Promise<Result>,
): Promise<Result | 'busy'> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${locks[lock]}) as locked`.execute(
      connection,
    )
    if (!rows[0]?.locked) return 'busy'
    try {
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(${locks[lock]})`.execute(connection)
    }
  })
}
