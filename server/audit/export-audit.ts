import type { AuditExportQuery, AuditItem } from '#/contract/audit.ts'
import type { App } from '#/server/app.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { recordAudit, type Actor } from './record-audit.ts'
import { listEntries } from './reading/list-store.ts'

const pageSize = 1_000

/**
 * Gives every entry that the filters let through, newest first, however many there are. That the log left the service is itself an
 * entry, written before the first one goes out.
 */
export async function exportAudit(
  app: Pick<App, 'db' | 'clock' | 'audit'>,
  actor: Actor,
  filters: AuditExportQuery,
  format: 'csv' | 'jsonl',
): Promise<AsyncGenerator<AuditItem>> {
  await app.db.transaction().execute((tx) =>
    recordAudit(app, tx, actor, {
      action: 'audit.exported',
      subject: { type: 'audit', id: 'audit' },
      details: { format, filters },
    }),
  )
  return entriesOf(app.db, filters)
}

async function* entriesOf(db: Db, filters: AuditExportQuery): AsyncGenerator<AuditItem> {
  for (let after: AuditItem | null = null; ;) {
    const entries: AuditItem[] = await listEntries(db, { ...filters, limit: pageSize }, after)
    yield* entries.slice(0, pageSize)
    if (entries.length <= pageSize) return
    after = entries[pageSize - 1] ?? null
  }
}
