import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Every advisory lock of the service by its number. Processes of two versions run side by side during an upgrade and must
 * exclude each other, so a number is never changed and never given to another lock.
 */
export const locks = {
  /** Held on the embedded server by the process that owns it. */
  embedded_server: 7_586_921,
  /** Sealing the audit log and writing its checkpoint. */
  audit_chain: 7_586_922,
  crm_sync: 7_586_930,
  parcel_tracking: 7_586_931,
  /** Rotating and forgetting keys: two at once would each write the key file without the other's key. */
  key_rotation: 7_586_934,
  /** Which cash register is the default, and which names and keys are taken. */
  cash_registers: 7_586_941,
  payees: 7_586_947,
  /** Payout lists are imported, withdrawn and judged. */
  money: 7_586_948,
  /** Migrating and granting as the owner of the database. */
  preparing: 7_586_950,
  demo_receipts: 7_586_951,
} as const

type LockName = keyof typeof locks

/**
 * One at a time in all processes; the others get `busy`. The lock belongs to a connection, not to a transaction, and
 * goes with it when the process dies.
 */
export function ifLockFree<Result>(
  db: Db,
  lock: LockName,
  work: (connection: Db) => Promise<Result>,
): Promise<Result | 'busy'> {
  return db.connection().execute(async (connection) => {
    const taking = sql<{ locked: boolean }>`select pg_try_advisory_lock(${locks[lock]}) as locked`
    const { rows } = await taking.execute(connection)
    return rows[0]?.locked ? thenUnlock(connection, lock, work) : 'busy'
  })
}

/** The same, but it waits for its turn. */
export function whenLockFree<Result>(
  db: Db,
  lock: LockName,
  work: (connection: Db) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${locks[lock]})`.execute(connection)
    return thenUnlock(connection, lock, work)
  })
}

async function thenUnlock<Result>(
  connection: Db,
  lock: LockName,
  work: (connection: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(connection)
  } finally {
    await sql`select pg_advisory_unlock(${locks[lock]})`.execute(connection)
  }
}
