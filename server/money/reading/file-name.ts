import { dayOfText, dayOfWords, isWithinYears, lastYear } from './dates.ts'

/** Mail programs put underscores for blanks. */
const gap = String.raw`[\s_]+`
const named = new RegExp(
  String.raw`(?:№|(?<!\p{L})N)[\s_]*(\d{1,20})(?:${gap}від${gap}(?:(\d{1,2})${gap}(\p{L}+)${gap}(\d{4})|(\d{1,2}\.\d{1,2}\.\d{4})))?`,
  'u',
)

/** «Реєстр платежів контрагента … ФОП № 40000017 від 15 жовтня 2026 р.XLSX». */
export function readFileName(name: string): { number: string | null; day: string | null } {
  const [, number, day, month, year, date] = named.exec(name.slice(0, 500).normalize('NFC')) ?? []
  if (number === undefined) return { number: null, day: null }
  const found = date === undefined ? dayOfWords(day ?? '', month ?? '', year ?? '') : dayOfText(date)
  return { number, day: found !== null && isWithinYears(found, lastYear) ? found : null }
}
