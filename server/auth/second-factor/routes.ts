import { z } from 'zod'
import { Id } from '#/contract/common.ts'
import { PasswordAndFactor } from '#/contract/factor-proof.ts'
import {
  AddedPasskey,
  AddPasskeyRequest,
  ConfirmSecondFactorRequest,
  PasskeyOptions,
  RecoveryCodes,
  SecondFactorSetup,
  SecondFactorState,
} from '#/contract/second-factor.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { actorOf, identityOf } from '../guard/guard.ts'
import { offerPasskey } from '../passkeys/offer-passkey.ts'
import { requireRelyingParty } from '../passkeys/relying-party.ts'
import { addPasskey } from './add-passkey.ts'
import { beginAuthenticator } from './begin-authenticator.ts'
import { confirmAuthenticator } from './confirm-authenticator.ts'
import { removeAuthenticator } from './remove-authenticator.ts'
import { removePasskey } from './remove-passkey.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { showSecondFactor } from './show-second-factor.ts'
import { factorErrors, type Shown } from './with-factor-shown.ts'

const tags = ['Вхід']
/** A signature of a passkey with its certificates is a few kilobytes. */
const bodyLimit = 16_384

const shownIn = ({ body, host }: { body: PasswordAndFactor; host: string }): Shown => ({ ...body, host })

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
      config: { permission: 'self.manage', errors: factorErrors },
      bodyLimit,
      schema: { tags, summary: 'Від’єднати застосунок з кодами', body: PasswordAndFactor, response: { 204: z.null() } },
    },
    (request) => removeAuthenticator(app, actorOf(request), identityOf(request), shownIn(request)),
  )

  http.post(
    '/auth/second-factor/recovery-codes',
    {
      config: { permission: 'self.manage', errors: factorErrors },
      bodyLimit,
      schema: { tags, summary: 'Нові коди відновлення', body: PasswordAndFactor, response: { 200: RecoveryCodes } },
    },
    async (request) => ({
      recovery_codes: await renewRecoveryCodes(app, actorOf(request), identityOf(request), shownIn(request)),
    }),
  )
}

export const passkeyRoutes = (app: App) => async (http: Http) => {
  http.post(
    '/auth/passkeys/options',
    {
      config: {
        permission: 'self.manage',
        errors: ['auth.reauth_required', 'auth.second_factor_not_shown', 'passkey.wrong_address'],
      },
      schema: { tags, summary: 'Почати додавання ключа доступу', response: { 200: PasskeyOptions } },
    },
    (request) => offerPasskey(app, requireRelyingParty(app, request.host), request.ip, identityOf(request)),
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
    async (request, reply) => {
      const party = requireRelyingParty(app, request.host)
      return reply.code(201).send(await addPasskey(app, party, actorOf(request), identityOf(request), request.body))
    },
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
    (request) => removePasskey(app, actorOf(request), identityOf(request), request.params.id, shownIn(request)),
  )
}
