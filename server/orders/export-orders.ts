import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { AppError } from '#/contract/errors.ts'
import type { OrderExportQuery } from '#/contract/orders.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import { exportName } from './export-name.ts'
import { exportColumns, toOrdersCsv, type ExportRow } from './export-table.ts'
import { listForExport } from './export-store.ts'
import { paidTooLongAgo } from './rules.ts'

/** What a spreadsheet and an accountant can still handle; a longer time is exported in parts. */
const mostRows = 50_000

export interface ExportedFile {
  name: string
  type: string
  content: Buffer
}

/** The list as a file for the accountant: sums as numbers, times in Kyiv, and nothing a spreadsheet would take for a formula. */
export async function exportOrders(
  app: Pick<App, 'db' | 'clock' | 'audit_key' | 'config'>,
  actor: Actor,
  query: OrderExportQuery,
): Promise<ExportedFile> {
  const rows = await listForExport(app.db, query, mostRows + 1, paidTooLongAgo(app))
  if (rows.length > mostRows) throw new AppError('order.export_too_large', { most: mostRows })
  await app.db.transaction().execute((tx) =>
    recordAudit(app, tx, actor, {
      action: 'order.exported',
      subject: { type: 'queue', id: 'orders' },
      details: { format: query.format, rows: rows.length, filters: recordedFilters(query) },
    }),
  )
  const name = exportName(query)
  if (query.format === 'csv') return { name, type: 'text/csv; charset=utf-8', content: Buffer.from(toOrdersCsv(rows)) }
  return {
    name,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: await toXlsx(rows),
  }
}

/** What was typed into the search stays out of the journal, which is never cleaned: it may be somebody's name or phone. */
function recordedFilters({ format: _format, q, ...filters }: OrderExportQuery): Record<string, unknown> {
  return { ...filters, ...(q !== undefined && { q: '…' }) }
}

async function toXlsx(rows: readonly ExportRow[]): Promise<Buffer> {
  const head = exportColumns.map(({ title }) => ({ value: title, fontWeight: 'bold' as const }))
  const body = rows.map((row) =>
    exportColumns.map((column) => {
      const value = column.value(row)
      if (typeof value === 'number') return { type: Number, value: value / 100, format: '#,##0.00' }
      return { type: String, value: value ?? '' }
    }),
  )
  const data: SheetData = [head, ...body]
  return writeXlsxFile(data, { columns: exportColumns.map(({ width }) => ({ width })), stickyRowsCount: 1 }).toBuffer()
}
