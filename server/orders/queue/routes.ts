import {
  OrderList,
  OrderListQuery,
  OrderSelection,
  OrderSelectionQuery,
  OrderSummary,
  type SyncReport,
} from '#/contract/orders.ts'
import { requirePermission } from '#/server/auth/guard/guard.ts'
import type { App } from '#/server/app.ts'
import { fromPartedCursor, toPartedCursor } from '#/server/platform/cursor.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { sendText } from '../order/send-text.ts'
import { listOrders } from './list-orders.ts'
import { troubleTimes } from './rules.ts'
import { selectOrders } from './selection-store.ts'
import { readSummary } from './tally-store.ts'

const tags = ['Замовлення']

/** `freshen` brings the queue up to the CRM before it is shown. */
export const queueRoutes = (app: App, freshen: () => Promise<SyncReport>) => async (http: Http) => {
  http.get(
    '/orders',
    {
      config: { permission: 'order.read' },
      schema: {
        tags,
        summary: 'Черга замовлень',
        description: `Найновіші спершу; у вкладці no_receipt замовлення без ТТН — після всіх інших. Приховані й attention=true без tab — лише за часом.`,
        querystring: OrderListQuery,
        response: { 200: OrderList },
      },
    },
    async (request, reply) => {
      const after = fromPartedCursor(request.query.cursor)
      if (request.query.hidden) requirePermission(request, 'order.restore')
      const report = await freshen()
      const { items, last, ...counted } = await listOrders(app.db, request.query, after, troubleTimes(app))
      const next_cursor = last === null ? null : toPartedCursor(last)
      const rest = JSON.stringify({ next_cursor, ...counted, sync: report }).slice(1)
      return sendText(reply, `{"items":[${items}],${rest}`)
    },
  )

  http.get(
    '/orders/summary',
    {
      config: { permission: 'order.read' },
      schema: { tags, summary: 'Скільки ще не забрано', response: { 200: OrderSummary } },
    },
    async (_request, reply) => sendText(reply, await readSummary(app.db)),
  )

  http.get(
    '/orders/selection',
    {
      config: { permission: 'order.read' },
      schema: {
        tags,
        summary: 'Усі замовлення фільтра, щоб діяти з ними разом',
        querystring: OrderSelectionQuery,
        response: { 200: OrderSelection },
      },
    },
    async (request, reply) => sendText(reply, await selectOrders(app.db, request.query, troubleTimes(app))),
  )
}
