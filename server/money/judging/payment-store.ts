import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { rowsFrom, run } from '#/server/platform/database/rows.ts'
import { day } from '#/server/platform/database/json.ts'
import type { PaymentVerdict } from './rules.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    parcel_payments: PaymentVerdict
  }
}

/** Judged payments as rows, for a statement that reads or writes them. */
export const paymentRows = (verdicts: readonly PaymentVerdict[]): RawBuilder<unknown> => sql`
  jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as v (order_id uuid, ttn text, paid_on date, amount bigint,
    cash_register_id uuid, payee_id uuid, receipt_id uuid, receipt_amount bigint, accepted bigint, lines integer, state text, why text)`

export const listKeptPayments = (db: Db | Tx, orderIds: readonly string[]): Promise<PaymentVerdict[]> =>
  rowsFrom(db)`
    select order_id, ttn, ${day(sql`paid_on`)} as paid_on, amount, cash_register_id, payee_id, receipt_id, receipt_amount, accepted, lines,
      state, why
    from parcel_payments where order_id = any(${orderIds}::uuid[])`

/** `gone`: orders whose parcel is no longer paid for. */
export async function writePayments(
  tx: Tx,
  { gone, changed }: { gone: readonly string[]; changed: readonly PaymentVerdict[] },
): Promise<void> {
  await run(tx)`delete from parcel_payments where order_id = any(${gone}::uuid[])`
  await run(tx)`
    insert into parcel_payments (order_id, ttn, paid_on, amount, cash_register_id, payee_id, receipt_id, receipt_amount, accepted, lines,
      state, why)
    select * from ${paymentRows(changed)}
    on conflict (order_id) do update set ttn = excluded.ttn, paid_on = excluded.paid_on, amount = excluded.amount,
      cash_register_id = excluded.cash_register_id, payee_id = excluded.payee_id, receipt_id = excluded.receipt_id,
      receipt_amount = excluded.receipt_amount, accepted = excluded.accepted, lines = excluded.lines, state = excluded.state,
      why = excluded.why`
}
