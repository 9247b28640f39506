import { sql, type RawBuilder } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#/server/platform/database/db.ts'

/** A row locked by another session, so that a statement which needs it waits until the test releases it. */
export interface HeldLock {
  release(): Promise<void>
}

export async function holdLock(db: Db, locking: RawBuilder<unknown>): Promise<HeldLock> {
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const done = db.transaction().execute(async (tx) => {
    const { rows } = await locking.execute(tx)
    if (rows.length === 0) throw new Error('there is no row to hold')
    locked.resolve()
    await released.promise
  })
  done.catch(locked.reject)
  await locked.promise
  return {
    release: async () => {
      released.resolve()
      await done
    },
  }
}

/** How many statements of this database wait for a lock. */
export async function untilWaiting(db: Db, count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows[0]?.waiting
    })
    .toBe(count)
}
