import { AuditPage, AuditQuery, AuditVerdict } from '#/contract/audit.ts'
import type { App } from '#/server/context.ts'
import { fromCursor, toPage } from '#/server/platform/cursor.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { listEntries } from './store.ts'
import { verifyAndRaise } from './verify-and-raise.ts'

const tags = ['Журнал']

export const auditRoutes = (app: App) => async (http: Http) => {
  http.get(
    '/audit',
    {
      config: { permission: 'audit.read' },
      schema: { tags, summary: 'Журнал дій', querystring: AuditQuery, response: { 200: AuditPage } },
    },
    async (request) => {
      const entries = await listEntries(app.db, request.query, fromCursor(request.query.cursor))
      return toPage(entries, request.query.limit, ({ at, id }) => ({ at, id }))
    },
  )

  /** One walk at a time: whoever asks meanwhile gets the same answer. */
  let walking: Promise<AuditVerdict> | undefined
  http.get(
    '/audit/verify',
    {
      config: { permission: 'audit.read' },
      schema: { tags, summary: 'Чи цілий журнал', response: { 200: AuditVerdict } },
    },
    () => (walking ??= verifyAndRaise(app).finally(() => (walking = undefined))),
  )
}
