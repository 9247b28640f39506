import { z } from 'zod'
import { ChangePasswordRequest, ReauthRequest, SessionList, User } from '#/contract/auth.ts'
import { Id } from '#/contract/common.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { actorOf, identityOf } from '../guard/guard.ts'
import { factorErrors } from '../second-factor/with-factor-shown.ts'
import { listLiveSessions } from '../sessions/store.ts'
import { changePassword } from './change-password.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { reauthenticate } from './reauthenticate.ts'

const tags = ['Вхід']

export const accountRoutes = (app: App) => async (http: Http) => {
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
    (request) => changePassword(app, actorOf(request), identityOf(request), { ...request.body, host: request.host }),
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
    (request) => reauthenticate(app, actorOf(request), identityOf(request), { ...request.body, host: request.host }),
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
    (request) => endSession(app, actorOf(request), identityOf(request), request.params.id),
  )

  http.delete(
    '/auth/sessions',
    {
      config: { permission: 'self.manage', errors: ['auth.reauth_required'] },
      schema: { tags, summary: 'Завершити всі свої сеанси, крім цього', response: { 204: z.null() } },
    },
    (request) => endOtherSessions(app, actorOf(request), identityOf(request)),
  )
}
