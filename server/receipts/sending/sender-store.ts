import { isLeaseOver } from '../machine/due-store.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { rowFrom, run, valueFrom } from '#/server/platform/database/rows.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    receipt_senders: {
      cash_register_id: string
      last_create_at: string | null
      paused_until: string | null
      troubles: number
    }
  }
}

/** Whether the register may send now, by the clock all processes share. */
export interface SenderState {
  /** How long sending is still paused. */
  paused_ms: number
  /** Until the next create may start. */
  wait_ms: number
  /** Another create of this register is under way, or its worker died and the lease is not over yet. */
  busy: boolean
}

/** No pause is longer (`pause-sending.ts`): a later end was written by a database whose clock was ahead. */
const longestPauseSeconds = 3_700

const atOnce: SenderState = { paused_ms: 0, wait_ms: 0, busy: false }

export const findSender = async (db: Db | Tx, registerId: string, createEveryMs: number): Promise<SenderState> =>
  (await rowFrom(db)<SenderState>`
    select case when paused_until <= clock_timestamp() + make_interval(secs => ${longestPauseSeconds})
        then greatest(0, extract(epoch from paused_until - clock_timestamp()) * 1000) else 0 end::float8 as paused_ms,
      least(${createEveryMs}::float8, greatest(0, ${createEveryMs}::float8 - extract(epoch from clock_timestamp() - last_create_at) * 1000))::float8 as wait_ms,
      exists (select from receipts where receipts.cash_register_id = ${registerId} and state = 'sending'
                and not ${isLeaseOver}) as busy
    from receipt_senders where cash_register_id = ${registerId}`) ?? atOnce

/** The transaction that holds this lock is the only one to claim a receipt of this register. */
export async function lockSender(tx: Tx, registerId: string, createEveryMs: number): Promise<SenderState> {
  await run(tx)`insert into receipt_senders (cash_register_id) values (${registerId}) on conflict do nothing`
  await run(tx)`select from receipt_senders where cash_register_id = ${registerId} for update`
  // A statement of its own: the first one still sees what was there before the wait for the lock.
  return findSender(tx, registerId, createEveryMs)
}

export const markCreateStarted = (tx: Tx, registerId: string): Promise<void> =>
  run(tx)`update receipt_senders set last_create_at = clock_timestamp() where cash_register_id = ${registerId}`

/** The provider answers again. */
export const clearTroubles = (db: Db, registerId: string): Promise<void> =>
  run(db)`update receipt_senders set troubles = 0 where cash_register_id = ${registerId} and troubles > 0`

/** Counts one more failure in a row, and returns the count. */
export const countTrouble = async (db: Db, registerId: string): Promise<number> =>
  (await valueFrom(db)<number>`
    insert into receipt_senders (cash_register_id, troubles) values (${registerId}, 1)
    on conflict (cash_register_id) do update set troubles = receipt_senders.troubles + 1
    returning troubles`) ?? 1

/** Never shortens a longer pause. */
export const pauseSender = (db: Db, registerId: string, seconds: number): Promise<void> =>
  run(db)`
    update receipt_senders
    set paused_until = greatest(case when paused_until <= clock_timestamp() + make_interval(secs => ${longestPauseSeconds}) then paused_until end, clock_timestamp() + make_interval(secs => ${seconds}))
    where cash_register_id = ${registerId}`
