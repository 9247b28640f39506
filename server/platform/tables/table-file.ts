import { AppError } from '#/contract/errors.ts'
import type { Clock } from '../clock.ts'
import type { TableCell, TablePart, TableSource } from './table.ts'
import { inChildProcess, TooHeavy } from '../child-process/in-child-process.ts'

export interface TableFile {
  name: string
  type: string
  content: Buffer
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Fifty thousand rows of eleven columns were seen to take eight seconds of a processor as XLSX, and to fit into a heap of 300 MB. */
const bounds = { longestMs: 120_000, mostMemoryMb: 512 }

/** A table as a file: sums as numbers, and nothing a spreadsheet would take for a formula. Made in a process of its own, row by row. */
export async function toTableFile(
  clock: Clock,
  name: string,
  format: keyof typeof types,
  table: TableSource,
): Promise<TableFile> {
  const script = new URL('table-child.ts', import.meta.url)
  const parts = partsOf(format, table)
  const content = await inChildProcess<Uint8Array>(clock, { script, parts, ...bounds }).catch((error: unknown) => {
    throw error instanceof TooHeavy ? new AppError('server.file_too_heavy') : error
  })
  return {
    name: `${name}.${format}`,
    type: types[format],
    content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
  }
}

/** So many rows take a few milliseconds to hand over. */
const rowsAtOnce = 500

function* partsOf(format: keyof typeof types, { headings, rows, widths = [] }: TableSource): Generator<TablePart> {
  yield { format, headings, widths }
  let some: (readonly TableCell[])[] = []
  for (const row of rows) {
    some.push(row)
    if (some.length < rowsAtOnce) continue
    yield { rows: some }
    some = []
  }
  yield { rows: some }
}
