/** With all its blanks; a longer text is no time. */
const longest = 100

/**
 * Times as other systems send them, to an instant with Z: ISO with a zone, unix seconds or milliseconds, and local time without a zone
 * («2026-01-05 10:20», «05.01.2026 10:20:30»), which in a Ukrainian shop is the time in Kyiv.
 *
 * When the clocks go back in October, an hour comes twice, and a time without a zone may be of either. `read_at`, by the clock of its
 * sender: the time is of something that had happened by then, and is taken as late as that allows. Without it the earlier instant is
 * taken, so that the same text is the same instant whenever it is read.
 */
export function toInstant(value: unknown, read_at: Date | null = null): string | null {
  if (typeof value === 'number') return fromUnix(value)
  if (typeof value !== 'string' || value.length > longest) return null
  const text = value.trim()
  if (/^\d{9,13}$/.test(text)) return fromUnix(Number(text))
  const [, date, clock = '00:00', zone = ''] =
    /^(\d{4}-\d\d-\d\d|\d\d\.\d\d\.\d{4})(?:[T ]+(\d\d:\d\d(?::\d\d(?:\.\d+)?)?))? ?(Z|[+-]\d\d:?\d\d)?$/i.exec(text) ??
    []
  if (date === undefined) return null
  const day = date.includes('.') ? date.split('.').toReversed().join('-') : date
  // Date takes the 31st of February for the 3rd of March; the sender means something else.
  if (!isDay(day)) return null
  const local = new Date(`${day}T${clock}Z`).getTime()
  if (Number.isNaN(local)) return null
  return toSaneIso(zone === '' ? fromKyiv(local, read_at) : local - offsetOf(zone))
}

const isDay = (day: string): boolean => {
  const date = new Date(`${day}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

function offsetOf(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0
  const [hours, minutes] = [zone.slice(1, 3), zone.slice(-2)].map(Number)
  return ((hours ?? 0) * hourMs + (minutes ?? 0) * minuteMs) * (zone.startsWith('-') ? -1 : 1)
}

/** Seconds until the year 5138, milliseconds since 1973: no moment of a shop can be read both ways. */
const fromUnix = (value: number): string | null => toSaneIso(Math.round(value < 1e11 ? value * 1000 : value))

/** An order from outside these years is a mistake in the mapping, not an order. */
const [earliest, latest] = [Date.UTC(2000, 0), Date.UTC(2100, 0)]

const toSaneIso = (ms: number): string | null => (ms >= earliest && ms < latest ? new Date(ms).toISOString() : null)

const kyivHour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Kyiv', hour: '2-digit', hourCycle: 'h23' })

/** Is Kyiv so many hours ahead of UTC at that instant? It is two in winter and three in summer. */
const isAhead = (instant: number, hours: number): boolean =>
  Number(kyivHour.format(instant)) === new Date(instant + hours * hourMs).getUTCHours()

/** The clocks of two systems, and of two machines of one, differ by so much. */
const skewMs = minuteMs

/** The hour that is skipped in March is that of a clock which was not put forward: it becomes the hour after it. */
function fromKyiv(local: number, read_at: Date | null): number {
  const [summer, winter] = [local - 3 * hourMs, local - 2 * hourMs]
  if (!isAhead(summer, 3)) return winter
  const isOver = read_at !== null && isAhead(winter, 2) && winter <= read_at.getTime() + skewMs
  return isOver ? winter : summer
}

const kyivDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Kyiv', dateStyle: 'short' })

/** The calendar day in Kyiv, «2026-03-09»: days compare as texts do. */
export const toKyivDay = (instant: Date): string => kyivDay.format(instant)

/** When it is so late («23:50») on the day in Kyiv that this instant belongs to. */
export const atKyivTime = (instant: Date, time: string): Date =>
  new Date(fromKyiv(Date.parse(`${toKyivDay(instant)}T${time}Z`), null))

/** With the offset of Kyiv, so that a reader of only the date reads the right one: «2026-03-09T23:50:00+02:00». */
export function toKyivIso(instant: Date): string {
  const hours = isAhead(instant.getTime(), 3) ? 3 : 2
  return `${new Date(instant.getTime() + hours * hourMs).toISOString().slice(0, 19)}+0${hours}:00`
}

const clock = { timeZone: 'Europe/Kyiv', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
const clockOnly = new Intl.DateTimeFormat('uk-UA', clock)
const dayAndClock = new Intl.DateTimeFormat('uk-UA', { ...clock, day: '2-digit', month: '2-digit', year: 'numeric' })

/** For sentences people read: «14:01:15». */
export const toClock = (instant: Date): string => clockOnly.format(instant)

/** «09.03.2026, 14:01:15». */
export const toDayAndClock = (instant: Date): string => dayAndClock.format(instant)
