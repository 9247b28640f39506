import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { rowFrom, rowsFrom, valuesFrom } from '#/server/platform/database/rows.ts'
import { receiptColumns, type ReceiptRow } from './store.ts'

/** When a receipt is due for its next step by the time of receipts, as SQL conditions: the watch finds what is due by them, the jobs take it by them. */
export const isDue = (now: Date): RawBuilder<boolean> => sql`(next_check_at is null or ${isPast(now)})`

/** No wait is longer than a day and a fifth: a later time was written by a wrong clock. */
const longestWaitMs = 30 * 3_600_000

const isPast = (now: Date): RawBuilder<boolean> => sql`(next_check_at <= ${now.toISOString()}
  or next_check_at > ${new Date(now.getTime() + longestWaitMs).toISOString()})`

/** The rest of an order waits until its prepayment is fiscal. After one that was given back no rest is sent. */
export const maySend = (now: Date): RawBuilder<boolean> => sql`
  state = 'queued' and not cancel_wanted and ${isDue(now)} and (prepayment_id is null
    or exists (select from receipts advance where advance.id = receipts.prepayment_id and advance.state = 'fiscalized'
      and advance.returned_at is null))`

/**
 * Of a chain that is cancelled the rest goes first. A document found by a lookup is not removed while the create may
 * still take effect.
 */
export const mayRemove = (now: Date): RawBuilder<boolean> => sql`
  state = 'created' and cancel_wanted and ${isDue(now)} and (quiet_after is null or quiet_after <= ${now.toISOString()}) and not exists (
    select from receipts rest where rest.prepayment_id = receipts.id and rest.state not in ('cancelled', 'failed'))`

export const mayLookUp = (now: Date): RawBuilder<boolean> =>
  sql`state in ('unknown', 'cancel_unknown') and ${isDue(now)}`

/** Leases are given and compared by the database's clock; none lasts so long that it could end later than within the hour. */
export const isLeaseOver = sql`(lease_until < clock_timestamp() or lease_until > clock_timestamp() + interval '1 hour')`

export const listExpired = (db: Db): Promise<string[]> =>
  valuesFrom(db)`
    select id from receipts where state in ('sending', 'cancelling') and ${isLeaseOver}`

export const lockExpired = (tx: Tx, id: string): Promise<ReceiptRow | undefined> =>
  rowFrom(tx)`
    select ${receiptColumns} from receipts
    where id = ${id} and state in ('sending', 'cancelling') and ${isLeaseOver} for update`

/** How long a last lookup may take. */
const lastLookupSeconds = 45
/** A last lookup that began longer ago was lost when its process stopped; another one is made. */
const lastLookupIsOldSeconds = 300

/** A lookup found nothing and the second one, which proves it, is still to come: the provider is not silent. */
const halfProvenSeconds = 120

/**
 * Receipts in doubt since `since` or longer, in spite of lookups. One that is due gets one more lookup first: after a
 * long stop none was made yet, and the provider may answer at once.
 */
export async function listSilent(db: Db, since: Date, now: Date): Promise<string[]> {
  const isSilent = sql`state in ('unknown', 'cancel_unknown') and unknown_since <= ${since.toISOString()}`
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
  return valuesFrom(db)`
    with given as (
      update receipts set last_look_at = ${now.toISOString()}
      where ${isSilent} and ${isDue(now)}
        and (last_look_at is null or last_look_at < unknown_since or last_look_at < ${before(lastLookupIsOldSeconds)})
      returning id)
    select id from receipts
    where ${isSilent} and (not ${isDue(now)} or last_look_at <= ${before(lastLookupSeconds)})
      and (absent_at is null or absent_at <= ${before(halfProvenSeconds)}) and id not in (select id from given)`
}

export const listToRecheck = (db: Db, now: Date): Promise<string[]> =>
  valuesFrom(db)`
    select id from receipts where state = 'attention' and ${isPast(now)}`

/** Rests whose prepayment failed, was cancelled or was given back: they would wait for ever. */
export const listWithoutPrepayment = (db: Db): Promise<string[]> =>
  valuesFrom(db)`
    select receipts.id from receipts join receipts advance on advance.id = receipts.prepayment_id
    where receipts.state = 'queued' and (advance.state in ('cancelled', 'failed') or advance.returned_at is not null)`

export interface DueWork {
  cash_register_id: string
  step: 'send' | 'reconcile' | 'cancel'
}

/** A register whose sending is paused has nothing to send or remove until the pause ends; lookups go on. */
export const listDueWork = (db: Db, now: Date): Promise<DueWork[]> =>
  rowsFrom(db)`
    select distinct cash_register_id, case when ${mayLookUp(now)} then 'reconcile' when ${maySend(now)} then 'send' else 'cancel' end as step
    from receipts
    where state not in ('cancelled', 'failed', 'fiscalized') and (${mayLookUp(now)} or (
      (${maySend(now)} or ${mayRemove(now)})
      and not exists (select from receipt_senders s where s.cash_register_id = receipts.cash_register_id and s.paused_until between clock_timestamp() and clock_timestamp() + interval '3700 seconds')))`
