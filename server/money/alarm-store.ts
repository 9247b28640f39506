import { sql, type RawBuilder } from 'kysely'
import type { LatePayment, TransferTrouble } from '#/contract/parcel-payments.ts'
import type { openLineStates } from '#/contract/payouts.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { rowsFrom } from '#/server/platform/database/rows.ts'
import { named } from '#/server/platform/database/json.ts'
import { lineJson, wholeLine } from './payouts/line-store.ts'
import type { Today } from './parcels/rules.ts'
import { isOpenPayment, paymentJson, wholePayment, withDue } from './parcels/store.ts'

/** As many as a person can look at; the numbers beside them count all. */
const shownAtMost = 100

const recipientJson = sql`jsonb_build_object('recipient', case when o.id is not null
  then jsonb_build_object('name', o.recipient_name, 'phone', o.recipient_phone) end)`
const registerJson = sql`jsonb_build_object('cash_register', ${named('register')})`

interface Counted<Item> {
  count: number
  amount: number
  items: Item[]
}

export const countOpenLines = (db: Db, state: (typeof openLineStates)[number]): Promise<Counted<TransferTrouble>> =>
  countFirst(
    db,
    sql`select (${lineJson})::jsonb || ${recipientJson} || ${registerJson} as item, l.accepted as amount, l.day, l.id
      from ${wholeLine} where l.is_open and l.state = ${state}`,
  )

export async function countLate(db: Db, today: Today): Promise<Counted<LatePayment>> {
  const late = await countFirst<Omit<LatePayment, 'late_after'>>(
    db,
    sql`select (${paymentJson})::jsonb || ${recipientJson} as item, pp.amount, pp.paid_on as day, pp.order_id as id
      from ${wholePayment(today)} where pp.state = 'late' and ${isOpenPayment}`,
  )
  return { ...late, items: late.items.map((item) => withDue(item, today)) }
}

/** Oldest first. */
async function countFirst<Item>(db: Db, found: RawBuilder<unknown>): Promise<Counted<Item>> {
  const rows = await rowsFrom(db)<{ count: number; total: number; item: Item }>`
    with found as materialized (${found}),
      counted as (select count(*) as count, coalesce(sum(amount), 0)::bigint as total from found)
    select counted.count, counted.total, found.item from found cross join counted
    order by found.day, found.id limit ${shownAtMost}`
  return { count: rows[0]?.count ?? 0, amount: rows[0]?.total ?? 0, items: rows.map(({ item }) => item) }
}
