import { dayOfText, shownDay } from './dates.ts'
import { limits } from './limits.ts'
import { tooLarge } from './refusals.ts'

/**
 * A cell as its file wrote it: a number keeps the text of its decimal. `uncomputed` is a formula whose result was not saved;
 * `day` is null for a date cell that holds no day of a calendar. A blank cell is not there at all.
 */
export type Cell =
  | { kind: 'text'; text: string }
  | { kind: 'number'; text: string }
  | { kind: 'date'; day: string | null }
  | { kind: 'boolean'; text: string }
  | { kind: 'error'; text: string }
  | { kind: 'uncomputed' }

export interface Row {
  /** Of the file, from 1, as a spreadsheet shows it. */
  row: number
  cells: readonly (Cell | undefined)[]
}

export interface Table {
  form: 'xlsx' | 'csv'
  rows: readonly Row[]
  notes: readonly string[]
}

/** Takes cells in the order of the file and stops at the bounds; rows without a filled cell are not kept. */
export function collectRows(): { rows: readonly Row[]; put: (row: number, column: number, cell: Cell) => void } {
  const rows: { row: number; cells: (Cell | undefined)[] }[] = []
  let filled = 0
  const put = (row: number, column: number, cell: Cell): void => {
    if (cell.kind === 'text' && cell.text.trim() === '') return
    if (column >= limits.columns) throw tooLarge('200 стовпців')
    if ('text' in cell && cell.text.length > limits.characters) throw tooLarge('2\u00a0000 знаків у клітинці')
    filled += 1
    if (filled > limits.cells) throw tooLarge('400\u00a0000 клітинок')
    const last = rows.at(-1)
    if (last?.row === row) {
      last.cells[column] = cell
      return
    }
    if (rows.length === limits.rows) throw tooLarge('20\u00a0000 рядків')
    const cells: (Cell | undefined)[] = []
    cells[column] = cell
    rows.push({ row, cells })
  }
  return { rows, put }
}

/** The text of a cell that may hold a name or a number: a whole number without its decimal point or exponent. */
export function textOf(cell: Cell | undefined): string | null {
  if (cell?.kind === 'text')
    return cell.text
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
  if (cell?.kind !== 'number') return null
  const value = Number(cell.text)
  return Number.isSafeInteger(value) ? String(value) : cell.text
}

export function dayOfCell(cell: Cell | undefined): string | null {
  if (cell?.kind === 'date') return cell.day
  return cell?.kind === 'text' ? dayOfText(cell.text) : null
}

/** For a sentence: short, on one line. */
export function quoted(cell: Cell | undefined): string {
  if (cell === undefined) return 'порожньо'
  if (cell.kind === 'uncomputed') return 'формула без збереженого значення'
  if (cell.kind === 'date') return cell.day === null ? 'неможлива дата' : `дата ${shownDay(cell.day)}`
  return `«${shortened(cell.text)}»`
}

export function shortened(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return line.length > 40 ? `${line.slice(0, 39)}…` : line
}
