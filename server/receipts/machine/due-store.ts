import { sql } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { isDue, mayLookUp, mayRemove, maySend } from './due-work.ts'
import { receiptColumns, type ReceiptRow } from './store.ts'

/** Leases are of the database's clock, like whoever gave them. */
export async function listExpired(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from receipts where state in ('sending', 'cancelling') and lease_until < clock_timestamp()`.execute(db)
  return rows.map(({ id }) => id)
}

export async function lockExpired(tx: Tx, id: string): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from receipts
    where id = ${id} and state in ('sending', 'cancelling') and lease_until < clock_timestamp() for update`.execute(tx)
  return rows[0]
}

/** So long a last look may take to come to its end. */
const lastLookSeconds = 45
/** A last look that was given longer ago was of a life before: whoever gave it has stopped since. */
const lastLookIsOldSeconds = 300

/** A look has found nothing and the second one, which proves it, is to come: the provider is not silent. */
const halfProvenSeconds = 120

/**
 * In doubt since then or longer, and looked at all the same. What is due is given one more look first: after a long stop nobody
 * has asked yet, and the provider may answer at once.
 */
export async function listSilent(db: Db, since: Date, now: Date): Promise<string[]> {
  const isSilent = sql`state in ('unknown', 'cancel_unknown') and unknown_since <= ${since.toISOString()}`
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
  const { rows } = await sql<{ id: string }>`
    with given as (
      update receipts set last_look_at = ${now.toISOString()}
      where ${isSilent} and ${isDue(now)}
        and (last_look_at is null or last_look_at < unknown_since or last_look_at < ${before(lastLookIsOldSeconds)})
      returning id)
    select id from receipts
    where ${isSilent} and (not ${isDue(now)} or last_look_at <= ${before(lastLookSeconds)})
      and (absent_at is null or absent_at <= ${before(halfProvenSeconds)}) and id not in (select id from given)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function listToRecheck(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from receipts where state = 'attention' and next_check_at <= ${now.toISOString()}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Rests whose prepayment will never be, or was given back: they would wait for ever. */
export async function listWithoutPrepayment(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select receipts.id from receipts join receipts advance on advance.id = receipts.prepayment_id
    where receipts.state = 'queued' and (advance.state in ('cancelled', 'failed') or advance.returned_at is not null)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export interface DueWork {
  cash_register_id: string
  step: 'send' | 'reconcile' | 'cancel'
}

/** A register that is left alone has nothing to send until that is over; looking is another matter. */
export async function listDueWork(db: Db, now: Date): Promise<DueWork[]> {
  const { rows } = await sql<DueWork>`
    select distinct cash_register_id, case when ${mayLookUp(now)} then 'reconcile' when ${maySend(now)} then 'send' else 'cancel' end as step
    from receipts
    where state not in ('cancelled', 'failed', 'fiscalized') and (${mayLookUp(now)} or (
      (${maySend(now)} or ${mayRemove(now)})
      and not exists (select from receipt_senders s where s.cash_register_id = receipts.cash_register_id and s.paused_until > clock_timestamp())))`.execute(
    db,
  )
  return rows
}
