import { sql, type RawBuilder } from 'kysely'
import type { shiftMetrics } from '#/contract/report-words.ts'
import type { ReportMetric, ReportPeriod } from '#/contract/reports.ts'
import type { ShiftCount } from '#/contract/shift-counts.ts'
import { toKyivDay } from '#/server/integrations/kyiv-time.ts'
import type { Today } from '#/server/money/parcels/rules.ts'
import { paymentsWithin } from '#/server/money/parcels/store.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { kyivDay } from '#/server/platform/database/kyiv-day.ts'

/**
 * Every number of a report is the count and the sum of rows that stand here, one statement for each metric: the table, its totals, its
 * exports and the rows behind a number all read the same ones, so they cannot disagree. A row is
 * `(id, day, cash_register_id, payee_id, order_id, ttn, amount)`.
 */
export type Facts = Record<Exclude<ReportMetric, 'waiting' | ShiftMetric>, RawBuilder<unknown>>
export type ShiftMetric = (typeof shiftMetrics)[number]

type Period = Pick<ReportPeriod, 'from' | 'to'>

export const dayIn = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${column} at time zone 'Europe/Kyiv')::date`
const isWithin = (column: RawBuilder<unknown>, { from, to }: Period): RawBuilder<unknown> =>
  sql`${column} >= ${kyivDay(from, 0)} and ${column} < ${kyivDay(to, 1)}`

const receiptFacts = (column: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select rc.id::text as id, ${dayIn(column)} as day, rc.cash_register_id, register.payee_id, rc.order_id, rc.ttn, rc.amount
  from receipts rc join cash_registers register on register.id = rc.cash_register_id where is_real(rc) and ${where}`

const byReceipt = (column: string, period: Period) => receiptFacts(sql.ref(column), isWithin(sql.ref(column), period))

/** The provider tells the time a little later than that it is fiscal; until then it is the time we heard of it. */
const heardAt = sql`case when rc.state = 'fiscalized' then (
  select max(e.at) from receipt_events e where e.receipt_id = rc.id and e.to_state = 'fiscalized') end`
const fiscalAt = sql`coalesce(rc.fiscalized_at, ${heardAt})`
const isFiscalWithin = (period: Period) =>
  sql`(${isWithin(sql`rc.fiscalized_at`, period)} or (rc.fiscalized_at is null and ${isWithin(heardAt, period)}))`

/** When a receipt came to its end without becoming fiscal; null: it has not. */
const deathOf = sql`case when rc.state in ('cancelled', 'failed') then (
  select max(e.at) from receipt_events e
  where e.receipt_id = rc.id and e.to_state = rc.state and e.from_state is distinct from e.to_state) end`

const cancelled = (period: Period) => sql`
  select rc.id::text as id, ${dayIn(sql`ended.at`)} as day, rc.cash_register_id, register.payee_id, rc.order_id, rc.ttn, rc.amount
  from receipts rc join cash_registers register on register.id = rc.cash_register_id cross join lateral (select ${deathOf} as at) ended
  where is_real(rc) and rc.state = 'cancelled' and ${isWithin(sql`ended.at`, period)}`

const refused = (period: Period) => sql`
  select o.id::text as id, ${dayIn(sql`p.status_since`)} as day, p.cash_register_id, register.payee_id, o.id as order_id, o.ttn,
    coalesce(o.cod_amount, 0) as amount
  from orders o join parcels p on p.order_id = o.id left join cash_registers register on register.id = p.cash_register_id
  where o.deleted_at is null and o.parcel_group = 'refused' and ${isWithin(sql`p.status_since`, period)}`

/** What several metrics are counted of, for a period; or the names of the same within a statement. */
export interface Sources {
  /** Paid parcels with their states. */
  payments: RawBuilder<unknown>
  /** Transfers with the register of their receipt. */
  lines: RawBuilder<unknown>
}

export const sourcesWithin = async (db: Db, period: Period, today: Today): Promise<Sources> => ({
  payments: await paymentsWithin(db, period, today),
  lines: linesWithin(period),
})

const linesWithin = ({ from, to }: Period): RawBuilder<unknown> => sql`(
  select l.id::text as id, l.day, rc.cash_register_id, payout.payee_id, l.order_id, l.ttn, l.accepted, l.commission, l.transferred
  from payout_lines l join payouts payout on payout.id = l.payout_id left join receipts rc on rc.id = l.receipt_id
  where l.day between ${from}::date and ${to}::date)`

const lineFacts = (lines: RawBuilder<unknown>, amount: RawBuilder<unknown>) => sql`
  select l.id, l.day, l.cash_register_id, l.payee_id, l.order_id, l.ttn, ${amount} as amount from ${lines} l`

const paymentFacts = (payments: RawBuilder<unknown>, where: RawBuilder<unknown>, amount = sql`pp.amount`) => sql`
  select pp.order_id::text as id, pp.paid_on as day, pp.cash_register_id, pp.payee_id, pp.order_id, pp.ttn, ${amount} as amount
  from ${payments} pp where ${where}`

/** The facts that no payment is needed for. */
export const unpaidFactsOf = (period: Period, lines = linesWithin(period)) => ({
  created: byReceipt('rc.created_at', period),
  fiscalized: receiptFacts(fiscalAt, isFiscalWithin(period)),
  cancelled: cancelled(period),
  refused: refused(period),
  returned: byReceipt('rc.returned_at', period),
  accepted: lineFacts(lines, sql`l.accepted`),
  commission: lineFacts(lines, sql`l.commission`),
  transferred: lineFacts(lines, sql`l.transferred`),
})

export const factsOf = (period: Period, { payments, lines }: Sources): Facts => ({
  ...unpaidFactsOf(period, lines),
  paid: paymentFacts(payments, sql`true`),
  no_receipt: paymentFacts(payments, sql`pp.state = 'no_receipt' and pp.why <> 'not_needed'`),
  late: paymentFacts(payments, sql`pp.state = 'late'`),
  sum_differs: paymentFacts(payments, sql`pp.state = 'sum_differs'`, sql`pp.accepted - pp.receipt_amount`),
  other_payee: paymentFacts(payments, sql`pp.state = 'other_payee'`),
})

/** Shifts are judged in TypeScript (`judgeShift`), so they are given and not read by the statement. */
export function shiftFactsOf(shifts: readonly ShiftCount[]): Record<ShiftMetric, RawBuilder<unknown>> {
  const facts = (amountOf: (shift: ShiftCount) => number) => {
    const rows = shifts.map((shift) => ({
      id: shift.id,
      day: toKyivDay(new Date(shift.closed_at)),
      cash_register_id: shift.cash_register.id,
      amount: amountOf(shift),
    }))
    return sql`
      select z.id, z.day, z.cash_register_id, register.payee_id, null::uuid as order_id, null::text as ttn, z.amount
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as z(id text, day date, cash_register_id uuid, amount bigint)
      join cash_registers register on register.id = z.cash_register_id`
  }
  return {
    z_report: facts(({ z_sum }) => z_sum),
    z_difference: sql`select * from (${facts(({ difference }) => difference ?? 0)}) z where z.amount <> 0`,
  }
}

/** Every receipt with the time it was open: from when it was made until it became fiscal or died; null: it still is. */
export const receiptLives = sql`
  select rc.id::text as id, ${dayIn(sql`rc.created_at`)} as day, rc.cash_register_id, register.payee_id, rc.order_id, rc.ttn, rc.amount,
    rc.created_at, least(${fiscalAt}, ${deathOf}) as ended_at
  from receipts rc join cash_registers register on register.id = rc.cash_register_id where is_real(rc)`

/** Receipts that were open at that moment. */
export const waitingAt = (moment: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select life.* from (${receiptLives}) life where life.created_at < ${moment} and coalesce(life.ended_at >= ${moment}, true)`

/** The filters of every report. */
export const isChosen = ({ cash_register_id, payee_id }: ReportPeriod): RawBuilder<unknown> =>
  sql`${isOf('cash_register_id', cash_register_id)} and ${isOf('payee_id', payee_id)}`

function isOf(column: string, wanted: string | undefined): RawBuilder<unknown> {
  if (wanted === undefined) return sql`true`
  return wanted === 'none' ? sql`fact.${sql.ref(column)} is null` : sql`fact.${sql.ref(column)} = ${wanted}::uuid`
}
