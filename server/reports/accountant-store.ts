import { sql } from 'kysely'
import { AccountantReport, type AccountantQuery } from '#/contract/reports.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { rowsFrom } from '#/server/platform/database/rows.ts'
import { day, named } from '#/server/platform/database/json.ts'
import { isChosen, unpaidFactsOf } from './facts-store.ts'

type Row = AccountantReport['rows'][number]

/**
 * A day of each payee for the book of income. Which date is the date of income is the accountant's decision: both are given. Income is
 * the whole sum that was accepted; the commission is an expense and stands apart.
 */
export async function readAccountant(db: Db, query: AccountantQuery): Promise<AccountantReport> {
  const { fiscalized, returned, accepted, commission, transferred } = unpaidFactsOf(query)
  const carried_over = sql`
    select line.* from (${accepted}) line join parcel_payments paid on paid.order_id = line.order_id
    where paid.paid_on < date_trunc('month', line.day::timestamp)::date`
  const streams = Object.entries({ receipts: fiscalized, returned, accepted, commission, transferred, carried_over })
  const sums = streams.map(
    ([name, facts]) => sql`
      select ${sql.lit(name)} as name, fact.day, fact.payee_id, sum(fact.amount) as amount from (${facts}) fact
      where ${isChosen(query)} group by 2, 3`,
  )
  const columns = streams.map(
    ([name]) => sql`coalesce(sum(amount) filter (where sums.name = ${sql.lit(name)}), 0)::bigint as ${sql.ref(name)}`,
  )
  const rows = await rowsFrom(db)<Row>`
    select of_day.*, receipts - returned as income_by_receipts, accepted as income_by_transfers from (
      select ${day(sql`day`)} as day, ${named('payee')} as payee, ${sql.join(columns)}
      from (${sql.join(sums, sql` union all `)}) sums left join payees payee on payee.id = sums.payee_id
      group by sums.day, payee.id order by sums.day, payee.name nulls last, payee.id) of_day`
  return { rows, total: totalOf(rows) }
}

/** The sums of a row, in the order in which they are shown. */
export const sumNames = AccountantReport.shape.total.keyof().options

const totalOf = (rows: readonly Row[]): AccountantReport['total'] =>
  AccountantReport.shape.total.parse(
    Object.fromEntries(sumNames.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])),
  )
