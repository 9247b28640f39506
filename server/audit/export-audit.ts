import type { AuditItem, AuditQuery } from '#/contract/audit.ts'
import type { Db } from '#/server/platform/database/database.ts'
import { listEntries } from './store.ts'

const pageSize = 1_000

/** Every entry of these days, newest first, however many there are. */
export async function* exportAudit(db: Db, days: Pick<AuditQuery, 'from' | 'to'>): AsyncGenerator<AuditItem> {
  let after: { at: string; id: string } | null = null
  for (;;) {
    const entries: AuditItem[] = await listEntries(db, { ...days, limit: pageSize }, after)
    yield* entries.slice(0, pageSize)
    const last = entries[pageSize - 1]
    if (entries.length <= pageSize || last === undefined) return
    after = { at: last.at, id: last.id }
  }
}
