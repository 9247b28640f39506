/** NovaPay's lists begin after this; an earlier year is a mistake of a spreadsheet. */
export const firstYear = 2015
/** A list without a date of its own still belongs to this century. */
export const lastYear = 2099

/** The day if the calendar has it: Date alone takes the 31st of February for the 3rd of March. */
function toDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isThatDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isThatDay ? date.toISOString().slice(0, 10) : null
}

const clock = String.raw`(?:[ T]+\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?Z?)?`
const ukrainian = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})${clock}(?: ?р\.?)?$`, 'u')
const iso = new RegExp(String.raw`^(\d{4})-(\d\d)-(\d\d)${clock}$`, 'u')

/** dd.mm.yyyy as NovaPay writes it, or yyyy-mm-dd; a time of day is read past. Anything else could be read two ways. */
export function dayOfText(text: string): string | null {
  const plain = text.replace(/\s+/gu, ' ').trim()
  const [, day, month, year] = ukrainian.exec(plain) ?? []
  if (year !== undefined) return toDay(Number(year), Number(month), Number(day))
  const [, isoYear, isoMonth, isoDay] = iso.exec(plain) ?? []
  return isoYear === undefined ? null : toDay(Number(isoYear), Number(isoMonth), Number(isoDay))
}

const dayMs = 86_400_000
/** Spreadsheets count days from the end of 1899 (with a 29 February 1900 that never was), old ones of Macintosh from 1904. */
const [since1900, since1904] = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)]
/** The last day that a spreadsheet can write, 31.12.9999. */
const lastSerial = 2_958_465

export function dayOfSerial(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0 && serial <= lastSerial)) return null
  const ms = (is1904 ? since1904 : since1900) + Math.floor(serial) * dayMs
  return new Date(ms).toISOString().slice(0, 10)
}

const months = [
  'січня',
  'лютого',
  'березня',
  'квітня',
  'травня',
  'червня',
  'липня',
  'серпня',
  'вересня',
  'жовтня',
  'листопада',
  'грудня',
]

/** «15», «жовтня», «2026». */
export function dayOfWords(day: string, month: string, year: string): string | null {
  const index = months.indexOf(month.toLowerCase())
  return index === -1 ? null : toDay(Number(year), index + 1, Number(day))
}

/** For sentences: «15.10.2026». */
export const shownDay = (day: string): string => day.split('-').toReversed().join('.')

export const isWithinYears = (day: string, last: number): boolean =>
  Number(day.slice(0, 4)) >= firstYear && Number(day.slice(0, 4)) <= last
