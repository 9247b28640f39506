import { z } from 'zod'
import {
  AddCashRegisterRequest,
  CashRegister,
  CashRegisterList,
  CashRegisterListQuery,
  EditCashRegisterRequest,
} from '#/contract/cash-registers.ts'
import { Id } from '#/contract/common.ts'
import { actorOf, identityOf, provenActorOf } from '#/server/auth/guard/guard.ts'
import type { App } from '#/server/app.ts'
import { fromCursor } from '#/server/platform/cursor.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { addRegister } from './changing/add-register.ts'
import { checkRegister } from './checking/check-register.ts'
import { deleteRegister } from './changing/delete-register.ts'
import { editRegister } from './changing/edit-register.ts'
import { makeDefault } from './changing/make-default.ts'
import { showRegister, showRegisters } from './reading/show-registers.ts'

const tags = ['Каси']
const params = z.strictObject({ id: Id })

export const cashRegisterRoutes = (app: App) => async (http: Http) => {
  http.get(
    '/cash-registers',
    {
      config: { permission: 'register.read' },
      schema: { tags, summary: 'Усі каси', querystring: CashRegisterListQuery, response: { 200: CashRegisterList } },
    },
    (request) => {
      const { limit, cursor } = request.query
      return showRegisters(app, identityOf(request).user.role, limit, fromCursor(cursor))
    },
  )

  http.post(
    '/cash-registers',
    {
      config: {
        permission: 'register.write',
        errors: [
          'auth.reauth_required',
          'register.name_taken',
          'register.license_key_taken',
          'register.not_active',
          'register.not_found',
        ],
      },
      schema: { tags, summary: 'Додати касу', body: AddCashRegisterRequest, response: { 201: CashRegister } },
    },
    async (request, reply) => reply.code(201).send(await addRegister(app, provenActorOf(request), request.body)),
  )

  http.get(
    '/cash-registers/:id',
    {
      config: { permission: 'register.read', errors: ['register.not_found'] },
      schema: { tags, summary: 'Одна каса', params, response: { 200: CashRegister } },
    },
    (request) => showRegister(app, identityOf(request).user.role, request.params.id),
  )

  http.patch(
    '/cash-registers/:id',
    {
      config: {
        permission: 'register.write',
        errors: [
          'auth.reauth_required',
          'register.not_found',
          'register.name_taken',
          'register.license_key_taken',
          'register.is_default',
          'register.not_active',
          'register.has_unsettled_receipts',
          'register.other_cashier',
        ],
      },
      schema: { tags, summary: 'Змінити касу', params, body: EditCashRegisterRequest, response: { 200: CashRegister } },
    },
    (request) => editRegister(app, provenActorOf(request), request.params.id, request.body),
  )

  http.delete(
    '/cash-registers/:id',
    {
      config: {
        permission: 'register.write',
        errors: ['register.not_found', 'register.is_default', 'register.has_live_receipts', 'auth.reauth_required'],
      },
      schema: { tags, summary: 'Видалити касу', params, response: { 204: z.null() } },
    },
    (request) => deleteRegister(app, provenActorOf(request), request.params.id),
  )

  http.post(
    '/cash-registers/:id/default',
    {
      config: { permission: 'register.write', errors: ['register.not_found', 'register.not_active'] },
      schema: { tags, summary: 'Зробити касу касою за замовчуванням', params, response: { 200: CashRegister } },
    },
    (request) => makeDefault(app, actorOf(request), request.params.id),
  )

  http.post(
    '/cash-registers/:id/check',
    {
      config: { permission: 'register.write', errors: ['register.not_found'] },
      schema: { tags, summary: 'Перевірити касу зараз', params, response: { 200: CashRegister } },
    },
    (request) => checkRegister(app, actorOf(request), request.params.id),
  )
}
