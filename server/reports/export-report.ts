import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Table } from '#/server/platform/tables/table.ts'
import { toTableFile, type TableFile } from '#/server/platform/tables/table-file.ts'

/** A report as a file. Every export is in the audit log. */
export async function exportReport(
  app: Pick<App, 'db' | 'clock' | 'audit'>,
  actor: Actor,
  asked: { report: string; from: string; to: string; format: 'xlsx' | 'csv'; table: Table },
): Promise<TableFile> {
  const { report, from, to, format, table } = asked
  await app.db.transaction().execute((tx) =>
    recordAudit(app, tx, actor, {
      action: 'report.exported',
      subject: { type: 'money', id: report },
      details: { report, from, to, format, rows: table.rows.length },
    }),
  )
  return toTableFile(app.clock, `${fileNames[report] ?? report}-${from}-${to}`, format, table)
}

/** In Latin letters, which every system takes for a name. */
const fileNames: Record<string, string> = {
  summary: 'pidsumok',
  differences: 'rozbizhnosti',
  accountant: 'dlia-bukhhaltera',
}
