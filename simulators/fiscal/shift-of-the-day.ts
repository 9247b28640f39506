import { type Register, type Shift, uuidOf } from './registers.ts'

const kyivDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Kyiv', dateStyle: 'short' })
export const dayIn = (ms: number): string => (Number.isNaN(ms) ? '' : kyivDay.format(ms))

const hourMs = 3_600_000

/** The last second of the day in Kyiv, which has 23, 24 or 25 hours. */
const endOfDay = (ms: number): number => {
  let end = Math.ceil((ms + 1) / hourMs) * hourMs
  while (dayIn(end) === dayIn(ms)) end += hourMs
  return end - 1000
}

/**
 * Checkbox opens a shift by itself when it fiscalises and there is none (its wiki; how it looks is not published). Here
 * there is one for each day in Kyiv, and it is closed when the day ends.
 */
export const shiftOfTheDay = ({ id }: Register, ms: number): Shift => ({
  id: uuidOf(`shift of ${dayIn(ms)} of ${id}`),
  status: 'OPENED',
  serial: 0,
  opened_at: null,
  closed_at: null,
  becomes_at: null,
  auto_close_at: new Date(endOfDay(ms)).toISOString(),
  error: null,
})

/** The shift of a receipt that is made now: the one opened through the API, as long as it is not closed. */
export const shiftFor = (register: Register, ms: number): Shift =>
  register.shift === null || register.shift.status === 'CLOSED' ? shiftOfTheDay(register, ms) : register.shift
