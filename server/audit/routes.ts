import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuditExportQuery, AuditPage, AuditQuery, AuditVerdict } from '#/contract/audit.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { auditCsv } from './audit-csv.ts'
import { exportAudit } from './export-audit.ts'
import { listAudit } from './list-audit.ts'
import type { Actor } from './record-audit.ts'
import { verifyAndRaise } from './verify-and-raise.ts'

const tags = ['Журнал']

/** `actorOf` tells who is calling: who that is, a feature above this one knows. */
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

  /** One walk at a time: whoever asks meanwhile gets the same answer. */
  let walking: Promise<AuditVerdict> | undefined
  http.get(
    '/audit/verify',
    {
      config: { permission: 'audit.read' },
      schema: { tags, summary: 'Чи цілий журнал', response: { 200: AuditVerdict } },
    },
    () =>
      (walking ??= verifyAndRaise(app)
        .then(({ verdict }) => verdict)
        .finally(() => (walking = undefined))),
  )
}
