import type { ReportStep } from '#/contract/reports.ts'
import type { ReportView } from '../../addresses/report-view.ts'
import { writeDay, type Day } from '../../ui/day-text.ts'
import { addDays, addMonths, quickRanges, type DayRange } from '../../ui/days.ts'

export interface Period {
  from: Day
  to: Day
}

/** What stands in the fields: without any day the present month. */
export const rangeOf = ({ from, to }: ReportView, today: Day): DayRange =>
  from === undefined && to === undefined ? quickRanges.this_month(today) : { from, to }

/** null: a day lacks, or the last one is before the first; there is nothing to ask for yet. */
export function periodOf(view: ReportView, today: Day): Period | null {
  const { from, to } = rangeOf(view, today)
  return from === undefined || to === undefined || from > to ? null : { from, to }
}

export const daysIn = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

/** Two months of days are read by day, a year by month. */
const mostDays = 62

export const stepOf = ({ step }: ReportView, period: Period): ReportStep =>
  step ?? (daysIn(period) > mostDays ? 'month' : 'day')

/** «16.11.2026», «листопад 2026», «2026 рік», «03.11–09.11.2026», «28.12.2025–03.01.2026». */
export function periodName({ from, to }: Period): string {
  if (from === to) return writeDay(from)
  const year = from.slice(0, 4)
  if (from === `${year}-01-01` && to === `${year}-12-31`) return `${year}\u00a0рік`
  if (isWholeMonth({ from, to })) return `${months.format(Date.parse(from))}\u00a0${year}`
  const start = to.startsWith(year) ? writeDay(from).slice(0, 5) : writeDay(from)
  return `${start}–${writeDay(to)}`
}

const months = new Intl.DateTimeFormat('uk-UA', { timeZone: 'UTC', month: 'long' })

const isWholeMonth = ({ from, to }: Period): boolean =>
  from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7) && to === addDays(addMonths(from, 1), -1)
