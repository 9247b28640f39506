import { toUnits } from '#/server/integrations/decimal.ts'
import { mostKopiykas } from './limits.ts'
import type { Cell } from './table.ts'

export type AmountTrouble = 'no_sum' | 'ambiguous' | 'part_of_kopiyka' | 'beyond_bounds' | 'uncomputed'

/**
 * Signed kopiykas of a cell. A number is the decimal of its text; noise below a millionth of a hryvnia is of a spreadsheet's
 * own adding up. A text is read only if it can be read in one way.
 */
export function toKopiykas(cell: Cell): number | AmountTrouble {
  if (cell.kind === 'uncomputed') return 'uncomputed'
  if (cell.kind === 'number') return fromNumber(Number(cell.text))
  return cell.kind === 'text' ? fromText(cell.text) : 'no_sum'
}

function fromNumber(value: number): number | AmountTrouble {
  if (!(Math.abs(value) * 100 <= mostKopiykas)) return 'beyond_bounds'
  return signed(value < 0, toUnits(Math.abs(value), 2)) ?? 'part_of_kopiyka'
}

/** Besides the hyphen, the minus sign and the dash that spreadsheets put in its place. */
const minus = /^[-\u2212\u2013]\s*/u
const currency = /(?:грн\.?|₴|uah)$/iu
/** One sign before three digits: 1,234 and 1.234 are a thousand and a bit in one country and one and a bit in another. */
const readTwoWays = /^\d{1,3}[.,]\d{3}$/
/** Blanks and apostrophes group thousands; elsewhere («12 50») they stand for something that is not known. */
const grouped = /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d*)?$/u

function fromText(text: string): number | AmountTrouble {
  const bare = text.trim().replace(minus, '').replace(currency, '').trimEnd()
  if (readTwoWays.test(bare)) return 'ambiguous'
  if (/[\s'’]/u.test(bare) && !grouped.test(bare)) return 'no_sum'
  const isDecimal = /^\d+[.,]\d+$/.test(bare.replace(/[\s'’]/gu, ''))
  const kopiykas = signed(minus.test(text.trim()), toUnits(bare, 2))
  if (kopiykas === null) return isDecimal ? 'part_of_kopiyka' : 'no_sum'
  return Math.abs(kopiykas) <= mostKopiykas ? kopiykas : 'beyond_bounds'
}

/** No minus zero: it would differ from zero in a comparison of lines. */
const signed = (isNegative: boolean, units: number | null): number | null => (isNegative && units ? -units : units)

export const amountTroubles: Record<AmountTrouble, string> = {
  no_sum: 'це не сума',
  ambiguous: 'таку суму можна прочитати двояко: тисячі це чи частка гривні',
  part_of_kopiyka: 'у сумі є частка копійки',
  beyond_bounds: 'така сума неможлива',
  uncomputed: 'відкрийте файл у табличному редакторі й збережіть його знову',
}
