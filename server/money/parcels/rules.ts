/** On which day payments are read, in Kyiv, and after how many working days money is late. */
export interface Today {
  today: string
  late_after_days: number
}

const dayMs = 86_400_000
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
/** From 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7

/** So many working days after a day; what begins at a weekend begins on its Friday. Holidays are working days here. */
export function workingDayAfter(start: string, days: number): string {
  const weekday = weekdayOf(start)
  const fromFriday = Math.max(weekday - 5, 0)
  const weekends = Math.floor((Math.min(weekday, 5) - 1 + days) / 5)
  return addDays(start, days - fromFriday + 2 * weekends)
}

/** The last day on which money should have come. */
export const lateAfter = (paidOn: string, { late_after_days }: Today): string =>
  workingDayAfter(paidOn, late_after_days)

/** The latest day of payment whose money is late today. Money is due two days before its payment at the earliest, on that Friday. */
export function lastLateDay(today: Today): string {
  let day = addDays(today.today, 2)
  while (lateAfter(day, today) >= today.today) day = addDays(day, -1)
  return day
}
