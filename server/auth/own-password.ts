import { AppError } from '#/contract/errors.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import type { Identity } from './authenticate.ts'
import { checkPassword } from './passwords.ts'
import { findLoginCandidate } from './store.ts'
import { beginAttempt } from './throttle.ts'

/** A stolen access token must not become a way to guess the password, so tries are counted as at login. */
export async function requireOwnPassword(
  app: App,
  actor: Actor,
  { user, session_id }: Identity,
  password: string,
): Promise<void> {
  const candidate = await findLoginCandidate(app.db, { id: user.id })
  if (!candidate) throw new AppError('auth.session_ended')
  const attempt = await beginAttempt(app, {
    login: user.login,
    address: actor.address ?? '',
    known_device: `session-${session_id}`,
  })
  const { matches } = await checkPassword(password, candidate.password_hash, app.password_cost)
  if (!matches) throw new AppError('auth.wrong_current_password')
  await attempt.succeeded()
}
