import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { toCsv, type CsvCell } from '#/contract/csv.ts'

/** A cell is text, a whole number, or money in kopiykas. */
export type TableCell = string | number | { kopiykas: number } | null

export interface Table {
  headings: readonly string[]
  rows: readonly (readonly TableCell[])[]
  /** Of the columns, in letters; 18 each where nothing is said. */
  widths?: readonly number[]
}

export interface TableFile {
  name: string
  type: string
  content: Buffer
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A table as a file: sums as numbers, and nothing a spreadsheet would take for a formula. */
export async function toTableFile(name: string, format: keyof typeof types, table: Table): Promise<TableFile> {
  const content = format === 'csv' ? Buffer.from(toCsvText(table)) : await toXlsx(table)
  return { name: `${name}.${format}`, type: types[format], content }
}

export const toCsvText = ({ headings, rows }: Table): string => toCsv([headings, ...rows.map((row) => row.map(toText))])

/** Money with a decimal comma and nothing else: a spreadsheet takes it for a number. */
function toText(cell: TableCell): CsvCell {
  if (cell === null) return ''
  if (typeof cell === 'object') return { number: (cell.kopiykas / 100).toFixed(2).replace('.', ',') }
  return typeof cell === 'number' ? { number: String(cell) } : cell
}

async function toXlsx({ headings, rows, widths }: Table): Promise<Buffer> {
  const head = headings.map((value) => ({ value, fontWeight: 'bold' as const, wrap: true }))
  const body = rows.map((row) =>
    row.map((cell) => {
      if (typeof cell === 'number') return { type: Number, value: cell }
      if (typeof cell === 'object' && cell !== null)
        return { type: Number, value: cell.kopiykas / 100, format: '#,##0.00' }
      return { type: String, value: cell ?? '' }
    }),
  )
  const data: SheetData = [head, ...body]
  const columns = headings.map((_, index) => ({ width: widths?.[index] ?? 18 }))
  return writeXlsxFile(data, { columns, stickyRowsCount: 1 }).toBuffer()
}
