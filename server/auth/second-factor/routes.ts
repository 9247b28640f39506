import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PasswordAndFactor } from '#/contract/factor-proof.ts'
import {
  ConfirmSecondFactorRequest,
  RecoveryCodes,
  SecondFactorSetup,
  SecondFactorState,
} from '#/contract/second-factor.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { actorOf, identityOf } from '../guard.ts'
import { beginAuthenticator } from './begin-authenticator.ts'
import { confirmAuthenticator } from './confirm-authenticator.ts'
import { removeAuthenticator } from './remove-authenticator.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { showSecondFactor } from './show-second-factor.ts'
import { factorErrors, type Shown } from './with-factor-shown.ts'

const tags = ['Вхід']

const shownIn = ({ body, host }: FastifyRequest<{ Body: PasswordAndFactor }>): Shown => ({ ...body, host })

export const secondFactorRoutes = (app: App) => async (http: Http) => {
  http.get(
    '/auth/second-factor',
    {
      config: { permission: 'self.manage' },
      schema: { tags, summary: 'Мій другий фактор', response: { 200: SecondFactorState } },
    },
    (request) => showSecondFactor(app, identityOf(request).user.id),
  )

  http.post(
    '/auth/second-factor',
    {
      config: {
        permission: 'self.manage',
        errors: ['auth.reauth_required', 'auth.second_factor_not_shown', 'auth.second_factor_exists'],
      },
      schema: { tags, summary: 'Почати під’єднання застосунку з кодами', response: { 200: SecondFactorSetup } },
    },
    (request) => beginAuthenticator(app, identityOf(request)),
  )

  http.post(
    '/auth/second-factor/confirm',
    {
      config: {
        permission: 'self.manage',
        errors: [
          'auth.reauth_required',
          'auth.second_factor_not_shown',
          'auth.code_wrong',
          'auth.second_factor_exists',
          'auth.second_factor_missing',
        ],
      },
      schema: {
        tags,
        summary: 'Підтвердити застосунок кодом з нього',
        body: ConfirmSecondFactorRequest,
        response: { 200: RecoveryCodes },
      },
    },
    async (request) => ({
      recovery_codes: await confirmAuthenticator(app, actorOf(request), identityOf(request), request.body.code),
    }),
  )

  http.delete(
    '/auth/second-factor',
    {
      config: {
        permission: 'self.manage',
        errors: factorErrors,
      },
      bodyLimit: 16_384,
      schema: { tags, summary: 'Від’єднати застосунок з кодами', body: PasswordAndFactor, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeAuthenticator(app, actorOf(request), identityOf(request), shownIn(request))
      return reply.code(204).send(null)
    },
  )

  http.post(
    '/auth/second-factor/recovery-codes',
    {
      config: {
        permission: 'self.manage',
        errors: factorErrors,
      },
      bodyLimit: 16_384,
      schema: { tags, summary: 'Нові коди відновлення', body: PasswordAndFactor, response: { 200: RecoveryCodes } },
    },
    async (request) => ({
      recovery_codes: await renewRecoveryCodes(app, actorOf(request), identityOf(request), shownIn(request)),
    }),
  )
}
