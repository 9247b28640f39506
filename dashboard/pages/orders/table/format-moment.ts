import { formatClock, formatDay } from '../../../words/format.ts'

/** «14:05» of today, «09.03» of this year, else the whole day: a column of a list has no room for more. */
export function formatMoment(instant: string, now: Date): string {
  const [day, today] = [formatDay(instant), formatDay(now.toISOString())]
  if (day === today) return formatClock(instant)
  return day.slice(-yearLength) === today.slice(-yearLength) ? day.slice(0, -yearLength) : day
}

const yearLength = '.2026'.length
