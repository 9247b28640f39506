import multipart from '@fastify/multipart'
import { z } from 'zod'
import { Payout, PayoutAnswers, PayoutPreview, PayoutUploadQuery } from '#/contract/payouts.ts'
import { actorOf } from '#/server/auth/guard.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { importPayout } from './import-payout.ts'
import { previewPayout } from './preview-payout.ts'
import { formLimits, readForm } from './read-form.ts'

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
        tags: ['Гроші'],
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
