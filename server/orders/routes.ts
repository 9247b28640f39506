import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { Id } from '#/contract/common.ts'
import { AppError } from '#/contract/errors.ts'
import {
  EditOrderRequest,
  NotNeededRequest,
  OneOrder,
  Order,
  OrderExportQuery,
  OrderHistory,
  OrderList,
  OrderListQuery,
  OrderSelection,
  OrderSelectionQuery,
  OrderSummary,
  OrdersByIds,
  OrdersByIdsQuery,
} from '#/contract/orders.ts'
import { actorOf, identityOf, requirePermission } from '#/server/auth/guard.ts'
import type { App } from '#/server/context.ts'
import { fromPartedCursor, toPartedCursor } from '#/server/platform/cursor.ts'
import type { EventBus } from '#/server/platform/events.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { trackingErrors } from '#/server/parcels/track-order.ts'
import { deleteOrder } from './delete-order.ts'
import { editOrder } from './edit-order.ts'
import { exportOrders } from './export-orders.ts'
import { orderHistory } from './history.ts'
import { markNotNeeded } from './mark-not-needed.ts'
import { createOrderSync } from './order-sync.ts'
import { restoreOrder } from './restore-order.ts'
import { paidTooLongAgo } from './rules.ts'
import { takeBackNotNeeded } from './take-back-not-needed.ts'
import { tellEditing } from './tell-editing.ts'
import { trackNow } from './track-now.ts'
import { listOrders } from './list-orders.ts'
import { selectOrders } from './selection-store.ts'
import { findWithDifference, listWithDifference, readSummary } from './store.ts'

const tags = ['Замовлення']
const params = z.strictObject({ id: Id })
/** `If-Match: "3"`: change it only if it is still version 3. */
const ifMatch = z.looseObject({
  'if-match': z
    .string()
    .regex(/^(W\/)?"\d{1,9}"$/, { error: 'Очікується версія в лапках, наприклад "3".' })
    .optional(),
})

/** What the file may be; its bytes go past the schema. */
const exportedTypes = {
  'text/csv': { schema: z.string() },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: z.string() },
}

export const orderRoutes = (app: App, bus: EventBus, syncFreshMs?: number) => async (http: Http) => {
  const sync = createOrderSync(app, bus, syncFreshMs)
  http.addHook('onClose', () => sync.stop())

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
      const report = await sync.freshen()
      const { items, last, ...counted } = await listOrders(app.db, request.query, after, paidTooLongAgo(app))
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
    async (request, reply) => sendText(reply, await selectOrders(app.db, request.query, paidTooLongAgo(app))),
  )

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

  http.patch(
    '/orders/:id',
    {
      config: {
        permission: 'order.edit',
        errors: ['order.not_found', 'order.has_receipt', 'order.version_conflict'],
      },
      schema: {
        tags,
        summary: 'Змінити замовлення',
        params,
        headers: ifMatch,
        body: EditOrderRequest,
        response: { 200: Order },
      },
    },
    async (request, reply) => {
      const given = request.headers['if-match']?.replace(/\D/g, '')
      const expected_version = given === undefined ? null : Number(given)
      const edit = { id: request.params.id, request: request.body, expected_version }
      return sendText(reply, await editOrder(app, actorOf(request), edit))
    },
  )

  http.delete(
    '/orders/:id',
    {
      config: { permission: 'order.edit', errors: ['order.not_found', 'order.has_receipt'] },
      schema: { tags, summary: 'Приховати замовлення', params, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await deleteOrder(app, actorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )

  http.post(
    '/orders/:id/track',
    {
      config: { permission: 'order.track', errors: ['order.not_found', ...trackingErrors] },
      schema: { tags, summary: 'Спитати Нову пошту про посилку зараз', params, response: { 200: Order } },
    },
    async (request, reply) => sendText(reply, await trackNow(app, request.params.id)),
  )

  http.post(
    '/orders/:id/editing',
    {
      config: { permission: 'order.edit', errors: ['order.not_found'] },
      schema: { tags, summary: 'Сказати іншим, що замовлення зараз редагують', params, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await tellEditing(app, identityOf(request).user, request.params.id)
      return reply.code(204).send(null)
    },
  )

  http.post(
    '/orders/:id/receipt-not-needed',
    {
      config: { permission: 'receipt.settle', errors: ['order.not_found', 'order.has_receipt'] },
      schema: {
        tags,
        summary: 'Позначити, що чек не потрібен, і чому',
        params,
        body: NotNeededRequest,
        response: { 200: Order },
      },
    },
    async (request, reply) =>
      sendText(reply, await markNotNeeded(app, actorOf(request), request.params.id, request.body.reason)),
  )

  http.delete(
    '/orders/:id/receipt-not-needed',
    {
      config: { permission: 'receipt.settle', errors: ['order.not_found'] },
      schema: { tags, summary: 'Зняти позначку «чек не потрібен»', params, response: { 200: Order } },
    },
    async (request, reply) => sendText(reply, await takeBackNotNeeded(app, actorOf(request), request.params.id)),
  )

  http.post(
    '/orders/:id/restore',
    {
      config: { permission: 'order.restore', errors: ['order.not_found'] },
      schema: { tags, summary: 'Повернути приховане замовлення', params, response: { 200: Order } },
    },
    async (request, reply) => sendText(reply, await restoreOrder(app, actorOf(request), request.params.id)),
  )
}

/** JSON that PostgreSQL built goes out as it is; the tests still hold it against the contract. */
function sendText(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
}
