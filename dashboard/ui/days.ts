import type { Day } from './day-text.ts'

/** Either end may be open; both ends are included. */
export interface DayRange {
  from: Day | undefined
  to: Day | undefined
}

/** Nothing that a shop keeps is older, and a year beyond them is a slip of the hand. Addresses may name others. */
export const firstYear = 2000
export const lastYear = 2099

const kyiv = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Kyiv', dateStyle: 'short' })

/** The day that it is in Kyiv at that moment, wherever the browser stands. */
export const toKyivDay = (moment: Date): Day => kyiv.format(moment)

export function addDays(day: Day, count: number): Day {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + count)
  return dayOf(moment)
}

/** The same day of another month, or the last one there: 31 January and one month is 28 or 29 February. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const months = year * 12 + month - 1 + count
  const [newYear, newMonth] = [Math.floor(months / 12), (months % 12) + 1]
  return toDay(newYear, newMonth, Math.min(date, lengthOfMonth(newYear, newMonth)))
}

const startOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`
const endOfMonth = (day: Day): Day => addDays(addMonths(startOfMonth(day), 1), -1)

/** Weeks begin on Monday. */
export const startOfWeek = (day: Day): Day => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Not beyond what can be typed. */
export function withinYears(day: Day): Day {
  const [first, last] = [`${firstYear}-01-01`, `${lastYear}-12-31`]
  return day < first ? first : day > last ? last : day
}

/** The month of that day, week by week; null where a day of another month would stand. */
export function weeksOfMonth(day: Day): (Day | null)[][] {
  const weeks: (Day | null)[][] = []
  const end = endOfMonth(day)
  for (let monday = startOfWeek(startOfMonth(day)); monday <= end; monday = addDays(monday, 7)) {
    const week = [0, 1, 2, 3, 4, 5, 6].map((place) => addDays(monday, place))
    weeks.push(week.map((one) => (one.startsWith(day.slice(0, 7)) ? one : null)))
  }
  return weeks
}

/** Whole weeks and months, as they are called, also before they are over: a link or a saved view keeps its meaning. */
export const quickRanges = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  this_week: (today) => ({ from: startOfWeek(today), to: addDays(startOfWeek(today), 6) }),
  this_month: (today) => ({ from: startOfMonth(today), to: endOfMonth(today) }),
  last_month: (today) => ({
    from: startOfMonth(addMonths(today, -1)),
    to: addDays(startOfMonth(today), -1),
  }),
} as const satisfies Record<string, (today: Day) => DayRange>

export type QuickRange = keyof typeof quickRanges

export const isTurned = ({ from, to }: DayRange): boolean => from !== undefined && to !== undefined && from > to

const dayOf = (moment: Date): Day => moment.toISOString().slice(0, 10)

export const toDay = (year: number, month: number, day: number): Day =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** Day 0 of the next month is the last one of this. */
export const lengthOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()
