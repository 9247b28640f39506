import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { toCsv, type CsvCell } from '#/contract/csv.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import type { ReportTable, TableCell } from './report-tables.ts'

export interface ReportFile {
  name: string
  type: string
  content: Buffer
}

/** A report as a file: sums as numbers, and nothing a spreadsheet would take for a formula. Every export is in the journal. */
export async function exportReport(
  app: Pick<App, 'db' | 'clock' | 'audit_key'>,
  actor: Actor,
  asked: { report: string; from: string; to: string; format: 'xlsx' | 'csv'; table: ReportTable },
): Promise<ReportFile> {
  const { report, from, to, format, table } = asked
  await app.db.transaction().execute((tx) =>
    recordAudit(app, tx, actor, {
      action: 'report.exported',
      subject: { type: 'money', id: report },
      details: { report, from, to, format, rows: table.rows.length },
    }),
  )
  const name = `${fileNames[report] ?? report}-${from}-${to}.${format}`
  if (format === 'csv') return { name, type: 'text/csv; charset=utf-8', content: Buffer.from(toCsvText(table)) }
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { name, type, content: await toXlsx(table) }
}

/** In Latin letters, which every system takes for a name. */
const fileNames: Record<string, string> = {
  summary: 'pidsumok',
  differences: 'rozbizhnosti',
  accountant: 'dlia-bukhhaltera',
}

const toCsvText = ({ headings, rows }: ReportTable): string => toCsv([headings, ...rows.map((row) => row.map(toText))])

/** Money with a decimal comma and nothing else: a spreadsheet takes it for a number. */
function toText(cell: TableCell): CsvCell {
  if (cell === null) return ''
  if (typeof cell === 'object') return { number: (cell.kopiykas / 100).toFixed(2).replace('.', ',') }
  return typeof cell === 'number' ? { number: String(cell) } : cell
}

async function toXlsx({ headings, rows }: ReportTable): Promise<Buffer> {
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
  return writeXlsxFile(data, { columns: headings.map(() => ({ width: 18 })), stickyRowsCount: 1 }).toBuffer()
}
