import multipart from '@fastify/multipart'
import { z } from 'zod'
import { Id } from '#/contract/common.ts'
import { AppError } from '#/contract/errors.ts'
import {
  OneWithdrawnPayout,
  PayeeList,
  Payout,
  PayoutAnswers,
  PayoutList,
  PayoutListQuery,
  PayoutPreview,
  PayoutUploadQuery,
  WithdrawnPayoutList,
  WithdrawnPayoutQuery,
  WithdrawPayoutRequest,
} from '#/contract/payouts.ts'
import { actorOf } from '#/server/auth/guard/guard.ts'
import { showPayees } from '#/server/cash-registers/payees/store.ts'
import type { App } from '#/server/app.ts'
import { fromCursor, startOfDay, toPage } from '#/server/platform/cursor.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { judgeChanged } from '../judging/judge-changed.ts'
import { findPayout, listPayouts } from '../payouts/store.ts'
import { findWithdrawn, listWithdrawn } from '../payouts/withdrawn-store.ts'
import { importPayout } from './import-payout.ts'
import { previewPayout } from './preview-payout.ts'
import { formLimits, readForm } from './read-form.ts'
import { withdrawPayout } from './withdraw-payout.ts'

const tags = ['Гроші']
const PayoutForm = z.strictObject({ file: z.file().describe('Файл реєстру, до 5\u00a0МБ'), ...PayoutAnswers.shape })

export const importRoutes = (app: App) => async (http: Http) => {
  await http.register(multipart, { limits: formLimits })

  http.post(
    '/money/registers',
    {
      config: {
        permission: 'money.import',
        errors: [
          'money.file_missing',
          'money.file_too_large',
          'money.file_too_heavy',
          'server.files_waiting',
          'money.busy',
          'money.not_a_table',
          'money.file_damaged',
          'money.file_unsafe',
          'money.headings_missing',
          'money.heading_twice',
          'money.foreign_register',
          'money.line_wrong',
          'money.totals_differ',
          'money.lines_missing',
          'money.totals_unconfirmed',
          'money.payee_needed',
          'money.payee_not_found',
          'money.number_needed',
          'money.day_needed',
          'money.register_differs',
        ],
      },
      schema: {
        tags,
        summary: 'Завантажити реєстр переказів',
        description:
          'Файл XLSX або CSV у полі file. З preview=true показує, що у файлі, і нічого не змінює. 200: реєстр уже був, нічого не змінено.',
        consumes: ['multipart/form-data'],
        querystring: PayoutUploadQuery,
        body: PayoutForm,
        response: { 200: z.union([PayoutPreview, Payout]), 201: Payout },
      },
      preValidation: readForm,
    },
    async (request, reply) => {
      const { file: sent, ...answers } = request.body
      const file = { name: sent.name, bytes: new Uint8Array(await sent.arrayBuffer()) }
      if (request.query.preview === 'true') return reply.code(200).send(await previewPayout(app, file, answers))
      const { is_new, payout } = await importPayout(app, actorOf(request), file, answers)
      return reply.code(is_new ? 201 : 200).send(payout)
    },
  )
}

const params = z.strictObject({ id: Id })

export const payoutRoutes = (app: App) => async (http: Http) => {
  http.get(
    '/money/payees',
    {
      config: { permission: 'money.read' },
      schema: { tags, summary: 'Одержувачі переказів (ФОП)', response: { 200: PayeeList } },
    },
    async () => ({ items: await showPayees(app.db) }),
  )

  http.get(
    '/money/registers',
    {
      config: { permission: 'money.read' },
      schema: { tags, summary: 'Реєстри переказів', querystring: PayoutListQuery, response: { 200: PayoutList } },
    },
    async ({ query }) => {
      await judgeChanged(app)
      const payouts = await listPayouts(app.db, query, fromCursor(query.cursor))
      return toPage(payouts, query.limit, ({ day, id }) => ({ at: startOfDay(day), id }))
    },
  )

  http.get(
    '/money/registers/:id',
    {
      config: { permission: 'money.read', errors: ['money.register_not_found'] },
      schema: { tags, summary: 'Один реєстр переказів', params, response: { 200: Payout } },
    },
    async (request) => {
      await judgeChanged(app)
      const payout = await findPayout(app.db, request.params.id)
      if (payout === undefined) throw new AppError('money.register_not_found')
      return payout
    },
  )

  http.delete(
    '/money/registers/:id',
    {
      config: { permission: 'money.import', errors: ['money.register_not_found'] },
      schema: {
        tags,
        summary: 'Вилучити реєстр переказів, ніби його не завантажували',
        params,
        body: WithdrawPayoutRequest,
        response: { 204: z.null() },
      },
    },
    (request) => withdrawPayout(app, actorOf(request), request.params.id, request.body?.reason ?? null),
  )

  addWithdrawnRoutes(app, http)
}

function addWithdrawnRoutes(app: App, http: Http): void {
  http.get(
    '/money/registers/withdrawn',
    {
      config: { permission: 'money.read' },
      schema: {
        tags,
        summary: 'Вилучені й замінені реєстри переказів, найновіші спочатку',
        querystring: WithdrawnPayoutQuery,
        response: { 200: WithdrawnPayoutList },
      },
    },
    async ({ query }) => {
      const payouts = await listWithdrawn(app.db, query, fromCursor(query.cursor))
      return toPage(payouts, query.limit, ({ withdrawn_at, id }) => ({ at: withdrawn_at, id }))
    },
  )

  http.get(
    '/money/registers/withdrawn/:id',
    {
      config: { permission: 'money.read', errors: ['money.withdrawn_not_found'] },
      schema: {
        tags,
        summary: 'Один вилучений реєстр переказів з усіма рядками',
        params,
        response: { 200: OneWithdrawnPayout },
      },
    },
    async (request) => {
      const payout = await findWithdrawn(app.db, request.params.id)
      if (payout === undefined) throw new AppError('money.withdrawn_not_found')
      return payout
    },
  )
}
