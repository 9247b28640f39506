import { sql, type RawBuilder } from 'kysely'
import { prepaymentStays } from '#/contract/receipt-words.ts'
import { receiptUrlPattern } from '#/server/integrations/fiscal/receipt-url.ts'
import { instant } from '#/server/platform/database/json.ts'

/** What stands in the database is not believed either: a screen makes a link of it. */
export const receiptUrlJson = (column: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`case when ${column} ~ ${sql.lit(receiptUrlPattern)} then ${column} end`

/** A receipt's prepayment, which is a receipt of its own: `rp`, joined to the receipt `rc`. */
export const prepaymentJson = sql`
  case when rp.id is not null then json_build_object('amount', rp.amount, 'payment', rp.payment, 'state', rp.state,
    'fiscal_code', rp.fiscal_code, 'receipt_url', ${receiptUrlJson(sql`rp.receipt_url`)}) end`

/** Its own problem, or that a fiscal prepayment outlives the rest that was given up. */
export const receiptProblemJson = sql`
  coalesce(rc.problem, case when rc.cancel_wanted and rp.state = 'fiscalized' and rp.returned_at is null
    then ${sql.lit(JSON.stringify(prepaymentStays))}::jsonb end)`

/** The last receipt of the order `o`, as the order shows it. */
export const orderReceiptJson = sql`
  case when rc.id is not null then json_build_object('id', rc.id, 'state', rc.state, 'amount', rc.amount, 'prepayment', ${prepaymentJson},
    'is_test', rc.is_test, 'cancel_requested', rc.cancel_wanted, 'fiscal_code', rc.fiscal_code,
    'fiscalized_at', ${instant(sql`rc.fiscalized_at`)}, 'returned_at', ${instant(sql`rc.returned_at`)},
    'receipt_url', ${receiptUrlJson(sql`rc.receipt_url`)}, 'problem', ${receiptProblemJson}) end`

/** To be joined after `o`. A new try is a new row, so the newest is the one that counts. */
export const withReceipt = sql`
  left join lateral (
    select id, state, amount, is_test, cancel_wanted, fiscal_code, fiscalized_at, returned_at, receipt_url, problem, prepayment_id
    from receipts where order_id = o.id and kind = 'ettn' order by created_at desc limit 1) rc on true
  left join receipts rp on rp.id = rc.prepayment_id`
