/** How figures and times look on screen. Times are always those of Kyiv, wherever the browser is. */
const timeZone = 'Europe/Kyiv'

const listTime = new Intl.DateTimeFormat('uk-UA', {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

const textTime = new Intl.DateTimeFormat('uk-UA', { timeZone, dateStyle: 'long', timeStyle: 'short' })

/** «09.03.2026, 09:05», for lists. */
export const formatDateTime = (instant: string): string => listTime.format(new Date(instant))

/** «9 березня 2026 р. о 09:05», for sentences. */
export const formatLongDateTime = (instant: string): string => textTime.format(new Date(instant))

const clock = new Intl.DateTimeFormat('uk-UA', { timeZone, hour: '2-digit', minute: '2-digit' })
const dayOf = new Intl.DateTimeFormat('uk-UA', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
const relative = new Intl.RelativeTimeFormat('uk-UA', { numeric: 'auto' })

/** «14:05». */
export const formatClock = (instant: string): string => clock.format(new Date(instant))

/** «09.03.2026». */
export const formatDay = (instant: string): string => dayOf.format(new Date(instant))

const longDay = new Intl.DateTimeFormat('uk-UA', { timeZone, dateStyle: 'long' })

/** «9 березня 2026 р.», as a heading. */
export const formatLongDay = (instant: string): string => longDay.format(new Date(instant))

/** «14:05» of today, else with its day: for what began some time ago and still goes on. */
export const formatSince = (instant: string, now: Date): string =>
  formatDay(instant) === formatDay(now.toISOString()) ? formatClock(instant) : formatDateTime(instant)

/**
 * «5 хвилин тому» and «3 години тому» of today, «учора, 14:05», else the date: further back people do not count hours.
 */
export function formatAge(instant: string, now: Date): string {
  const then = new Date(instant)
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000)
  if (minutes < 1) return 'щойно'
  if (minutes < 60) return relative.format(-minutes, 'minute')
  if (dayOf.format(then) === dayOf.format(now)) return relative.format(-Math.floor(minutes / 60), 'hour')
  const yesterday = new Date(now.getTime() - 86_400_000)
  if (dayOf.format(then) === dayOf.format(yesterday)) return `учора, ${clock.format(then)}`
  return listTime.format(then)
}

const unit = (name: 'minute' | 'hour' | 'day') =>
  new Intl.NumberFormat('uk-UA', { style: 'unit', unit: name, unitDisplay: 'long' })
const units = { minute: unit('minute'), hour: unit('hour'), day: unit('day') }

/** «5 хвилин», «3 години», «9 днів»: for how long something has been as it is. */
export function formatDuration(since: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(since).getTime()) / 60_000)
  if (minutes < 1) return 'щойно'
  if (minutes < 60) return units.minute.format(minutes)
  if (minutes < 24 * 60) return units.hour.format(Math.floor(minutes / 60))
  return units.day.format(Math.floor(minutes / (24 * 60)))
}

/** «+380 67 123 45 67»; a number of another country as it is. */
export function formatPhone(phone: string): string {
  const parts = /^380(\d{2})(\d{3})(\d{2})(\d{2})$/.exec(phone)
  if (parts === null) return phone === '' ? '' : `+${phone}`
  return `+380\u00a0${parts.slice(1).join('\u00a0')}`
}

/** «2045 0073 10» and «4821»: the end is what people say and look for. */
export function splitTtn(ttn: string): { start: string; end: string } {
  return { start: ttn.slice(0, -4).replace(/(.{4})/g, '$1\u00a0'), end: ttn.slice(-4) }
}

/** «1234,50»: without spaces, as a spreadsheet takes it for a number. */
export const toCopiedMoney = (kopiykas: number): string => (kopiykas / 100).toFixed(2).replace('.', ',')

/** «2» pieces of 2000 thousandths, «0,5» of 500. */
const pieces = new Intl.NumberFormat('uk-UA', { maximumFractionDigits: 3 })
export const formatQuantity = (thousandths: number): string => pieces.format(thousandths / 1000)
