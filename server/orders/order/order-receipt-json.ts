import { sql, type RawBuilder } from 'kysely'
import { prepaymentStays } from '#/contract/receipt-words.ts'
import { instant } from '#/server/platform/database/json.ts'
import { receiptUrlPattern } from '#/server/integrations/fiscal/receipt-url.ts'

/** What stands in the database is not believed either: a screen makes a link of it. */
export const receiptUrlJson = (column: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`case when ${column} ~ ${sql.lit(receiptUrlPattern)} then ${column} end`

/** A receipt's prepayment, which is a receipt of its own: `rp`, joined to the receipt `rc`. */
export const prepaymentJson = sql`
  case when rp.id is not null then json_build_object('amount', rp.amount, 'payment', rp.payment, 'state', rp.state,
    'fiscal_code', rp.fiscal_code, 'returned_at', ${instant(sql`rp.returned_at`)}, 'receipt_url', ${receiptUrlJson(sql`rp.receipt_url`)}) end`

/** Its own problem, or that a fiscal prepayment outlives the rest that was given up. */
export const receiptProblemJson = sql`
  coalesce(rc.problem, case when rc.cancel_wanted and rp.state = 'fiscalized' and rp.returned_at is null
    then ${sql.lit(JSON.stringify(prepaymentStays))}::jsonb end)`
