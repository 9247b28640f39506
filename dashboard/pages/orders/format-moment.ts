import { formatClock, formatDay } from '../../format.ts'

/** «14:05» of today, else the day: a column of a list has no room for more. */
export const formatMoment = (instant: string, now: Date): string =>
  formatDay(instant) === formatDay(now.toISOString()) ? formatClock(instant) : formatDay(instant)
