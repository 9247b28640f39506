import { sql } from 'kysely'
import { addDays, lateAfter, type Today } from '#/server/money/parcels/rules.ts'
import { isOpenPayment, paymentsOn } from '#/server/money/parcels/store.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { rowsFrom } from '#/server/platform/database/rows.ts'
import { day as dayText } from '#/server/platform/database/json.ts'
import { kyivDay } from '#/server/platform/database/kyiv-day.ts'

/** More would mean that no day was closed for months; the count says so all the same. */
export const countedAtMost = 100_000

export interface Trouble {
  /** An instant or a day. */
  since: string
  amount: number
}

export const listLackingUntil = (db: Db, day: string): Promise<Trouble[]> =>
  rowsFrom(db)`
    select coalesce(taken_at, ordered_at) as since, cod_amount as amount from orders
    where lacks_receipt and coalesce(taken_at, ordered_at) < ${kyivDay(day, 1)} limit ${countedAtMost}`

export const listOpenLines = (db: Db): Promise<(Trouble & { state: string })[]> =>
  rowsFrom(db)`
    select ${dayText(sql`day`)} as since, accepted as amount, state from payout_lines where is_open order by day
    limit ${countedAtMost}`

/** Money is late from the day after the last one on which it should have come. */
export async function listLate(db: Db, today: Today): Promise<Trouble[]> {
  const rows = await rowsFrom(db)<{ paid_on: string; amount: number }>`
    select ${dayText(sql`pp.paid_on`)} as paid_on, pp.amount
    from ${paymentsOn(today)} pp left join parcel_decisions decision on decision.order_id = pp.order_id
    where pp.state = 'late' and ${isOpenPayment} limit ${countedAtMost}`
  return rows.map(({ paid_on, amount }) => ({ since: addDays(lateAfter(paid_on, today), 1), amount }))
}
