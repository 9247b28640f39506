import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { OrderExportQuery } from '#/contract/orders.ts'
import { actorOf } from '#/server/auth/guard.ts'
import type { App } from '#/server/context.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { exportOrders } from './export-orders.ts'

const tags = ['Замовлення']

/** What the file may be; its bytes go past the schema. */
const exportedTypes = {
  'text/csv': { schema: z.string() },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: z.string() },
}

export const exportingRoutes = (app: App) => async (http: Http) => {
  http.get(
    '/orders/export',
    {
      config: {
        permission: 'order.read',
        errors: ['order.export_too_large', 'server.file_too_heavy', 'server.files_waiting'],
      },
      schema: {
        tags,
        summary: 'Замовлення файлом для бухгалтера',
        querystring: OrderExportQuery,
        response: { 200: { description: 'Файл', content: exportedTypes } },
      },
    },
    async (request, reply) => {
      const { name, type, content } = await exportOrders(app, actorOf(request), request.query)
      const answer: FastifyReply = reply
      return answer.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content)
    },
  )
}
