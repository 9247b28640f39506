import { z } from 'zod'
import { SessionList, User } from '#/contract/auth.ts'
import { Id } from '#/contract/common.ts'
import {
  CreatedUser,
  CreateUserRequest,
  EditUserRequest,
  PasswordResetAnswer,
  UserList,
  UserListQuery,
} from '#/contract/users.ts'
import { identityOf, provenActorOf } from '#/server/auth/guard/guard.ts'
import type { App } from '#/server/app.ts'
import { fromCursor, toPage } from '#/server/platform/cursor.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { createUser } from './create-user.ts'
import { editUser } from './edit-user.ts'
import { endUserSessions } from './end-user-sessions.ts'
import { listUserSessions } from './list-user-sessions.ts'
import { resetPassword } from './reset-password.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { listUsers } from './store.ts'

const tags = ['Користувачі']
const params = z.strictObject({ id: Id })

export const userRoutes = (app: App) => async (http: Http) => {
  http.get(
    '/users',
    {
      config: { permission: 'user.read' },
      schema: { tags, summary: 'Усі користувачі', querystring: UserListQuery, response: { 200: UserList } },
    },
    async (request) => {
      const { limit, cursor } = request.query
      const users = await listUsers(app.db, limit, fromCursor(cursor))
      return toPage(users, limit, ({ created_at, id }) => ({ at: created_at, id }))
    },
  )

  http.post(
    '/users',
    {
      config: {
        permission: 'user.write',
        errors: ['user.login_taken', 'auth.password_too_simple', 'auth.reauth_required'],
      },
      schema: { tags, summary: 'Додати користувача', body: CreateUserRequest, response: { 201: CreatedUser } },
    },
    async (request, reply) => reply.code(201).send(await createUser(app, provenActorOf(request), request.body)),
  )

  http.patch(
    '/users/:id',
    {
      config: { permission: 'user.write', errors: ['user.not_found', 'user.last_admin', 'auth.reauth_required'] },
      schema: { tags, summary: 'Змінити користувача', params, body: EditUserRequest, response: { 200: User } },
    },
    (request) => editUser(app, provenActorOf(request), request.params.id, request.body),
  )

  http.post(
    '/users/:id/password-reset',
    {
      config: { permission: 'user.write', errors: ['user.not_found', 'user.own_reset', 'auth.reauth_required'] },
      schema: {
        tags,
        summary: 'Видати одноразовий пароль і видалити ключі доступу',
        params,
        response: { 200: PasswordResetAnswer },
      },
    },
    (request) => resetPassword(app, provenActorOf(request), request.params.id),
  )

  http.get(
    '/users/:id/sessions',
    {
      config: { permission: 'user.write', errors: ['user.not_found'] },
      schema: { tags, summary: 'Де увійшов користувач', params, response: { 200: SessionList } },
    },
    async (request) => ({
      items: await listUserSessions(app, request.params.id, identityOf(request).session_id),
    }),
  )

  http.delete(
    '/users/:id/sessions',
    {
      config: { permission: 'user.write', errors: ['user.not_found', 'auth.reauth_required'] },
      schema: { tags, summary: 'Завершити всі сеанси користувача', params, response: { 204: z.null() } },
    },
    async (request) => void (await endUserSessions(app, provenActorOf(request), request.params.id)),
  )

  http.post(
    '/users/:id/second-factor-reset',
    {
      config: {
        permission: 'user.write',
        errors: ['auth.reauth_required', 'user.not_found', 'user.own_reset', 'auth.second_factor_missing'],
      },
      schema: { tags, summary: 'Скинути другий фактор', params, response: { 204: z.null() } },
    },
    (request) => resetSecondFactor(app, provenActorOf(request), request.params.id),
  )
}
