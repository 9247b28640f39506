import type { ShiftCount, ShiftCountList, ShiftCountQuery } from '#/contract/shift-counts.ts'
import { usualPaymentLabel } from '#/contract/usual-payment-label.ts'
import type { App } from '#/server/app.ts'
import { fromCursor, toPage, type PageCursor } from '#/server/platform/cursor.ts'
import { listCounted, type CountedRow, type ShiftFilter } from './count-store.ts'
import { judgeShift } from './rules.ts'

/** The state of a shift is found by the rules, so a page of one state is picked out of so many shifts at a time. */
const pickedFrom = 200

/** The shifts that have ended, the newest first, each with both counts of it. */
export async function listShifts(app: Pick<App, 'db'>, query: ShiftCountQuery): Promise<ShiftCountList> {
  const { only, limit } = query
  const size = only === undefined ? limit + 1 : pickedFrom
  const found: ShiftCount[] = []
  let place = fromCursor(query.cursor)
  for (;;) {
    const counted = await listCounted(app.db, query, place, size)
    const shifts = counted.map(toShiftCount)
    found.push(...shifts.filter(({ state }) => only === undefined || state === only))
    const last = shifts.at(-1)
    if (last === undefined || counted.length < size || found.length > limit) return toPage(found, limit, placeOf)
    place = placeOf(last)
  }
}

/** Of the shifts that ended since then, for the metrics of the service. */
export async function countLessThanOurs(app: Pick<App, 'db'>, filter: ShiftFilter): Promise<number> {
  const shifts = await listAllShifts(app, filter)
  return shifts.filter(({ state }) => state === 'less_than_ours').length
}

/** A cash register ends a shift a day, so they are few however long the period. */
export async function listAllShifts({ db }: Pick<App, 'db'>, filter: ShiftFilter): Promise<ShiftCount[]> {
  const found: ShiftCount[] = []
  for (;;) {
    const last = found.at(-1)
    const shifts = (await listCounted(db, filter, last === undefined ? null : placeOf(last), pickedFrom)).map(
      toShiftCount,
    )
    found.push(...shifts)
    if (shifts.length < pickedFrom) return found
  }
}

const placeOf = ({ closed_at, id }: ShiftCount): PageCursor => ({ at: closed_at, id })

function toShiftCount({ payment_label, is_complete, labels: counted, ...report }: CountedRow): ShiftCount {
  const own_label = oneLine(payment_label) || usualPaymentLabel
  const { sell_count } = report
  const { labels, ...judgement } = judgeShift({ sell_count, own_label, is_complete, labels: counted })
  return {
    ...report,
    our_count: labels.reduce((count, { our_count }) => count + our_count, 0),
    our_sum: labels.reduce((sum, { our_sum }) => sum + our_sum, 0),
    z_sum: labels.reduce((sum, { z_sum, is_compared }) => sum + (is_compared ? z_sum : 0), 0),
    ...judgement,
    labels,
  }
}

/** As the label is sent and read back. */
const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim()
