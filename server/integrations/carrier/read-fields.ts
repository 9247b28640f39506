import { Kopiykas } from '#/contract/common.ts'
import { toUnits } from '../decimal.ts'
import { toInstant } from '../kyiv-time.ts'

/**
 * Fields of the carrier. The same one comes as text, number, boolean, `""`, `null` or a list in different answers, so each is
 * read on its own and what cannot be read is unknown: it never spoils the rest.
 */
export const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Own fields only: `__proto__` and `constructor` lead nowhere. */
export const fieldOf = (record: unknown, name: string): unknown =>
  isRecord(record) && Object.hasOwn(record, name) ? Reflect.get(record, name) : undefined

/** Room for a thousand phones in one field; nothing else of theirs is nearly as long. */
const longestText = 20_000

/**
 * One line without anything unseen: PostgreSQL takes no NUL, UTF-8 no half of a surrogate pair, and a mark of direction
 * would turn around the page it is shown on.
 */
export function readText(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return ''
  return String(value)
    .slice(0, longestText)
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
}

/** Cut between letters, not inside one. */
export const cutTo = (most: number, text: string): string =>
  text.length <= most ? text : Array.from(text).slice(0, most).join('')

/** null: not shown. A stranger gets `""`; 0 is a sum. */
export function readMoney(value: unknown): number | null {
  const given = typeof value === 'number' ? value : readText(value).replace(/^(\d+),(\d{1,3})$/, '$1.$2')
  const { data } = Kopiykas.safeParse(toUnits(given, 2))
  return data ?? null
}

export function readCode(value: unknown): number | null {
  const text = readText(value)
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

export const readFlag = (value: unknown): boolean => /^(1|true)$/i.test(readText(value))

/**
 * Each field has a way of its own: `2022-09-02 16:08:33`, `02-09-2022 16:08:33`, `02.09.2022 16:08:33`, `16:08 02.09.2022`, or
 * the day alone. All are the time in Kyiv and none says so. `0001-01-01 00:00:00` is no time.
 *
 * In the hour that comes twice in October it is the earlier one, whenever it is read: documents are searched back to the birth of a waybill,
 * so that one must not be taken for younger, and a time that another answer repeats must not become another one.
 */
export function readInstant(value: unknown): string | null {
  const text = readText(value)
    .replace(/^(\d\d:\d\d(?::\d\d)?) (\S+)$/, '$2 $1')
    .replace(/^(\d\d)[-.](\d\d)[-.](\d{4})/, '$3-$2-$1')
  return /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/.test(text) ? toInstant(text) : null
}

/** PHP makes an object of a list whose keys have a gap. */
export function readList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return isRecord(value) ? Object.values(value) : []
}
