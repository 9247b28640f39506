const kyiv = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Kyiv', dateStyle: 'short', timeStyle: 'medium' })

/** Kyiv changes its clocks on the hour, so one look at the calendar serves all of it: a record has ten times in it. */
const offsets = new Map<number, number>()
const hourMs = 3_600_000

const offsetOf = (at: number): number => {
  const hour = Math.floor(at / hourMs)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  const offset = Date.parse(`${kyiv.format(hour * hourMs).replace(' ', 'T')}Z`) - hour * hourMs
  offsets.set(hour, offset)
  return offset
}

/** All times of the carrier are Kyiv's, without saying so, each field in a way of its own: `2022-09-02 16:08:33`. */
export const yearFirst = (at: number): string =>
  new Date(at + offsetOf(at)).toISOString().slice(0, 19).replace('T', ' ')

const dayBackwards = (at: number, between: string): string => {
  const date = yearFirst(at)
  return date.slice(8, 10) + between + date.slice(5, 7) + between + date.slice(0, 4)
}
const timeOf = (at: number): string => yearFirst(at).slice(11)

/** `2022-09-10` */
export const dayOnly = (at: number): string => yearFirst(at).slice(0, 10)

/** `01-09-2022 17:09:52` */
export const dayFirstDashed = (at: number): string => `${dayBackwards(at, '-')} ${timeOf(at)}`

/** `02.09.2022` */
export const dayDotted = (at: number): string => dayBackwards(at, '.')

/** `02.09.2022 16:08:16` */
export const dayFirstDotted = (at: number): string => `${dayDotted(at)} ${timeOf(at)}`

/** `16:08 02.09.2022` */
export const minuteFirst = (at: number): string => `${timeOf(at).slice(0, 5)} ${dayDotted(at)}`
