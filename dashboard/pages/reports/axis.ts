import { writeDay, type Day } from '../../ui/day-text.ts'

/** The end of a scale: 1, 2 or 5 with zeros, not below the tallest bar. */
export function topOf(tallest: number): number {
  if (tallest <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(tallest))
  return ([1, 2, 5].find((times) => times * power >= tallest) ?? 10) * power
}

export interface AxisLabel {
  place: number
  text: string
  /** Left out where there is little room. */
  isMinor: boolean
}

/** Among few bars each could be named; among many only the first of each month is. */
const mostBars = 62
/** Weeks are drawn three charts to a line. */
const labelsFor = (span: number): number => (span === 1 ? 7 : 4)

const months = new Intl.DateTimeFormat('uk-UA', { timeZone: 'UTC', month: 'short' })

/** What stands below the bars of so many days or weeks. `span`: how many days one bar is. */
export function axisLabels(days: readonly Day[], span: number): AxisLabel[] {
  if (days.length * span <= mostBars) {
    const every = Math.ceil(days.length / labelsFor(span))
    return days.flatMap((day, place) =>
      place % every === 0 ? [{ place, text: writeDay(day).slice(0, 5), isMinor: false }] : [],
    )
  }
  const firsts = days.flatMap((day, place) =>
    place === 0 || day.slice(0, 7) !== days[place - 1]?.slice(0, 7) ? [place] : [],
  )
  // The rest of a month before the first whole one has no room for its name.
  const whole = firsts.filter((place, index) => ((firsts[index + 1] ?? days.length) - place) * span >= 20)
  const every = span === 1 ? 1 : Math.ceil(whole.length / labelsFor(span))
  return whole
    .filter((_place, index) => index % every === 0)
    .map((place, index) => ({
      place,
      text: months.format(Date.parse(days[place] ?? '')),
      isMinor: span === 1 && index % 2 === 1 && whole.length > labelsFor(span),
    }))
}
