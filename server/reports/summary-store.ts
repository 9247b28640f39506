import { sql, type RawBuilder } from 'kysely'
import type { ReportMetric, ReportStep, SummaryQuery } from '#/contract/reports.ts'
import type { ShiftCount } from '#/contract/shift-counts.ts'
import type { Today } from '#/server/money/parcels/rules.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { rowsFrom } from '#/server/platform/database/rows.ts'
import { day, named } from '#/server/platform/database/json.ts'
import { kyivDay } from '#/server/platform/database/kyiv-day.ts'
import { dayIn, factsOf, isChosen, receiptLives, shiftFactsOf, sourcesWithin } from './facts-store.ts'

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

/**
 * In the order of time, register and payee; a cell without anything is not there. What several numbers are counted of is read once. What
 * waits at the end of a stretch is all that was made until then less all that ended until then.
 */
export async function readCells(
  db: Db,
  query: SummaryQuery,
  today: Today,
  shifts: readonly ShiftCount[],
): Promise<Cell[]> {
  const { from, to, step } = query
  const { payments, lines } = await sourcesWithin(db, query, today)
  const facts = { ...factsOf(query, { payments: sql`payments`, lines: sql`lines` }), ...shiftFactsOf(shifts) }
  const streams = Object.entries(facts).map(
    ([metric, rows]) => sql`
      select ${sql.lit(metric)} as metric, fact.day, fact.cash_register_id, fact.payee_id, count(*) as count, sum(fact.amount) as amount
      from (${rows}) fact where ${isChosen(query)} group by 2, 3, 4`,
  )
  const startOfDay = startOf(sql`day`, step, from)
  return rowsFrom(db)`
    with payments as materialized (select * from ${payments} source), lines as materialized (select * from ${lines} source),
    days as (${sql.join(streams, sql` union all `)}),
    changes as (${changesOfWaiting(query)}),
    moved as (
      select ${startOfDay} as start, cash_register_id, payee_id, sum(count) as count, sum(amount) as amount from changes group by 1, 2, 3),
    stretches as (select distinct ${startOfDay} as start from generate_series(${from}::date, ${to}::date, '1 day') day),
    counted as (
      select metric, ${startOfDay} as start, cash_register_id, payee_id, sum(count)::bigint as count, sum(amount)::bigint as amount
      from days group by 1, 2, 3, 4
      union all
      select * from (
        select 'waiting', stretches.start, whose.cash_register_id, whose.payee_id,
          (sum(moved.count) over until_then)::bigint as count, (sum(moved.amount) over until_then)::bigint
        from stretches cross join (select distinct cash_register_id, payee_id from moved) whose
        left join moved on moved.start = stretches.start and moved.cash_register_id = whose.cash_register_id
          and moved.payee_id is not distinct from whose.payee_id
        window until_then as (partition by whose.cash_register_id, whose.payee_id order by stretches.start)) waiting
      where waiting.count > 0)
    select ${day(sql`c.start`)} as start, ${day(endOf(sql`c.start`, step, to))} as end, c.metric, c.count, c.amount,
      ${named('register')} as cash_register, ${named('payee')} as payee
    from counted c left join cash_registers register on register.id = c.cash_register_id left join payees payee on payee.id = c.payee_id
    order by c.start, register.name nulls last, register.id, payee.name nulls last, payee.id`
}

/** By how many receipts a day changed what waits. What began before the period stands on its first day; what ended before it is left out. */
const changesOfWaiting = (query: SummaryQuery): RawBuilder<unknown> => sql`
  select greatest(change.day, ${query.from}::date) as day, fact.cash_register_id, fact.payee_id, sum(change.sign) as count,
    sum(change.sign * fact.amount) as amount
  from (${receiptLives}) fact
  cross join lateral (values (1, fact.day), (-1, ${dayIn(sql`fact.ended_at`)})) change (sign, day)
  where fact.created_at < ${kyivDay(query.to, 1)} and coalesce(fact.ended_at >= ${kyivDay(query.from, 0)}, true)
    and change.day <= ${query.to}::date and ${isChosen(query)}
  group by 1, 2, 3`
