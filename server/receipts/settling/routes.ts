import { z } from 'zod'
import { Id } from '#/contract/common.ts'
import type { ErrorCode } from '#/contract/errors.ts'
import {
  AcceptSumsRequest,
  AdoptAnswer,
  AdoptRequest,
  AttachRequest,
  DismissRequest,
  GiveUpRequest,
  OrphanParams,
  Receipt,
  SendCopyRequest,
} from '#/contract/receipts.ts'
import { actorOf } from '#/server/auth/guard/guard.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { acceptSums } from './accept-sums.ts'
import { attachDocument } from './attach-document.ts'
import { adoptDocuments } from '../creating/adopt-documents.ts'
import { acceptedStatus } from '../creating/idempotency.ts'
import { fiscalizeReceipt } from './fiscalize-receipt.ts'
import { giveUpReceipt } from './give-up-receipt.ts'
import { dismissOrphan } from '../orphans/dismiss-orphan.ts'
import { recheckReceipt } from './recheck-receipt.ts'
import { sendCopy } from './send-copy.ts'
import { takeBackSums } from './take-back-sums.ts'

const tags = ['Чеки']
const params = z.strictObject({ id: Id })
/** These call the provider with the secrets of the register. */
const askingErrors: readonly ErrorCode[] = [
  'register.not_found',
  'register.secret_missing',
  'register.secret_unreadable',
  'fiscal.failed',
]

/** What a person does where the service cannot continue alone: every receipt has a way that ends. */
export const settlingRoutes = (app: App) => async (http: Http) => {
  http.post(
    '/receipts/:id/recheck',
    {
      config: { permission: 'receipt.settle', errors: ['receipt.not_found', 'receipt.not_rechecked'] },
      schema: { tags, summary: 'Перевірити чек у Checkbox зараз', params, response: { 202: Receipt } },
    },
    async (request, reply) =>
      reply.code(acceptedStatus).send(await recheckReceipt(app, actorOf(request), request.params.id)),
  )

  http.post(
    '/receipts/:id/accept-sums',
    {
      config: {
        permission: 'receipt.settle',
        errors: ['receipt.not_found', 'receipt.sums_agree', 'receipt.sums_changed'],
      },
      schema: {
        tags,
        summary: 'Прийняти, що суми розійшлися, і чому',
        params,
        body: AcceptSumsRequest,
        response: { 200: Receipt },
      },
    },
    (request) => acceptSums(app, actorOf(request), request.params.id, request.body),
  )

  http.delete(
    '/receipts/:id/accept-sums',
    {
      config: { permission: 'receipt.settle', errors: ['receipt.not_found'] },
      schema: { tags, summary: 'Скасувати прийняття сум', params, response: { 200: Receipt } },
    },
    (request) => takeBackSums(app, actorOf(request), request.params.id),
  )

  http.post(
    '/receipts/:id/give-up',
    {
      config: {
        permission: 'receipt.settle',
        errors: ['receipt.not_found', 'receipt.not_given_up', 'receipt.document_found', ...askingErrors],
      },
      schema: {
        tags,
        summary: 'Закрити чек, якого в Checkbox немає',
        params,
        body: GiveUpRequest,
        response: { 200: Receipt },
      },
    },
    (request) => giveUpReceipt(app, actorOf(request), request.params.id, request.body.reason),
  )

  http.post(
    '/receipts/:id/fiscalize',
    {
      config: {
        permission: 'receipt.settle',
        errors: ['receipt.not_found', 'receipt.not_fiscalizable', 'receipt.being_fiscalized', ...askingErrors],
      },
      schema: {
        tags,
        summary: 'Попросити Checkbox фіскалізувати чек ще раз',
        params,
        response: { 200: Receipt },
      },
    },
    (request) => fiscalizeReceipt(app, actorOf(request), request.params.id),
  )

  http.post(
    '/receipts/:id/send-copy',
    {
      config: {
        permission: 'receipt.settle',
        errors: ['receipt.not_found', 'receipt.not_fiscal_yet', 'receipt.copy_too_often', ...askingErrors],
      },
      schema: {
        tags,
        summary: 'Надіслати покупцеві копію фіскального чека',
        params,
        body: SendCopyRequest,
        response: { 204: z.null() },
      },
    },
    (request) => sendCopy(app, actorOf(request), request.params.id, request.body),
  )
}

/** What a person does with documents that the provider has and no receipt of ours. */
export const foundDocumentRoutes = (app: App) => async (http: Http) => {
  http.post(
    '/receipts/orphans/:provider_id/dismiss',
    {
      config: {
        permission: 'receipt.settle',
        errors: ['receipt.orphan_not_found', 'receipt.orphan_of_other_order', 'receipt.document_may_be_own'],
      },
      schema: {
        tags,
        summary: 'Позначити документ Checkbox без чека перевіреним',
        params: OrphanParams,
        body: DismissRequest,
        response: { 204: z.null() },
      },
    },
    (request) => dismissOrphan(app, actorOf(request), request.params.provider_id, request.body),
  )

  http.post(
    '/receipts/:id/attach',
    {
      config: {
        permission: 'receipt.settle',
        errors: [
          'receipt.not_found',
          'receipt.not_attachable',
          'receipt.document_not_found',
          'receipt.document_differs',
          'receipt.document_ended',
          'receipt.document_known',
          'receipt.document_taken',
          ...askingErrors,
        ],
      },
      schema: {
        tags,
        summary: 'Прив’язати до чека документ, знайдений у Checkbox',
        params,
        body: AttachRequest,
        response: { 202: Receipt },
      },
    },
    async (request, reply) => {
      const receipt = await attachDocument(app, actorOf(request), request.params.id, request.body)
      return reply.code(acceptedStatus).send(receipt)
    },
  )

  http.post(
    '/receipts/adopt',
    {
      config: { permission: 'receipt.settle' },
      schema: {
        tags,
        summary: 'Прийняти документи, які вже є в Checkbox, як чеки своїх замовлень',
        body: AdoptRequest,
        response: { 200: AdoptAnswer },
      },
    },
    (request) => adoptDocuments(app, actorOf(request), request.body.documents),
  )
}
