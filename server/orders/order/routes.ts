import { z } from 'zod'
import { Id } from '#/contract/common.ts'
import { AppError } from '#/contract/errors.ts'
import { OneOrder, OrderHistory, OrdersByIds, OrdersByIdsQuery } from '#/contract/orders.ts'
import type { App } from '#/server/context.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { findWithDifference, listWithDifference } from './difference-store.ts'
import { orderHistory } from './history.ts'
import { sendText } from './send-text.ts'

const tags = ['Замовлення']
const params = z.strictObject({ id: Id })

export const orderRoutes = (app: App) => async (http: Http) => {
  http.get(
    '/orders/by-ids',
    {
      config: { permission: 'order.read' },
      schema: {
        tags,
        summary: 'Кілька замовлень за ідентифікаторами, без звернення до CRM',
        querystring: OrdersByIdsQuery,
        response: { 200: OrdersByIds },
      },
    },
    async (request, reply) => {
      const items = await listWithDifference(app.db, request.query.ids)
      return sendText(reply, `{"items":[${items.join()}]}`)
    },
  )

  http.get(
    '/orders/:id',
    {
      config: { permission: 'order.read', errors: ['order.not_found'] },
      schema: { tags, summary: 'Одне замовлення', params, response: { 200: OneOrder } },
    },
    async (request, reply) => {
      const order = await findWithDifference(app.db, request.params.id)
      if (order === undefined) throw new AppError('order.not_found')
      return sendText(reply, order)
    },
  )

  http.get(
    '/orders/:id/history',
    {
      config: { permission: 'order.read', errors: ['order.not_found'] },
      schema: { tags, summary: 'Історія замовлення', params, response: { 200: OrderHistory } },
    },
    (request) => orderHistory(app.db, request.params.id),
  )
}
