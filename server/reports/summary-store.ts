import { sql, type RawBuilder } from 'kysely'
import type { ReportMetric, ReportStep, SummaryQuery } from '#/contract/reports.ts'
import type { Today } from '#/server/money/parcels/store.ts'
import type { Db } from '#/server/platform/database/database.ts'
import { factsOf, isChosen, waitingAt } from './facts.ts'

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
export async function readCells(db: Db, query: SummaryQuery, today: Today): Promise<Cell[]> {
  const { from, to, step } = query
  const streams = Object.entries(factsOf(query, today)).map(
    ([metric, facts]) => sql`
      select ${sql.lit(metric)} as metric, ${startOf(sql`fact.day`, step, from)} as start, fact.cash_register_id, fact.payee_id, fact.amount
      from (${facts}) fact where ${isChosen(query)}`,
  )
  const { rows } = await sql<Cell>`
    with stretches as (
      select distinct ${startOf(sql`day`, step, from)} as start from generate_series(${from}::date, ${to}::date, '1 day') day),
    counted as (
      select metric, start, cash_register_id, payee_id, count(*) as count, sum(amount)::bigint as amount
      from (${sql.join(streams, sql` union all `)}) facts group by 1, 2, 3, 4
      union all
      select 'waiting', stretches.start, fact.cash_register_id, fact.payee_id, count(*), sum(fact.amount)::bigint
      from stretches cross join lateral (
        ${waitingAt(sql`((${endOf(sql`stretches.start`, step, to)} + 1)::timestamp at time zone 'Europe/Kyiv')`)}) fact
      where ${isChosen(query)} group by 2, 3, 4)
    select to_char(c.start, 'YYYY-MM-DD') as start, to_char(${endOf(sql`c.start`, step, to)}, 'YYYY-MM-DD') as end, c.metric, c.count, c.amount,
      case when register.id is not null then json_build_object('id', register.id, 'name', register.name) end as cash_register,
      case when payee.id is not null then json_build_object('id', payee.id, 'name', payee.name) end as payee
    from counted c left join cash_registers register on register.id = c.cash_register_id left join payees payee on payee.id = c.payee_id
    order by c.start, register.name nulls last, register.id, payee.name nulls last, payee.id`.execute(db)
  return rows
}
