import cookie from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Id } from '#/contract/common.ts'
import { PasswordAndFactor } from '#/contract/factor-proof.ts'
import {
  AddedPasskey,
  AddPasskeyRequest,
  PasskeyLoginAnswer,
  PasskeyLoginRequest,
  PasskeyOptions,
} from '#/contract/second-factor.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { setDeviceCookie } from '../cookies.ts'
import { actorOf, identityOf } from '../guard.ts'
import { factorErrors } from '../second-factor/with-factor-shown.ts'
import { callerOf, tokenAnswer } from '../token-answer.ts'
import { addPasskey } from './add-passkey.ts'
import { logInWithPasskey } from './log-in-with-passkey.ts'
import { offerPasskeyLogin } from './offer-passkey-login.ts'
import { offerPasskey } from './offer-passkey.ts'
import { requireRelyingParty, type RelyingParty } from './relying-party.ts'
import { removePasskey } from './remove-passkey.ts'

const tags = ['Вхід']
/** A signature and its papers are about a kilobyte; a key with its certificate a few. */
const bodyLimit = 16_384

export const passkeyRoutes = (app: App) => async (http: Http) => {
  await http.register(cookie)
  const partyOf = (request: FastifyRequest): RelyingParty => requireRelyingParty(app.config.public_url, request.host)

  http.post(
    '/auth/passkeys/options',
    {
      config: {
        permission: 'self.manage',
        errors: ['auth.reauth_required', 'auth.second_factor_not_shown', 'passkey.wrong_address'],
      },
      schema: { tags, summary: 'Почати додавання ключа доступу', response: { 200: PasskeyOptions } },
    },
    (request) => offerPasskey(app, partyOf(request), request.ip, identityOf(request)),
  )

  http.post(
    '/auth/passkeys',
    {
      config: {
        permission: 'self.manage',
        errors: [
          'auth.reauth_required',
          'auth.second_factor_not_shown',
          'passkey.invalid',
          'passkey.too_many',
          'passkey.wrong_address',
        ],
      },
      bodyLimit,
      schema: { tags, summary: 'Додати ключ доступу', body: AddPasskeyRequest, response: { 201: AddedPasskey } },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(await addPasskey(app, partyOf(request), actorOf(request), identityOf(request), request.body)),
  )

  http.delete(
    '/auth/passkeys/:id',
    {
      config: { permission: 'self.manage', errors: [...factorErrors, 'passkey.not_found'] },
      bodyLimit,
      schema: {
        tags,
        summary: 'Видалити ключ доступу',
        params: z.strictObject({ id: Id }),
        body: PasswordAndFactor,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const shown = { ...request.body, host: request.host }
      await removePasskey(app, actorOf(request), identityOf(request), request.params.id, shown)
      return reply.code(204).send(null)
    },
  )

  http.post(
    '/auth/passkey-login/options',
    {
      config: { permission: 'public', errors: ['passkey.wrong_address'] },
      bodyLimit,
      schema: { tags, summary: 'Почати вхід із ключем доступу', response: { 200: PasskeyOptions } },
    },
    (request) => offerPasskeyLogin(app, partyOf(request), request.ip),
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
      const opened = await logInWithPasskey(app, partyOf(request), callerOf(app, request), request.body)
      const byCookie = request.body.refresh === 'cookie'
      if (byCookie) setDeviceCookie(app, reply, opened)
      return tokenAnswer(app, reply, opened, byCookie)
    },
  )
}
