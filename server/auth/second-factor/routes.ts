import { z } from 'zod'
import {
  ConfirmSecondFactorRequest,
  RecoveryCodes,
  SecondFactorSetup,
  SecondFactorState,
  WithPassword,
} from '#/contract/second-factor.ts'
import type { App } from '#/server/context.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { actorOf, identityOf } from '../guard.ts'
import { beginAuthenticator } from './begin-authenticator.ts'
import { confirmAuthenticator } from './confirm-authenticator.ts'
import { removeAuthenticator } from './remove-authenticator.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { showSecondFactor } from './show-second-factor.ts'

const tags = ['Вхід']

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
      config: { permission: 'self.manage', errors: ['auth.reauth_required', 'auth.second_factor_exists'] },
      schema: { tags, summary: 'Почати під’єднання застосунку з кодами', response: { 200: SecondFactorSetup } },
    },
    (request) => beginAuthenticator(app, identityOf(request)),
  )

  http.post(
    '/auth/second-factor/confirm',
    {
      config: {
        permission: 'self.manage',
        errors: ['auth.code_wrong', 'auth.second_factor_exists', 'auth.second_factor_missing'],
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
        errors: ['auth.wrong_current_password', 'auth.throttled', 'auth.second_factor_missing'],
      },
      schema: { tags, summary: 'Від’єднати застосунок з кодами', body: WithPassword, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeAuthenticator(app, actorOf(request), identityOf(request), request.body.password)
      return reply.code(204).send(null)
    },
  )

  http.post(
    '/auth/second-factor/recovery-codes',
    {
      config: {
        permission: 'self.manage',
        errors: ['auth.wrong_current_password', 'auth.throttled', 'auth.second_factor_missing'],
      },
      schema: { tags, summary: 'Нові коди відновлення', body: WithPassword, response: { 200: RecoveryCodes } },
    },
    async (request) => ({
      recovery_codes: await renewRecoveryCodes(app, actorOf(request), identityOf(request), request.body.password),
    }),
  )
}
