import { sql, type RawBuilder } from 'kysely'
import type { ReportMetric, ReportStep, SummaryQuery } from '#/contract/reports.ts'
import type { ShiftCount } from '#/contract/shift-counts.ts'
import { paymentsWithin, type Today } from '#/server/money/parcels/store.ts'
import type { Db } from '#/server/platform/database/database.ts'
import { day, named } from '#/server/platform/database/json.ts'
import { kyivDay } from '#/server/platform/database/kyiv-day.ts'
import { factsOf, isChosen, isOpenAt, receiptLives, shiftFactsOf } from './facts.ts'

/** One number: of a stretch of time, a register and a payee. */
export interface Cell {
  start: string
  end: string
  cash_register: { id: string; name: string } | null
  payee: { id: string; name: string } | null
  metric: ReportMetric
  count: number
  amount: number
}

/** Where the stretch begins that a day belongs to; a week begins on Monday, and the first one with the period. */
const startOf = (day: RawBuilder<unknown>, step: ReportStep, from: string): RawBuilder<unknown> =>
  step === 'all' ? sql`${from}::date` : sql`greatest(date_trunc(${step}, ${day}::timestamp)::date, ${from}::date)`

const endOf = (start: RawBuilder<unknown>, step: ReportStep, to: string): RawBuilder<unknown> =>
  step === 'all'
    ? sql`${to}::date`
    : sql`least((date_trunc(${step}, ${start}::timestamp) + ${`1 ${step}`}::interval)::date - 1, ${to}::date)`

/** In the order of time, register and payee; a cell without anything is not there. */
export async function readCells(
  db: Db,
  query: SummaryQuery,
  today: Today,
  shifts: readonly ShiftCount[],
): Promise<Cell[]> {
  const { from, to, step } = query
  const streams = Object.entries({ ...factsOf(query, sql`payments`), ...shiftFactsOf(shifts) }).map(
    ([metric, facts]) => sql`
      select ${sql.lit(metric)} as metric, ${startOf(sql`fact.day`, step, from)} as start, fact.cash_register_id, fact.payee_id, fact.amount
      from (${facts}) fact where ${isChosen(query)}`,
  )
  const endOfStretch = sql`((${endOf(sql`stretches.start`, step, to)} + 1)::timestamp at time zone 'Europe/Kyiv')`
  // What several numbers are counted of is worked out once.
  const { rows } = await sql<Cell>`
    with stretches as (
      select distinct ${startOf(sql`day`, step, from)} as start from generate_series(${from}::date, ${to}::date, '1 day') day),
    payments as materialized (select * from ${paymentsWithin(query, today)} pp),
    lives as materialized (
      select fact.* from (${receiptLives}) fact
      where fact.created_at < ${kyivDay(to, 1)} and coalesce(fact.ended_at >= ${kyivDay(from, 0)}, true)),
    counted as (
      select metric, start, cash_register_id, payee_id, count(*) as count, sum(amount)::bigint as amount
      from (${sql.join(streams, sql` union all `)}) facts group by 1, 2, 3, 4
      union all
      select 'waiting', stretches.start, fact.cash_register_id, fact.payee_id, count(*), sum(fact.amount)::bigint
      from stretches join lives fact on ${isOpenAt(endOfStretch)}
      where ${isChosen(query)} group by 2, 3, 4)
    select ${day(sql`c.start`)} as start, ${day(endOf(sql`c.start`, step, to))} as end, c.metric, c.count, c.amount,
      ${named('register')} as cash_register, ${named('payee')} as payee
    from counted c left join cash_registers register on register.id = c.cash_register_id left join payees payee on payee.id = c.payee_id
    order by c.start, register.name nulls last, register.id, payee.name nulls last, payee.id`.execute(db)
  return rows
}
