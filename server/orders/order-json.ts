import { sql } from 'kysely'
import { cashRegisterJson, parcelJson, withParcel } from '#/server/parcels/store.ts'
import { instant } from '#/server/platform/database/json.ts'
import { orderReceiptJson, withReceipt } from './order-receipt-json.ts'

const notNeededJson = sql`case when o.not_needed_at is not null then json_build_object(
  'reason', o.not_needed_reason, 'at', ${instant(sql`o.not_needed_at`)},
  'by', case when o.not_needed_by is not null then json_build_object('id', o.not_needed_by, 'login', o.not_needed_by_login) end) end`

/**
 * An order as the API shows it, built by PostgreSQL: a page of fifty goes to the reader without being taken apart and
 * put together again. `o` is the order, `p` its parcel, `r` the register, `rc` its last
 * receipt.
 */
export const orderJson = sql`json_build_object(
  'id', o.id, 'crm_id', o.crm_id, 'number', o.number, 'ordered_at', ${instant(sql`o.ordered_at`)}, 'tab', o.tab,
  'recipient', json_build_object('name', o.recipient_name, 'phone', o.recipient_phone),
  'ttn', o.ttn, 'notes', o.notes, 'goods', o.goods, 'total', o.total,
  'edited_at', ${instant(sql`o.edited_at`)}, 'crm_changed', o.crm_changed,
  'crm_cancelled', o.crm_cancelled, 'version', o.version,
  'parcel', ${parcelJson}, 'cash_register', ${cashRegisterJson}, 'receipt', ${orderReceiptJson},
  'receipt_not_needed', ${notNeededJson})`

/** To be joined after `o`. */
export const withParcelAndReceipt = sql`${withParcel} ${withReceipt}`

export const wholeOrder = sql`orders o ${withParcelAndReceipt}`
