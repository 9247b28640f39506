import cookie from '@fastify/cookie'
import { z } from 'zod'
import { LoginRequest, RefreshRequest, TokenAnswer } from '#/contract/auth.ts'
import { AppError } from '#/contract/errors.ts'
import { PasskeyLoginAnswer, PasskeyLoginRequest, PasskeyOptions } from '#/contract/second-factor.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { offerPasskeyLogin } from '../passkeys/offer-passkey-login.ts'
import { requireRelyingParty } from '../passkeys/relying-party.ts'
import { clearRefreshCookie, readCookies } from './cookies.ts'
import { logIn } from './log-in.ts'
import { logInWithPasskey } from './log-in-with-passkey.ts'
import { logOut } from './log-out.ts'
import { refreshSession } from './refresh-session.ts'
import { callerOf, loginAnswer, tokenAnswer } from './token-answer.ts'

const tags = ['Вхід']
/** A signature of a passkey with its certificates is a few kilobytes. */
const bodyLimit = 16_384

export const logInRoutes = (app: App) => async (http: Http) => {
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
      bodyLimit,
      schema: { tags, summary: 'Увійти', body: LoginRequest, response: { 200: TokenAnswer } },
    },
    async (request, reply) => {
      const opened = await logIn(app, callerOf(app, request), request.body)
      return loginAnswer(app, reply, opened, request.body.refresh === 'cookie')
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
      void reply.header('clear-site-data', '"cache"')
    },
  )
}

export const passkeyLogInRoutes = (app: App) => async (http: Http) => {
  await http.register(cookie)
  http.post(
    '/auth/passkey-login/options',
    {
      config: { permission: 'public', errors: ['passkey.wrong_address'] },
      bodyLimit,
      schema: { tags, summary: 'Почати вхід із ключем доступу', response: { 200: PasskeyOptions } },
    },
    (request) => offerPasskeyLogin(app, requireRelyingParty(app, request.host), request.ip),
  )

  http.post(
    '/auth/passkey-login',
    {
      config: {
        permission: 'public',
        errors: [
          'auth.passkey_wrong',
          'auth.one_time_expired',
          'auth.account_disabled',
          'auth.throttled',
          'passkey.wrong_address',
        ],
      },
      bodyLimit,
      schema: {
        tags,
        summary: 'Увійти з ключем доступу',
        body: PasskeyLoginRequest,
        response: { 200: PasskeyLoginAnswer },
      },
    },
    async (request, reply) => {
      const party = requireRelyingParty(app, request.host)
      const opened = await logInWithPasskey(app, party, callerOf(app, request), request.body)
      return loginAnswer(app, reply, opened, request.body.refresh === 'cookie')
    },
  )
}
