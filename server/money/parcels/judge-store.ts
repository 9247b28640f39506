import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#/server/platform/database/db.ts'

/**
 * Writes what became of the money for the parcels of these orders, and takes away what stands there for parcels that are no longer
 * paid. The transfers must have been judged before: they say which order they belong to.
 */
export async function judgePayments(tx: Tx, orderIds: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    with ids as materialized (select ${orderIds} as list),
      judged as materialized (select j.* from ids, judged_parcel_payments(ids.list) j where exists (select from payouts)),
      gone as (
        delete from parcel_payments kept using ids
        where kept.order_id = any(ids.list) and not exists (select from judged j where j.order_id = kept.order_id) returning kept.order_id),
      written as (
        insert into parcel_payments as kept (order_id, ttn, paid_on, amount, cash_register_id, payee_id, receipt_id, receipt_amount,
          accepted, lines, state, why) select * from judged
        on conflict (order_id) do update set ttn = excluded.ttn, paid_on = excluded.paid_on, amount = excluded.amount,
          cash_register_id = excluded.cash_register_id, payee_id = excluded.payee_id, receipt_id = excluded.receipt_id,
          receipt_amount = excluded.receipt_amount, accepted = excluded.accepted, lines = excluded.lines, state = excluded.state,
          why = excluded.why
        where (kept.ttn, kept.paid_on, kept.amount, kept.cash_register_id, kept.payee_id, kept.receipt_id, kept.receipt_amount,
            kept.accepted, kept.lines, kept.state, kept.why)
          is distinct from (excluded.ttn, excluded.paid_on, excluded.amount, excluded.cash_register_id, excluded.payee_id,
            excluded.receipt_id, excluded.receipt_amount, excluded.accepted, excluded.lines, excluded.state, excluded.why)
        returning kept.order_id)
    select from gone union all select from written`.execute(tx)
  return rows.length > 0
}

/** How many kept rows differ from fresh ones, or are missing, or are too many; the doctor expects none. */
export async function countMisjudgedPayments(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from judged_parcel_payments(case when exists (select from payouts) then array(select id from orders) else '{}' end) j
    full join parcel_payments kept on kept.order_id = j.order_id
    where (kept.ttn, kept.paid_on, kept.amount, kept.cash_register_id, kept.payee_id, kept.receipt_id, kept.receipt_amount,
        kept.accepted, kept.lines, kept.state, kept.why)
      is distinct from (j.ttn, j.paid_on, j.amount, j.cash_register_id, j.payee_id, j.receipt_id, j.receipt_amount, j.accepted, j.lines,
        j.state, j.why)`.execute(tx)
  return rows[0]?.count ?? 0
}
