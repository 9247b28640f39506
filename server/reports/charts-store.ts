import { sql, type RawBuilder } from 'kysely'
import { ages, type ReportCharts } from '#/contract/report-charts.ts'
import type { ReportPeriod } from '#/contract/reports.ts'
import type { Today } from '#/server/money/parcels/rules.ts'
import { paymentsOn } from '#/server/money/parcels/store.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { rowsFrom, valuesFrom } from '#/server/platform/database/rows.ts'
import { day } from '#/server/platform/database/json.ts'
import { kyivDay } from '#/server/platform/database/kyiv-day.ts'
import { factsOf, isChosen, sourcesWithin, waitingAt } from './facts-store.ts'

/** What people look at rather than read, of the same rows as the tables. */
export async function readCharts(db: Db, query: ReportPeriod, today: Today): Promise<ReportCharts> {
  const facts = factsOf(query, await sourcesWithin(db, query, today))
  const awaited = sql`
    select pp.paid_on as day, pp.cash_register_id, pp.payee_id, pp.amount from ${paymentsOn(today)} pp where pp.state in ('awaited', 'late')`
  const [days, waiting, unpaid, weeks, delays, cash_registers] = await Promise.all([
    readDays(db, query, facts.fiscalized, facts.accepted),
    readAges(db, query, waitingAt(kyivDay(today.today, 1)), today),
    readAges(db, query, awaited, today),
    readWeeks(db, query, facts),
    readDelays(db, query, facts.fiscalized),
    readRegisters(db, query, facts.fiscalized),
  ])
  return { days, waiting, awaited: unpaid, weeks, delays, cash_registers }
}

/** Every day has its bars, also one on which nothing happened. */
async function readDays(
  db: Db,
  query: ReportPeriod,
  fiscalized: RawBuilder<unknown>,
  accepted: RawBuilder<unknown>,
): Promise<ReportCharts['days']> {
  const counted = (facts: RawBuilder<unknown>) => sql`
    select day, count(*) as count, sum(amount)::bigint as amount from (${facts}) fact where ${isChosen(query)} group by day`
  return valuesFrom(db)`
    select json_build_object('day', ${day(sql`every.day`)},
      'receipts', json_build_object('count', coalesce(r.count, 0), 'amount', coalesce(r.amount, 0)),
      'accepted', json_build_object('count', coalesce(a.count, 0), 'amount', coalesce(a.amount, 0))) as item
    from (select day::date from generate_series(${query.from}::date, ${query.to}::date, '1 day') day) every
    left join (${counted(fiscalized)}) r using (day) left join (${counted(accepted)}) a using (day) order by every.day`
}

async function readAges(
  db: Db,
  query: ReportPeriod,
  facts: RawBuilder<unknown>,
  { today }: Today,
): Promise<ReportCharts['waiting']> {
  const rows = await rowsFrom(db)<{ place: number; count: number; amount: number }>`
    select least(greatest(${today}::date - fact.day, 0) / 3, 3) as place, count(*) as count, sum(fact.amount)::bigint as amount
    from (${facts}) fact where ${isChosen(query)} group by 1`
  return ages.map((age, index) => {
    const { count = 0, amount = 0 } = rows.find(({ place }) => place === index) ?? {}
    return { age, count, amount }
  })
}

async function readWeeks(
  db: Db,
  query: ReportPeriod,
  { paid, refused, returned }: Record<'paid' | 'refused' | 'returned', RawBuilder<unknown>>,
): Promise<ReportCharts['weeks']> {
  const stream = (name: string, facts: RawBuilder<unknown>) => sql`
    select ${sql.lit(name)} as name, date_trunc('week', fact.day::timestamp)::date as week from (${facts}) fact where ${isChosen(query)}`
  return rowsFrom(db)`
    select ${day(sql`every.week`)} as from, count(*) filter (where facts.name = 'received') as received,
      count(*) filter (where facts.name = 'refused') as refused, count(*) filter (where facts.name = 'returned') as returned
    from (
      select distinct date_trunc('week', day)::date as week from generate_series(${query.from}::timestamp, ${query.to}::timestamp, '1 day') day
    ) every
    left join (${stream('received', paid)} union all ${stream('refused', refused)} union all ${stream('returned', returned)}) facts
      using (week)
    group by every.week order by every.week`
}

/** Receipts of parcels whose payment is known; an advance has no parcel to wait for. */
async function readDelays(
  db: Db,
  query: ReportPeriod,
  fiscalized: RawBuilder<unknown>,
): Promise<ReportCharts['delays']> {
  const rows = await rowsFrom(db)<{ hour: number; day: number; later: number }>`
    select count(*) filter (where delay <= interval '1 hour') as hour,
      count(*) filter (where delay > interval '1 hour' and delay <= interval '24 hours') as day,
      count(*) filter (where delay > interval '24 hours') as later
    from (
      select rc.fiscalized_at - o.taken_at as delay from (${fiscalized}) fact
      join receipts rc on rc.id = fact.id::uuid and rc.kind = 'ettn' join orders o on o.id = fact.order_id
      where o.taken_at is not null and ${isChosen(query)}) delays`
  const { hour = 0, day = 0, later = 0 } = rows[0] ?? {}
  return [
    { delay: 'hour', count: hour },
    { delay: 'day', count: day },
    { delay: 'later', count: later },
  ]
}

const readRegisters = (
  db: Db,
  query: ReportPeriod,
  fiscalized: RawBuilder<unknown>,
): Promise<ReportCharts['cash_registers']> =>
  rowsFrom(db)`
    select register.name, count(*) as count, sum(fact.amount)::bigint as amount
    from (${fiscalized}) fact join cash_registers register on register.id = fact.cash_register_id
    where ${isChosen(query)} group by register.id, register.name order by 3 desc, register.name`
