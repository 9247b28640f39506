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
