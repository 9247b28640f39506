import { sql } from 'kysely'
import type { ReportRow, ReportRows, ReportRowsQuery } from '#/contract/reports.ts'
import type { ShiftCount } from '#/contract/shift-counts.ts'
import type { Today } from '#/server/money/parcels/rules.ts'
import { startOfDay, toCursor, type PageCursor } from '#/server/platform/cursor.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { rowsFrom } from '#/server/platform/database/rows.ts'
import { day, named } from '#/server/platform/database/json.ts'
import { kyivDay } from '#/server/platform/database/kyiv-day.ts'
import { factsOf, isChosen, shiftFactsOf, sourcesWithin, waitingAt } from './facts-store.ts'

/** What stands behind one number of a report, newest first, with the number itself. */
export async function readRows(
  db: Db,
  query: ReportRowsQuery,
  after: PageCursor | null,
  today: Today,
  shifts: readonly ShiftCount[],
): Promise<ReportRows> {
  const { metric, limit } = query
  const facts = {
    ...factsOf(query, await sourcesWithin(db, query, today)),
    ...shiftFactsOf(shifts),
    waiting: waitingAt(kyivDay(query.to, 1)),
  }[metric]
  const rows = await rowsFrom(db)<{ item: ReportRow }>`
    select json_build_object('id', fact.id, 'day', ${day(sql`fact.day`)}, 'ttn', fact.ttn, 'amount', fact.amount,
      'order', case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end,
      'cash_register', ${named('register')},
      'payee', ${named('payee')}) as item
    from (${facts}) fact
    left join orders o on o.id = fact.order_id
    left join cash_registers register on register.id = fact.cash_register_id
    left join payees payee on payee.id = fact.payee_id
    where ${isChosen(query)}
      ${after === null ? sql`` : sql`and (fact.day, fact.id) < (${after.at}::timestamptz::date, ${after.id})`}
    order by fact.day desc, fact.id desc limit ${limit + 1}`
  const totals = await rowsFrom(db)<{ count: number; amount: number }>`
    select count(*) as count, coalesce(sum(fact.amount), 0)::bigint as amount from (${facts}) fact where ${isChosen(query)}`
  const items = rows.slice(0, limit).map(({ item }) => item)
  const last = items.at(-1)
  return {
    items,
    next_cursor: rows.length > limit && last ? toCursor({ at: startOfDay(last.day), id: last.id }) : null,
    total: totals[0] ?? { count: 0, amount: 0 },
  }
}
