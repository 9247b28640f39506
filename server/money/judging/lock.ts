import { DatabaseError } from 'pg'
import { AppError } from '#/contract/errors.ts'
import { locks } from '#/server/platform/database/locks.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { anyFrom, run } from '#/server/platform/database/rows.ts'

/** Payout lists are imported, withdrawn and judged by one transaction at a time, over all processes. */
export async function lockMoney(tx: Tx): Promise<void> {
  await run(tx)`select set_config('lock_timeout', ${String(longestWaitMs)}, true)`
  try {
    await run(tx)`select pg_advisory_xact_lock(${locks.money}), set_config('lock_timeout', '0', true)`
  } catch (error) {
    throw isLockTimeout(error) ? new AppError('money.busy', { seconds: 10 }) : error
  }
}

/** The longest list is judged within ten seconds. A person who has waited as long gets an answer while the browser still listens. */
const longestWaitMs = 10_000

const isLockTimeout = (error: unknown): boolean => error instanceof DatabaseError && error.code === '55P03'

export const isWithoutPayouts = async (db: Db | Tx): Promise<boolean> =>
  !(await anyFrom(db)`select from payouts limit 1`)
