import type { ChangePasswordRequest } from '#/contract/auth.ts'
import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import type { Identity } from './authenticate.ts'
import { tooSimple, whyNotPassword } from './judge-password.ts'
import { requireOwnPassword, requireUnchanged } from './own-password.ts'
import { preparePassword, setPassword } from './set-password.ts'
import { endSessions } from './store.ts'

/** Changes one's own password and ends every other session: a person who knew the old one is out. */
export async function changePassword(
  app: App,
  actor: Actor,
  identity: Identity,
  request: ChangePasswordRequest,
): Promise<void> {
  const { user, session_id } = identity
  const { current_password, new_password } = request
  const own = await requireOwnPassword(app, actor, identity, current_password, {
    action: 'auth.password_change_failed',
  })
  if (new_password.normalize('NFC') === current_password.normalize('NFC')) throw new AppError('auth.password_unchanged')
  const refusal = await whyNotPassword(new_password, [user.login, user.name])
  if (refusal) throw new AppError(refusal, {}, [{ pointer: '/new_password', detail: tooSimple }])

  const prepared = await preparePassword(app, new_password)
  await app.db.transaction().execute(async (tx) => {
    await requireUnchanged(tx, own)
    await setPassword(app, tx, user.id, prepared)
    const ended = await endSessions(tx, user.id, { except: session_id })
    await recordAudit(app, tx, actor, {
      action: 'auth.password_changed',
      subject: { type: 'user', id: user.id },
      details: { sessions_ended: ended.length },
    })
  })
}
