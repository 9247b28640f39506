import cookie from '@fastify/cookie'
import { z } from 'zod'
import {
  ChangePasswordRequest,
  LoginRequest,
  ReauthRequest,
  RefreshRequest,
  SessionList,
  TokenAnswer,
  User,
} from '#/contract/auth.ts'
import { Id } from '#/contract/common.ts'
import { AppError } from '#/contract/errors.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { changePassword } from './change-password.ts'
import { clearRefreshCookie, readCookies, setDeviceCookie } from './cookies.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { actorOf, identityOf } from './guard.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { reauthenticate } from './reauthenticate.ts'
import { refreshSession } from './refresh-session.ts'
import { factorErrors } from './second-factor/with-factor-shown.ts'
import { listLiveSessions } from './store.ts'
import { callerOf, tokenAnswer } from './token-answer.ts'

const tags = ['Вхід']

export const authRoutes = (app: App) => async (http: Http) => {
  await http.register(cookie)
  http.post(
    '/auth/login',
    {
      config: {
        permission: 'public',
        errors: [
          'auth.invalid_credentials',
          'auth.second_factor_required',
          'auth.second_factor_wrong',
          'auth.one_time_expired',
          'auth.account_disabled',
          'auth.throttled',
          'auth.busy',
        ],
      },
      bodyLimit: 16_384,
      schema: { tags, summary: 'Увійти', body: LoginRequest, response: { 200: TokenAnswer } },
    },
    async (request, reply) => {
      const opened = await logIn(app, callerOf(app, request), request.body)
      const byCookie = request.body.refresh === 'cookie'
      if (byCookie) setDeviceCookie(app, reply, opened)
      return tokenAnswer(app, reply, opened, byCookie)
    },
  )

  http.post(
    '/auth/refresh',
    {
      config: { permission: 'public', errors: ['auth.refresh_invalid', 'auth.refresh_reused'] },
      schema: {
        tags,
        summary: 'Поновити токен доступу',
        body: RefreshRequest.nullish(),
        response: { 200: TokenAnswer },
      },
    },
    async (request, reply) => {
      const given = request.body?.refresh_token
      const token = given ?? readCookies(app, request).refresh_token
      if (token === null) throw new AppError('auth.refresh_invalid')
      return tokenAnswer(app, reply, await refreshSession(app, callerOf(app, request), token), given === undefined)
    },
  )

  http.post(
    '/auth/logout',
    {
      config: { permission: 'public', errors: ['auth.required'] },
      schema: { tags, summary: 'Вийти', body: RefreshRequest.nullish(), response: { 204: z.null() } },
    },
    async (request, reply) => {
      const token = request.body?.refresh_token ?? readCookies(app, request).refresh_token
      clearRefreshCookie(app, reply)
      if (!(await logOut(app, callerOf(app, request), request.identity, token))) throw new AppError('auth.required')
      return reply.code(204).header('clear-site-data', '"cache"').send(null)
    },
  )

  http.get(
    '/auth/me',
    { config: { permission: 'self.manage' }, schema: { tags, summary: 'Мій профіль', response: { 200: User } } },
    async (request) => identityOf(request).user,
  )

  http.post(
    '/auth/password',
    {
      config: {
        permission: 'self.manage',
        errors: [...factorErrors, 'auth.password_unchanged', 'auth.password_too_simple', 'passkey.not_found'],
      },
      bodyLimit: 16_384,
      schema: { tags, summary: 'Змінити свій пароль', body: ChangePasswordRequest, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await changePassword(app, actorOf(request), identityOf(request), { ...request.body, host: request.host })
      return reply.code(204).send(null)
    },
  )

  http.post(
    '/auth/reauth',
    {
      config: { permission: 'self.manage', errors: factorErrors },
      bodyLimit: 16_384,
      schema: {
        tags,
        summary: 'Ввести пароль ще раз перед важливою зміною; щоб додати ще один фактор — з наявним фактором',
        body: ReauthRequest,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await reauthenticate(app, actorOf(request), identityOf(request), { ...request.body, host: request.host })
      return reply.code(204).send(null)
    },
  )

  http.get(
    '/auth/sessions',
    { config: { permission: 'self.manage' }, schema: { tags, summary: 'Мої сеанси', response: { 200: SessionList } } },
    async (request) => {
      const { user, session_id } = identityOf(request)
      return { items: await listLiveSessions(app.db, user.id, session_id) }
    },
  )

  http.delete(
    '/auth/sessions/:id',
    {
      config: { permission: 'self.manage', errors: ['session.not_found', 'auth.reauth_required'] },
      schema: {
        tags,
        summary: 'Завершити свій сеанс',
        params: z.strictObject({ id: Id }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await endSession(app, actorOf(request), identityOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )

  http.delete(
    '/auth/sessions',
    {
      config: { permission: 'self.manage', errors: ['auth.reauth_required'] },
      schema: { tags, summary: 'Завершити всі свої сеанси, крім цього', response: { 204: z.null() } },
    },
    async (request, reply) => {
      await endOtherSessions(app, actorOf(request), identityOf(request))
      return reply.code(204).send(null)
    },
  )
}
