import type { Day } from './day-text.ts'

/** A day has no zone: it is written in the one it is read in. */
const written = (options: Intl.DateTimeFormatOptions): ((day: Day) => string) => {
  const format = new Intl.DateTimeFormat('uk-UA', { ...options, timeZone: 'UTC' })
  return (day) => format.format(new Date(`${day}T00:00:00Z`))
}

/** «понеділок, 9 березня 2026 р.». */
export const fullDay = written({ dateStyle: 'full' })
/** «березень». */
export const monthName = written({ month: 'long' })
/** «понеділок» and «пн». */
export const weekDay = written({ weekday: 'long' })
export const shortWeekDay = written({ weekday: 'short' })
