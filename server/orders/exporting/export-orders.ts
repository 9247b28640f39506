import { AppError } from '#/contract/errors.ts'
import type { OrderExportQuery } from '#/contract/orders.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { toTableFile, type TableFile } from '#/server/platform/tables/table-file.ts'
import { exportName } from './export-name.ts'
import { listForExport } from './export-store.ts'
import { toOrdersTable } from './export-table.ts'
import { troubleTimes } from '../queue/rules.ts'

/** What a spreadsheet and an accountant can still handle; a longer time is exported in parts. */
const mostRows = 50_000

/** The list as a file for the accountant. Every export is in the audit log. */
export async function exportOrders(
  app: Pick<App, 'db' | 'clock' | 'audit' | 'config'>,
  actor: Actor,
  query: OrderExportQuery,
): Promise<TableFile> {
  const rows = await listForExport(app.db, query, mostRows + 1, troubleTimes(app))
  if (rows.length > mostRows) throw new AppError('order.export_too_large', { most: mostRows })
  await app.db.transaction().execute((tx) =>
    recordAudit(app, tx, actor, {
      action: 'order.exported',
      subject: { type: 'queue', id: 'orders' },
      details: { format: query.format, rows: rows.length, filters: recordedFilters(query) },
    }),
  )
  return toTableFile(app.clock, exportName(query), query.format, toOrdersTable(rows))
}

/** What was typed into the search stays out of the audit log, which is never cleaned: it may be the name or phone of a buyer. */
function recordedFilters({ format: _format, q, ...filters }: OrderExportQuery): Record<string, unknown> {
  return { ...filters, ...(q !== undefined && { q: '…' }) }
}
