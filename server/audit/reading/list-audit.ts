import type { AuditQuery } from '#/contract/audit.ts'
import type { App } from '#/server/app.ts'
import { fromCursor, toPage } from '#/server/platform/cursor.ts'
import { listEntries } from './list-store.ts'
import { nameSubjects } from './subject-store.ts'

/** A page of the log, newest first, each entry with the number of its order, the sum of its receipt and its subject's name. */
export async function listAudit({ db }: Pick<App, 'db'>, query: AuditQuery) {
  const entries = await listEntries(db, query, fromCursor(query.cursor))
  const page = toPage(entries, query.limit, ({ at, id }) => ({ at, id }))
  return { ...page, items: await nameSubjects(db, page.items) }
}
