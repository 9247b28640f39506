import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuditExportQuery, AuditPage, AuditQuery, AuditVerdict } from '#/contract/audit.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { exportAudit } from './export-audit.ts'
import { auditCsv } from './reading/audit-csv.ts'
import { listAudit } from './reading/list-audit.ts'
import type { Actor } from './record-audit.ts'
import { verifyAndRaise } from './verifying/verify-audit.ts'

const tags = ['Журнал']

/** `actorOf` gives the caller, whom only features above this one know. */
export const auditRoutes = (app: App, actorOf: (request: FastifyRequest) => Actor) => async (http: Http) => {
  http.get(
    '/audit',
    {
      config: { permission: 'audit.read' },
      schema: { tags, summary: 'Журнал дій', querystring: AuditQuery, response: { 200: AuditPage } },
    },
    (request) => listAudit(app, request.query),
  )

  http.get(
    '/audit/export',
    {
      config: { permission: 'audit.read' },
      schema: {
        tags,
        summary: 'Журнал дій файлом',
        querystring: AuditExportQuery,
        response: { 200: { description: 'Файл', content: { 'text/csv': { schema: z.string() } } } },
      },
    },
    async (request, reply) => {
      const entries = await exportAudit(app, actorOf(request), request.query, 'csv')
      const answer: FastifyReply = reply
      return answer
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="zhurnal.csv"')
        .send(Readable.from(auditCsv(entries)))
    },
  )

  /** One verification at a time; requests made meanwhile get its answer. */
  let walking: Promise<AuditVerdict> | undefined
  http.get(
    '/audit/verify',
    {
      config: { permission: 'audit.read' },
      schema: { tags, summary: 'Чи цілий журнал', response: { 200: AuditVerdict } },
    },
    () =>
      (walking ??= verifyAndRaise(app)
        .then(({ ok, entries, sealed_to, first_bad, accepted }) => ({ ok, entries, sealed_to, first_bad, accepted }))
        .finally(() => (walking = undefined))),
  )
}
