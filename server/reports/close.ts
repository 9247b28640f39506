import type { CloseKind, CloseReport } from '#/contract/reports.ts'
import type { ShiftCount } from '#/contract/shift-counts.ts'
import type { App } from '#/server/app.ts'
import { toKyivDay } from '#/server/integrations/kyiv-time.ts'
import { judgeChanged } from '#/server/money/judging/judge-changed.ts'
import { addDays } from '#/server/money/parcels/rules.ts'
import { todayIn } from '#/server/money/parcels/today.ts'
import { listAllShifts } from '#/server/money/shifts/list-shifts.ts'
import { troubleTimes } from '#/server/orders/queue/rules.ts'
import { troubleKinds } from '#/server/orders/queue/troubles/kinds.ts'
import { listDiffering, listFailed, listTroubles, listUnfiscal, listWaiting } from '#/server/receipts/trouble-store.ts'
import { countedAtMost, listLackingUntil, listLate, listOpenLines, type Trouble } from './close-store.ts'
import { sumOf } from './summary-rules.ts'
import { readCells } from './summary-store.ts'

type Open = CloseReport['open'][number]

/** Of a day and all before it: what still waits for a person now. Nothing: the day can be closed. */
export async function closeDay(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  wanted: string | undefined,
): Promise<CloseReport> {
  await judgeChanged(app)
  const today = todayIn(app)
  const day = wanted ?? addDays(today.today, -1)
  const { db } = app
  const [lacking, unfiscal, differing, waiting, failed, lines, late, shifts] = await Promise.all([
    listLackingUntil(db, day),
    listUnfiscal(db, troubleTimes(app), countedAtMost),
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
    ...(await listKinds(app)).map(({ kind, troubles }) => toOpen(kind, troubles, day)),
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

/** Other kinds of trouble of sales that are over: with them not every sale has the receipt it should. */
async function listKinds(
  app: Pick<App, 'db' | 'clock' | 'config'>,
): Promise<{ kind: CloseKind; troubles: Trouble[] }[]> {
  const { db } = app
  const times = troubleTimes(app)
  const [unbound, withoutCode, returnDue, ttnDiffers] = await Promise.all([
    listTroubles(db, troubleKinds.unbound_received, times, countedAtMost),
    listTroubles(db, troubleKinds.fiscal_without_code, times, countedAtMost),
    listTroubles(db, troubleKinds.return_due, times, countedAtMost),
    listTroubles(db, troubleKinds.ttn_differs, times, countedAtMost),
  ])
  return [
    { kind: 'unbound_received', troubles: unbound.rows.map(({ trouble }) => trouble) },
    { kind: 'fiscal_without_code', troubles: withoutCode.rows.map(({ trouble }) => trouble) },
    { kind: 'return_due', troubles: returnDue.rows.map(({ trouble }) => trouble) },
    { kind: 'ttn_differs', troubles: ttnDiffers.rows.map(({ trouble }) => trouble) },
  ]
}

const dayOf = (since: string): string => (since.length === 10 ? since : toKyivDay(new Date(since)))

function toOpen(kind: CloseKind, troubles: readonly Trouble[], day: string): Open | null {
  const until = troubles.map(({ since, amount }) => ({ on: dayOf(since), amount })).filter(({ on }) => on <= day)
  const [first] = until.map(({ on }) => on).toSorted()
  if (first === undefined) return null
  return { kind, count: until.length, amount: until.reduce((sum, { amount }) => sum + amount, 0), oldest: first }
}

/** Of the month before the day, and of the day: what was missing longer ago was reported then. */
const listShiftsBefore = (app: Pick<App, 'db'>, day: string): Promise<ShiftCount[]> =>
  listAllShifts(app, { from: addDays(day, -31), to: day })

const listShort = (shifts: readonly ShiftCount[]): Trouble[] =>
  shifts
    .filter(({ state }) => state === 'less_than_ours')
    .map(({ closed_at, difference }) => ({ since: closed_at, amount: Math.abs(difference ?? 0) }))
