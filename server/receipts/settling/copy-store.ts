import type { Tx } from '#/server/platform/database/db.ts'
import { rowFrom, run, valueFrom } from '#/server/platform/database/rows.ts'
import type { AskedBefore } from './copy-rules.ts'

/** Until the transaction ends, no other request sends a copy of this receipt, nor this person any other copy. */
export async function lockCopying(tx: Tx, receipt_id: string, person: string): Promise<void> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${`copy by ${person}`}, 0))`
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${`copy of ${receipt_id}`}, 0))`
}

/** Reads the audit log: what it does not contain was not sent. */
export async function findAskedBefore(
  tx: Tx,
  receipt_id: string,
  user_id: string | null,
  now: Date,
): Promise<AskedBefore> {
  const found = await rowFrom(tx)<AskedBefore>`
    select
      (select extract(epoch from ${now}::timestamptz - asked.at)::float8 from audit_log asked
       where asked.subject_id = ${receipt_id} and asked.action = 'receipt.copy_asked'
         and not exists (select from audit_log refused where refused.subject_id = ${receipt_id}
           and refused.action = 'receipt.copy_failed' and refused.details->>'asked' = asked.details->>'asked'
           and (refused.details->>'refused')::boolean)
       order by asked.at desc limit 1) as receipt_seconds,
      count(*)::int as person_count,
      coalesce(extract(epoch from ${now}::timestamptz - min(at)), 0)::float8 as person_oldest_seconds
    from audit_log
    where actor_id = ${user_id} and action = 'receipt.copy_asked' and at > ${now}::timestamptz - interval '1 hour'`
  if (found === undefined) throw new Error('a count without a row')
  return found
}

/** Whether this is the phone that the order has. */
export const isBuyersPhone = async (tx: Tx, order_id: string, digits: string): Promise<boolean> =>
  (await valueFrom(tx)<boolean>`
    select right(regexp_replace(recipient_phone, '\\D', '', 'g'), 9) = right(${digits}, 9) as is
    from orders where id = ${order_id}`) ?? false
