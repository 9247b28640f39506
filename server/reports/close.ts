import { sql } from 'kysely'
import type { CloseKind, CloseReport } from '#/contract/reports.ts'
import type { ShiftCount } from '#/contract/shift-counts.ts'
import type { App } from '#/server/context.ts'
import { toKyivDay } from '#/server/integrations/kyiv-time.ts'
import { judgeChanged } from '#/server/money/judge-changed.ts'
import { isOpenPayment, paymentsOn } from '#/server/money/parcels/store.ts'
import { todayIn } from '#/server/money/parcels/today.ts'
import { listAllShifts } from '#/server/money/shifts/list-shifts.ts'
import { paidTooLongAgo } from '#/server/orders/queue/rules.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { day as dayText } from '#/server/platform/database/json.ts'
import { kyivDay } from '#/server/platform/database/kyiv-day.ts'
import { listDiffering, listFailed, listUnfiscal, listWaiting } from '#/server/receipts/trouble-store.ts'
import { sumOf } from './summary-rules.ts'
import { readCells } from './summary-store.ts'

/** More would mean that nobody has closed a day for months; the count says so all the same. */
const countedAtMost = 100_000

type Open = CloseReport['open'][number]
interface Trouble {
  /** An instant or a day. */
  since: string
  amount: number
}

/** Of a day and all before it: what still waits for a person now. Nothing: the day can be closed. */
export async function closeDay(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  wanted: string | undefined,
): Promise<CloseReport> {
  await judgeChanged(app)
  const today = todayIn(app)
  const day = wanted ?? dayBefore(today.today)
  const { db } = app
  const [lacking, unfiscal, differing, waiting, failed, lines, late, shifts] = await Promise.all([
    listLackingUntil(db, day),
    listUnfiscal(db, paidTooLongAgo(app), countedAtMost),
    listDiffering(db, countedAtMost),
    listWaiting(db, countedAtMost),
    listFailed(db, countedAtMost),
    listOpenLines(db),
    listLate(db, today),
    listShiftsBefore(app, day),
  ])
  const ofLines = (state: string) => lines.filter((line) => line.state === state)
  const open = [
    toOpen('received_without_receipt', lacking, day),
    toOpen('paid_not_fiscal', unfiscal.rows, day),
    toOpen('receipt_sums_differ', differing.rows, day),
    toOpen('receipt_attention', waiting.rows, day),
    toOpen('receipt_failed', failed.rows, day),
    toOpen('transfer_no_receipt', ofLines('no_receipt'), day),
    toOpen('transfer_sum_differs', ofLines('sum_differs'), day),
    toOpen('transfer_other_payee', ofLines('other_payee'), day),
    toOpen('transfer_unknown_ttn', ofLines('unknown_ttn'), day),
    toOpen('transfer_duplicate', ofLines('duplicate'), day),
    toOpen('money_late', late, day),
    toOpen('shift_less_than_ours', listShort(shifts), day),
  ].flatMap((kind) => kind ?? [])
  const ended = shifts.filter(({ closed_at }) => dayOf(closed_at) === day)
  const cells = await readCells(db, { from: day, to: day, step: 'all', format: 'json' }, today, ended)
  return {
    day,
    settled: open.length === 0,
    open: open.toSorted((one, other) => one.oldest.localeCompare(other.oldest)),
    figures: sumOf(cells, day),
  }
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

const dayOf = (since: string): string => (since.length === 10 ? since : toKyivDay(new Date(since)))

function toOpen(kind: CloseKind, troubles: readonly Trouble[], day: string): Open | null {
  const until = troubles.map(({ since, amount }) => ({ on: dayOf(since), amount })).filter(({ on }) => on <= day)
  const [first] = until.map(({ on }) => on).toSorted()
  if (first === undefined) return null
  return { kind, count: until.length, amount: until.reduce((sum, { amount }) => sum + amount, 0), oldest: first }
}

async function listLackingUntil(db: Db, day: string): Promise<Trouble[]> {
  const { rows } = await sql<Trouble>`
    select coalesce(taken_at, ordered_at) as since, cod_amount as amount from orders
    where lacks_receipt and coalesce(taken_at, ordered_at) < ${kyivDay(day, 1)} limit ${countedAtMost}`.execute(db)
  return rows
}

async function listOpenLines(db: Db): Promise<(Trouble & { state: string })[]> {
  const { rows } = await sql<Trouble & { state: string }>`
    select ${dayText(sql`day`)} as since, accepted as amount, state from payout_lines where is_open order by day
    limit ${countedAtMost}`.execute(db)
  return rows
}

/** Of the weeks before the day, and of the day: what was missing longer ago was told then. */
function listShiftsBefore(app: Pick<App, 'db'>, day: string): Promise<ShiftCount[]> {
  const from = new Date(Date.parse(day) - 31 * 86_400_000).toISOString().slice(0, 10)
  return listAllShifts(app, { from, to: day })
}

const listShort = (shifts: readonly ShiftCount[]): Trouble[] =>
  shifts
    .filter(({ state }) => state === 'less_than_ours')
    .map(({ closed_at, difference }) => ({ since: closed_at, amount: Math.abs(difference ?? 0) }))

/** Money is late from the day after the last one on which it should have come. */
async function listLate(db: Db, today: ReturnType<typeof todayIn>): Promise<Trouble[]> {
  const { rows } = await sql<Trouble>`
    select ${dayText(sql`pp.late_after + 1`)} as since, pp.amount
    from ${paymentsOn(today)} pp left join parcel_decisions decision on decision.order_id = pp.order_id
    where pp.state = 'late' and ${isOpenPayment} limit ${countedAtMost}`.execute(db)
  return rows
}
