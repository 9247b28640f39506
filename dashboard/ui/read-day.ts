import type { Day } from './day-text.ts'
import { firstYear, lastYear, lengthOfMonth, toDay } from './days.ts'

type ReadDay =
  | { day: Day }
  | { fault: 'not_a_date' }
  | { fault: 'no_such_month' }
  | { fault: 'strange_year' }
  | { fault: 'no_such_day'; daysInMonth: number }

export type DayFault = Extract<ReadDay, { fault: string }>

const dayFirst = /^(\d{1,2})[\s.,/–-]+(\d{1,2})[\s.,/–-]+(\d{4}|\d{2})$/
const yearFirst = /^(\d{4})[\s.,/–-]+(\d{1,2})[\s.,/–-]+(\d{1,2})$/
const onlyDigits = /^(\d{2})(\d{2})(\d{4}|\d{2})$/

/**
 * What a person typed or pasted: «09.03.2026», «9.3.26», «9/3/2026», «9 3 2026», «09032026», «2026-03-09». The day stands
 * before the month; nothing is guessed the other way round.
 */
export function readDay(typed: string): ReadDay {
  // Calendars of other programs paste invisible marks of direction along.
  const text = typed
    .replace(/\p{Cf}/gu, '')
    .trimStart()
    .replace(/(?<![\s.,])[\s.,]+$/, '')
  const [, day, month, year] = dayFirst.exec(text) ?? onlyDigits.exec(text) ?? turned(yearFirst.exec(text)) ?? []
  if (day === undefined || month === undefined || year === undefined) return { fault: 'not_a_date' }
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  if (Number(month) < 1 || Number(month) > 12) return { fault: 'no_such_month' }
  if (fullYear < firstYear || fullYear > lastYear) return { fault: 'strange_year' }
  const daysInMonth = lengthOfMonth(fullYear, Number(month))
  if (Number(day) < 1 || Number(day) > daysInMonth) return { fault: 'no_such_day', daysInMonth }
  return { day: toDay(fullYear, Number(month), Number(day)) }
}

const turned = (found: RegExpExecArray | null): (string | undefined)[] | null =>
  found === null ? null : [found[0], found[3], found[2], found[1]]
