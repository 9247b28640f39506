import { sql, type RawBuilder } from 'kysely'
import type { TroubleTimes } from './rules.ts'
import { troubleKinds } from './troubles/kinds.ts'

/** Orders whose fiscal receipt says another sum than ours, which no person has accepted. */
export const withAnotherFiscalSum = sql`
  select rc.order_id from receipts rc join orders sold on sold.id = rc.order_id
  where rc.fiscal_differs and is_real(rc) and coalesce(sold.parcel_group not in ('refused', 'deleted'), true)`

/** Paid before then and still awaiting its fiscal receipt is paid for too long; by the columns of migration 0023. */
export const isPaidTooLong = (table: RawBuilder<unknown>, paidBefore: Date): RawBuilder<unknown> => sql`
  ${table}.awaits_fiscal and coalesce(${table}.taken_at, '-infinity') <= ${paidBefore.toISOString()}::timestamptz`

/**
 * Every order that a person must see to. Each part is read by an index of its own that holds nothing else, so that the
 * whole costs what the troubles cost and not what the history does.
 */
export const troubledOrders = (times: TroubleTimes): RawBuilder<unknown> => sql`
  select id from orders where lacks_receipt
  union all select id from orders where control_differs
  union all select id from orders where has_failed
  union all select troubled.id from orders troubled where ${isPaidTooLong(sql`troubled`, times.paid_before)}
  union all ${withAnotherFiscalSum}
  union all select order_id from receipts where state = 'attention'
  union all select order_of_incident(i) from receipt_incidents i where i.settled_at is null
  ${sql.join(
    Object.values(troubleKinds).map(({ select }) => sql`union all select order_id from (${select(times)}) told`),
    sql` `,
  )}`
