import { sql } from 'kysely'
import type { Receipt, ReceiptListQuery } from '#/contract/receipts.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import type { PageCursor } from '#/server/platform/cursor.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { rowsFrom, valueFrom, valuesFrom } from '#/server/platform/database/rows.ts'
import { kyivDay } from '#/server/platform/database/kyiv-day.ts'
import { receiptJson, wholeReceipt } from './receipt-json.ts'

export const findReceipt = (db: Db | Tx, id: string): Promise<Receipt | undefined> =>
  valueFrom(db)`
    select ${receiptJson} as item from ${wholeReceipt} where rc.id = ${id}`

/** Newest first. Row `limit + 1` shows whether there is a next page. */
export async function listReceipts(db: Db, query: ReceiptListQuery, after: PageCursor | null): Promise<Receipt[]> {
  const { state, cash_register_id, from, to, limit } = query
  return valuesFrom(db)`
    select ${receiptJson} as item from ${wholeReceipt}
    where true
      ${state === undefined ? sql`` : sql`and rc.state = ${state}`}
      ${cash_register_id === undefined ? sql`` : sql`and rc.cash_register_id = ${cash_register_id}`}
      ${from === undefined ? sql`` : sql`and rc.created_at >= ${kyivDay(from, 0)}`}
      ${to === undefined ? sql`` : sql`and rc.created_at < ${kyivDay(to, 1)}`}
      ${after === null ? sql`` : sql`and (rc.created_at, rc.id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by rc.created_at desc, rc.id desc
    limit ${limit + 1}`
}

export interface EventRow {
  at: string
  event: string
  kind: string
  from_state: ReceiptState | null
  to_state: ReceiptState
  details: Record<string, unknown>
  actor: { id: string; login: string } | null
}

/** In the order they happened. */
export const listEvents = (db: Db, receiptId: string): Promise<EventRow[]> =>
  rowsFrom(db)`
    select e.at, e.event, rc.kind, e.from_state, e.to_state, e.details,
      case when e.actor_id is not null then json_build_object('id', e.actor_id, 'login', e.actor_login) end as actor
    from receipt_events e join receipts rc on rc.id = e.receipt_id
    where e.receipt_id = ${receiptId} order by e.seq`
