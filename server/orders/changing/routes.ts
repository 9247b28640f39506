import { z } from 'zod'
import { Id } from '#/contract/common.ts'
import { EditOrderRequest, KeepTtnRequest, LeftSaleRequest, NotNeededRequest, Order } from '#/contract/orders.ts'
import { actorOf, identityOf } from '#/server/auth/guard/guard.ts'
import type { App } from '#/server/app.ts'
import { trackingErrors } from '#/server/parcels/track-order.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { sendText } from '../order/send-text.ts'
import { deleteOrder } from './delete-order.ts'
import { editOrder } from './edit-order.ts'
import { keepTtn } from './keep-ttn.ts'
import { markNotNeeded } from './mark-not-needed.ts'
import { restoreOrder } from './restore-order.ts'
import { settleLeftSale } from './settle-left-sale.ts'
import { takeBackNotNeeded } from './take-back-not-needed.ts'
import { tellEditing } from './tell-editing.ts'
import { trackNow } from './track-now.ts'

const tags = ['Замовлення']
const params = z.strictObject({ id: Id })
/** `If-Match: "3"`: change it only if it is still version 3. */
const ifMatch = z.looseObject({
  'if-match': z
    .string()
    .regex(/^(W\/)?"\d{1,9}"$/, { error: 'Очікується версія в лапках, наприклад "3".' })
    .optional(),
})

/** What a person changes in an order. */
export const changingRoutes = (app: App) => async (http: Http) => {
  http.patch(
    '/orders/:id',
    {
      config: {
        permission: 'order.edit',
        errors: ['order.not_found', 'order.has_receipt', 'order.has_advance', 'order.version_conflict'],
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

  http.post(
    '/orders/:id/keep-ttn',
    {
      config: { permission: 'order.edit', errors: ['order.not_found', 'order.version_conflict'] },
      schema: {
        tags,
        summary: 'Підтвердити ТТН замовлення, хоча в CRM інша',
        params,
        body: KeepTtnRequest,
        response: { 200: Order },
      },
    },
    async (request, reply) =>
      sendText(reply, await keepTtn(app, actorOf(request), request.params.id, request.body.crm_ttn)),
  )

  http.delete(
    '/orders/:id',
    {
      config: { permission: 'order.edit', errors: ['order.not_found', 'order.has_receipt'] },
      schema: { tags, summary: 'Приховати замовлення', params, response: { 204: z.null() } },
    },
    (request) => deleteOrder(app, actorOf(request), request.params.id),
  )

  http.post(
    '/orders/:id/restore',
    {
      config: { permission: 'order.restore', errors: ['order.not_found'] },
      schema: { tags, summary: 'Повернути приховане замовлення', params, response: { 200: Order } },
    },
    async (request, reply) => sendText(reply, await restoreOrder(app, actorOf(request), request.params.id)),
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
    (request) => tellEditing(app, identityOf(request).user, request.params.id),
  )
}

/** That an order needs no receipt. */
export const notNeededRoutes = (app: App) => async (http: Http) => {
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

  http.post(
    '/orders/:id/left-sale',
    {
      config: { permission: 'receipt.settle', errors: ['order.not_found', 'order.no_left_sale'] },
      schema: {
        tags,
        summary: 'Позначити, чому посилка, яку замовлення мало раніше, не потребує чека',
        params,
        body: LeftSaleRequest,
        response: { 204: z.null() },
      },
    },
    (request) => settleLeftSale(app, actorOf(request), request.params.id, request.body),
  )

  http.delete(
    '/orders/:id/receipt-not-needed',
    {
      config: { permission: 'receipt.settle', errors: ['order.not_found'] },
      schema: { tags, summary: 'Зняти позначку «чек не потрібен»', params, response: { 200: Order } },
    },
    async (request, reply) => sendText(reply, await takeBackNotNeeded(app, actorOf(request), request.params.id)),
  )
}
