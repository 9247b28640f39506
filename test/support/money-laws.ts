import { sql, type RawBuilder } from 'kysely'
import { countMisjudgedWithin } from '#/server/money/judging/judge.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'

/**
 * What must hold of money at any moment, each as a question that finds the rows that break it. They ask the rows themselves; only the
 * law of judgements asks the product whether it would judge the same again.
 */
const laws: Record<string, RawBuilder<unknown>> = {
  line: sql`select from payout_lines where accepted - commission <> transferred`,
  'payout list': sql`
    select from payouts p join (
      select payout_id, sum(accepted) as accepted, sum(commission) as commission, sum(transferred) as transferred
      from payout_lines group by payout_id) l on l.payout_id = p.id
    where (p.accepted, p.commission, p.transferred) is distinct from (l.accepted, l.commission, l.transferred)`,
  positions: sql`
    select from payout_lines group by payout_id having min(position) <> 1 or max(position) <> count(*) or count(distinct position) <> count(*)`,
  'payout lists together': sql`select from payouts having sum(accepted) - sum(commission) <> sum(transferred)`,
  'paid parcels': sql`
    select from (select count(*) as count, coalesce(sum(amount), 0) as amount from parcel_payments) kept,
      (select count(*) as count, coalesce(sum(cod_amount), 0) as amount from orders
        where deleted_at is null and cod_amount > 0 and (paid or parcel_group = 'received')) paid
    where exists (select from payouts) and (kept.count, kept.amount) is distinct from (paid.count, paid.amount)`,
  'fiscal receipts': sql`
    select from (
      select count(*) as count from receipts r join orders o on o.id = r.order_id
      where r.kind = 'ettn' and r.state = 'fiscalized' and r.retired_at is null and o.deleted_at is null) fiscal,
      (select count(*) as count from parcel_payments where state in ('settled', 'awaiting', 'sum_differs', 'returned')
        or (state = 'other_payee' and exists (select from receipts r where r.id = receipt_id and r.state = 'fiscalized'))) told,
      (select count(*) as count from receipts r join orders o on o.id = r.order_id
        where r.kind = 'ettn' and r.state = 'fiscalized' and r.retired_at is null and o.deleted_at is null
          and not (coalesce(o.cod_amount > 0, false) and (o.paid or coalesce(o.parcel_group = 'received', false)))) unseen
    where exists (select from payouts) and fiscal.count <> told.count + unseen.count`,
}

/** The laws that do not hold now. */
export async function brokenLaws(db: Db | Tx): Promise<string[]> {
  const broken: string[] = []
  for (const [law, breaks] of Object.entries(laws)) {
    const { rows } = await sql`select from (${breaks} limit 1) broken`.execute(db)
    if (rows.length > 0) broken.push(law)
  }
  if ((await countMisjudgedWithin(db)) > 0) broken.push('judgements')
  return broken
}
