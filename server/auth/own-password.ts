import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import type { Tx } from '#/server/platform/database/database.ts'
import type { Identity } from './authenticate.ts'
import { checkPassword } from './passwords.ts'
import { findLoginCandidate, lockAccount } from './store.ts'
import { beginAttempt } from './throttle.ts'

/** What a failed try is recorded as. */
export interface Purpose {
  action: 'auth.reauth_failed' | 'auth.password_change_failed'
}

/** The password a person typed is theirs, as of the moment it was checked. */
export interface OwnPassword {
  user_id: string
  checked_hash: string
}

/** A stolen access token must not become a way to guess the password: tries are counted as at login, and recorded. */
export async function requireOwnPassword(
  app: App,
  actor: Actor,
  { user, session_id }: Identity,
  password: string,
  { action }: Purpose,
): Promise<OwnPassword> {
  const candidate = await findLoginCandidate(app.db, { id: user.id })
  if (!candidate) throw new AppError('auth.session_ended')
  const failure = (reason: 'wrong_password' | 'throttled') => ({
    action,
    subject: { type: 'user' as const, id: user.id },
    details: { session_id, reason },
  })
  const attempt = await beginAttempt(
    app,
    { login: user.login, address: actor.address ?? '', known_device: `session-${session_id}` },
    () => ({ actor, entry: failure('throttled') }),
  )
  const { matches } = await checkPassword(password, candidate.password_hash, app.password_cost)
  if (!matches) {
    await app.db.transaction().execute((tx) => recordAudit(app, tx, actor, failure('wrong_password')))
    throw new AppError('auth.wrong_current_password')
  }
  await attempt.succeeded()
  return { user_id: user.id, checked_hash: candidate.password_hash }
}

/**
 * First in the transaction that acts on it: while the password was being checked an admin may have reset it or disabled
 * the account, and that ended the session.
 */
export async function requireUnchanged(tx: Tx, { user_id, checked_hash }: OwnPassword): Promise<void> {
  const account = await lockAccount(tx, user_id)
  if (account?.password_hash !== checked_hash || account.user.disabled) throw new AppError('auth.session_ended')
}
