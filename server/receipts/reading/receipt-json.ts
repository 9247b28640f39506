import { sql } from 'kysely'
import { prepaymentJson, receiptProblemJson, receiptUrlJson } from '#/server/orders/order/order-receipt-json.ts'
import { instant } from '#/server/platform/database/json.ts'

const acceptedJson = sql`case when rc.accepted_at is not null then json_build_object(
  'control', rc.accepted_control, 'fiscal', rc.accepted_fiscal, 'reason', rc.accepted_reason, 'at', ${instant(sql`rc.accepted_at`)},
  'by', case when rc.accepted_by is not null then json_build_object('id', rc.accepted_by, 'login', rc.accepted_by_login) end) end`

/** A receipt as the API shows it, built by PostgreSQL. `rc` is the receipt, `rp` its prepayment, `r` the register. */
export const receiptJson = sql`json_build_object(
  'id', rc.id, 'order_id', rc.order_id, 'kind', rc.kind, 'state', rc.state, 'ttn', rc.ttn,
  'cash_register', json_build_object('id', r.id, 'name', r.name), 'amount', rc.amount, 'prepayment', ${prepaymentJson},
  'is_test', rc.is_test, 'attempt', rc.attempt, 'cancel_requested', rc.cancel_wanted, 'provider_id', rc.provider_id,
  'fiscal_code', rc.fiscal_code, 'fiscalized_at', ${instant(sql`rc.fiscalized_at`)}, 'returned_at', ${instant(sql`rc.returned_at`)},
  'receipt_url', ${receiptUrlJson(sql`rc.receipt_url`)}, 'problem', ${receiptProblemJson}, 'sums_accepted', ${acceptedJson},
  'created_at', ${instant(sql`rc.created_at`)},
  'created_by', case when rc.created_by is not null then json_build_object('id', rc.created_by, 'login', rc.created_by_login) end)`

export const wholeReceipt = sql`receipts rc left join receipts rp on rp.id = rc.prepayment_id
  join cash_registers r on r.id = rc.cash_register_id`
