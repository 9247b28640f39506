import type { ChangePasswordRequest } from '#/contract/auth.ts'
import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import type { Identity } from './authenticate.ts'
import { checkPassword, whyNotPassword } from './passwords.ts'
import { preparePassword, setPassword } from './set-password.ts'
import { endSessions, findLoginCandidate } from './store.ts'
import { beginAttempt } from './throttle.ts'

/** Changes one's own password and ends every other session: whoever had the old one is out. */
export async function changePassword(
  app: App,
  actor: Actor,
  { user, session_id }: Identity,
  request: ChangePasswordRequest,
): Promise<void> {
  const { current_password, new_password } = request
  const candidate = await findLoginCandidate(app.db, { id: user.id })
  if (!candidate) throw new AppError('auth.session_ended')
  // A stolen access token must not become a way to guess the password.
  const attempt = await beginAttempt(app, {
    login: user.login,
    address: actor.address ?? '',
    known_device: `session-${session_id}`,
  })
  const { matches } = await checkPassword(current_password, candidate.password_hash, app.password_cost)
  if (!matches) throw new AppError('auth.wrong_current_password')
  await attempt.succeeded()
  if (new_password.normalize('NFC') === current_password.normalize('NFC')) throw new AppError('auth.password_unchanged')
  const refusal = await whyNotPassword(new_password, [user.login, user.name])
  if (refusal) throw new AppError(refusal)

  const prepared = await preparePassword(app, new_password)
  await app.db.transaction().execute(async (tx) => {
    await setPassword(app, tx, user.id, prepared)
    const ended = await endSessions(tx, user.id, { except: session_id })
    await recordAudit(app, tx, actor, {
      action: 'auth.password_changed',
      subject: { type: 'user', id: user.id },
      details: { sessions_ended: ended.length },
    })
  })
}
