import { csvMark, toCsvLine, type CsvCell } from '#/contract/csv.ts'
import type { TableCell, TableSource } from './table.ts'

export const toCsvHead = (headings: readonly string[]): string => csvMark + toCsvLine(headings)

export const toCsvRows = (rows: readonly (readonly TableCell[])[]): string =>
  rows.map((row) => toCsvLine(row.map(toText))).join('')

export const toCsvText = ({ headings, rows }: TableSource): string => toCsvHead(headings) + toCsvRows([...rows])

/** Money with a decimal comma and nothing else: a spreadsheet takes it for a number. */
function toText(cell: TableCell): CsvCell {
  if (cell === null) return ''
  if (typeof cell === 'object') return { number: (cell.kopiykas / 100).toFixed(2).replace('.', ',') }
  return typeof cell === 'number' ? { number: String(cell) } : cell
}
