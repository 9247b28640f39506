import { sql } from 'kysely'
import type { AccountantQuery, AccountantReport } from '#/contract/reports.ts'
import type { Today } from '#/server/money/parcels/store.ts'
import type { Db } from '#/server/platform/database/database.ts'
import { day, named } from '#/server/platform/database/json.ts'
import { factsOf, isChosen, sourcesWithin } from './facts.ts'

type Row = AccountantReport['rows'][number]
type Sums = AccountantReport['total']

/**
 * A day of each payee for the book of income. Which date is the date of income is the accountant's decision: both are given. Income is
 * the whole sum that was accepted; the commission is an expense and stands apart.
 */
export async function readAccountant(db: Db, query: AccountantQuery, today: Today): Promise<AccountantReport> {
  const { payments, lines } = sourcesWithin(query, today)
  const { fiscalized, returned, accepted, commission, transferred } = factsOf(query, { payments, lines: sql`lines` })
  const streams = Object.entries({ receipts: fiscalized, returned, accepted, commission, transferred }).map(
    ([name, facts]) => sql`
      select ${sql.lit(name)} as name, fact.day, fact.payee_id, fact.cash_register_id, fact.amount, fact.order_id from (${facts}) fact
      where ${isChosen(query)}`,
  )
  const { rows } = await sql<Row>`
    with lines as materialized (select * from ${lines} source)
    select of_day.*, receipts - returned as income_by_receipts, accepted as income_by_transfers from (
    select ${day(sql`day`)} as day,
      ${named('payee')} as payee,
      coalesce(sum(amount) filter (where facts.name = 'receipts'), 0)::bigint as receipts,
      coalesce(sum(amount) filter (where facts.name = 'returned'), 0)::bigint as returned,
      coalesce(sum(amount) filter (where facts.name = 'accepted'), 0)::bigint as accepted,
      coalesce(sum(amount) filter (where facts.name = 'commission'), 0)::bigint as commission,
      coalesce(sum(amount) filter (where facts.name = 'transferred'), 0)::bigint as transferred,
      coalesce(sum(amount) filter (where paid.paid_on < date_trunc('month', day::timestamp)::date), 0)::bigint as carried_over
    from (${sql.join(streams, sql` union all `)}) facts
    left join payees payee on payee.id = facts.payee_id
    left join (select order_id, paid_on from parcel_payments) paid on facts.name = 'accepted' and paid.order_id = facts.order_id
    group by day, payee.id order by day, payee.name nulls last, payee.id) of_day`.execute(db)
  return { rows, total: totalOf(rows) }
}

const names = [
  'receipts',
  'returned',
  'accepted',
  'commission',
  'transferred',
  'income_by_receipts',
  'income_by_transfers',
  'carried_over',
] as const satisfies (keyof Sums)[]

function totalOf(rows: readonly Row[]): Sums {
  const total: Sums = {
    receipts: 0,
    returned: 0,
    accepted: 0,
    commission: 0,
    transferred: 0,
    income_by_receipts: 0,
    income_by_transfers: 0,
    carried_over: 0,
  }
  for (const row of rows) for (const name of names) total[name] += row[name]
  return total
}
