/** Days of the calendar as the API and addresses write them, «2026-03-09»: no time of day, no zone; they compare as texts do. */
export type Day = string

/** A day that exists; PostgreSQL has no year 0. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/** «09.03.2026». */
export const writeDay = (day: Day): string => day.split('-').toReversed().join('.')
