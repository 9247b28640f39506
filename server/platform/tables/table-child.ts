import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { toCsvHead, toCsvRows } from './csv-text.ts'
import type { TableCell, TablePart } from './table.ts'
import { answerParts } from '../child-process/answer-parts.ts'

interface Making {
  add(rows: readonly (readonly TableCell[])[]): void
  finish(): Promise<Uint8Array>
}

answerParts<TablePart, Uint8Array>(() => {
  let making: Making | null = null
  return {
    take: (part) => {
      if ('format' in part) making = part.format === 'csv' ? makeCsv(part.headings) : makeXlsx(part)
      else making?.add(part.rows)
    },
    finish: async () => (await making?.finish()) ?? new Uint8Array(),
  }
})

function makeCsv(headings: readonly string[]): Making {
  const pieces = [Buffer.from(toCsvHead(headings))]
  return {
    add: (rows) => void pieces.push(Buffer.from(toCsvRows(rows))),
    finish: () => Promise.resolve(Buffer.concat(pieces)),
  }
}

function makeXlsx({ headings, widths }: { headings: readonly string[]; widths: readonly number[] }): Making {
  const data: SheetData = [headings.map((value) => ({ value, fontWeight: 'bold' as const, wrap: true }))]
  const columns = headings.map((_, index) => ({ width: widths[index] ?? 18 }))
  return {
    add: (rows) => {
      for (const row of rows) data.push(row.map(toXlsxCell))
    },
    finish: () => writeXlsxFile(data, { columns, stickyRowsCount: 1 }).toBuffer(),
  }
}

function toXlsxCell(cell: TableCell) {
  if (typeof cell === 'number') return { type: Number, value: cell }
  if (typeof cell === 'object' && cell !== null) return { type: Number, value: cell.kopiykas / 100, format: '#,##0.00' }
  return { type: String, value: cell ?? '' }
}
