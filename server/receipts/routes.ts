import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { Id } from '#/contract/common.ts'
import type { ErrorCode } from '#/contract/errors.ts'
import { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import {
  Batch,
  BulkAnswer,
  BulkReceiptsRequest,
  CreateReceiptRequest,
  OneReceipt,
  Preflight,
  PreflightRequest,
  PrepaymentRequest,
  Receipt,
  ReceiptListQuery,
  ReceiptPage,
} from '#/contract/receipts.ts'
import { actorOf } from '#/server/auth/guard/guard.ts'
import type { App } from '#/server/app.ts'
import { fromCursor, toPage } from '#/server/platform/cursor.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { readAlarms } from './alarm.ts'
import { bulkCreate } from './creating/bulk-create.ts'
import { cancelReceipt } from './settling/cancel-receipt.ts'
import { acceptedStatus, type Answered } from './creating/idempotency.ts'
import { preflight } from './creating/preflight.ts'
import { listReceipts } from './reading/reading-store.ts'
import { requestReceipt } from './creating/request-receipt.ts'
import { showBatch } from './creating/show-batch.ts'
import { showReceipt } from './reading/show-receipt.ts'
import { stopBatch } from './creating/stop-batch.ts'

const tags = ['Чеки']
const params = z.strictObject({ id: Id })
/** Calls that create take an idempotency key: repeated with the same key, a request makes one receipt and gets the same answer. */
const idempotencyKey = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/, {
      error: 'Ключ Idempotency-Key має складатися з 1–255 друкованих символів ASCII.',
    })
    .optional(),
})
const keyErrors: readonly ErrorCode[] = ['request.in_progress', 'request.key_reused']

/** Every refusal to create a receipt. */
const creatingErrors: readonly ErrorCode[] = [
  ...keyErrors,
  'order.not_found',
  'order.changed',
  'register.not_found',
  'receipt.exists',
  'receipt.not_needed',
  'receipt.ttn_taken',
  'receipt.document_exists',
  'receipt.no_ttn',
  'receipt.not_bound',
  'receipt.not_ours',
  'receipt.parcel_refused',
  'receipt.parcel_deleted',
  'receipt.parcel_redirected',
  'receipt.money_transfer',
  'receipt.sum_unknown',
  'receipt.no_payment_control',
  'receipt.register_unusable',
  'receipt.register_unchecked',
  'receipt.no_goods',
  'receipt.zero_price',
  'receipt.goods_below_total',
  'receipt.sum_mismatch',
]

export const createReceiptRoutes = (app: App) => async (http: Http) => {
  http.post(
    '/receipts',
    {
      config: { permission: 'receipt.create', errors: creatingErrors },
      schema: {
        tags,
        summary: 'Створити чек для замовлення',
        headers: idempotencyKey,
        body: CreateReceiptRequest,
        response: { 202: Receipt },
      },
    },
    async (request, reply) =>
      accepted(reply, await requestReceipt(app, actorOf(request), request.body, request.headers['idempotency-key'])),
  )

  http.post(
    '/receipts/bulk',
    {
      config: { permission: 'receipt.create', errors: keyErrors },
      schema: {
        tags,
        summary: 'Створити чеки для багатьох замовлень',
        headers: idempotencyKey,
        body: BulkReceiptsRequest,
        response: { 202: BulkAnswer },
      },
    },
    async (request, reply) =>
      accepted(reply, await bulkCreate(app, actorOf(request), request.body, request.headers['idempotency-key'])),
  )

  http.post(
    '/receipts/preflight',
    {
      config: { permission: 'receipt.create' },
      schema: {
        tags,
        summary: 'Перевірити, які чеки вдасться створити, нічого не створюючи',
        body: PreflightRequest,
        response: { 200: Preflight },
      },
    },
    (request) => preflight(app, request.body.order_ids),
  )

  http.get(
    '/receipts/batches/:id',
    {
      config: { permission: 'receipt.read', errors: ['receipt.batch_not_found'] },
      schema: { tags, summary: 'Як просувається масове створення чеків', params, response: { 200: Batch } },
    },
    (request) => showBatch(app, request.params.id),
  )

  http.post(
    '/receipts/batches/:id/stop',
    {
      config: { permission: 'receipt.cancel', errors: ['receipt.batch_not_found'] },
      schema: {
        tags,
        summary: 'Скасувати чеки масового створення, які ще не надіслано',
        params,
        response: { 200: Batch },
      },
    },
    (request) => stopBatch(app, actorOf(request), request.params.id),
  )

  http.post(
    '/receipts/prepayment',
    {
      config: { permission: 'receipt.create', errors: [...creatingErrors, 'receipt.prepayment_too_large'] },
      schema: {
        tags,
        summary: 'Створити чек передоплати й чек на залишок',
        headers: idempotencyKey,
        body: PrepaymentRequest,
        response: { 202: Receipt },
      },
    },
    async (request, reply) =>
      accepted(reply, await requestReceipt(app, actorOf(request), request.body, request.headers['idempotency-key'])),
  )
}

export const receiptRoutes = (app: App) => async (http: Http) => {
  http.get(
    '/receipts',
    {
      config: { permission: 'receipt.read' },
      schema: { tags, summary: 'Усі чеки', querystring: ReceiptListQuery, response: { 200: ReceiptPage } },
    },
    async (request) => {
      const { limit, cursor } = request.query
      const receipts = await listReceipts(app.db, request.query, fromCursor(cursor))
      return toPage(receipts, limit, ({ created_at, id }) => ({ at: created_at, id }))
    },
  )

  http.get(
    '/receipts/alarms',
    {
      config: { permission: 'receipt.read' },
      schema: { tags, summary: 'Що потребує уваги', response: { 200: ReceiptAlarms } },
    },
    () => readAlarms(app),
  )

  http.get(
    '/receipts/:id',
    {
      config: { permission: 'receipt.read', errors: ['receipt.not_found'] },
      schema: { tags, summary: 'Один чек з його історією', params, response: { 200: OneReceipt } },
    },
    (request) => showReceipt(app.db, request.params.id),
  )

  http.post(
    '/receipts/:id/cancel',
    {
      config: { permission: 'receipt.cancel', errors: ['receipt.not_found', 'receipt.fiscalized'] },
      schema: { tags, summary: 'Скасувати чек', params, response: { 202: Receipt } },
    },
    async (request, reply) =>
      reply.code(acceptedStatus).send(await cancelReceipt(app, actorOf(request), request.params.id)),
  )
}

/** A repeated request gets a header that says so; the answer itself is the same. */
function accepted<Answer>(reply: FastifyReply, { answer, replayed }: Answered<Answer>): FastifyReply {
  if (replayed) void reply.header('idempotency-replayed', 'true')
  return reply.code(acceptedStatus).send(answer)
}
