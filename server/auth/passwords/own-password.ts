import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { AuditDetails } from '#/contract/audit.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import type { Refusal } from '../throttling/failures-store.ts'
import { lockOwnAccount } from '../sessions/lock-own-account.ts'
import { checkPassword } from './passwords.ts'
import { findLoginCandidate } from '../sessions/store.ts'
import { beginAttempt } from '../throttling/throttle.ts'

/** What a failed try is recorded as. */
export interface Purpose {
  action: 'auth.reauth_failed' | 'auth.password_change_failed'
}

/** The password a person typed is theirs, as of the moment it was checked. */
export interface OwnPassword {
  user_id: string
  session_id: string
  checked_hash: string
}

/** What else was typed with the password is still to be judged: the try counts as failed until it `succeeded`. */
export interface OwnAttempt extends OwnPassword {
  succeeded(): Promise<void>
  recordFailure(reason: FailureReason): Promise<void>
  /** What a try is written down as that is not even looked at. */
  throttled(): Refusal
}

type FailureReason = AuditDetails<Purpose['action']>['reason']

export async function requireOwnPassword(
  app: App,
  actor: Actor,
  identity: Identity,
  password: string,
  purpose: Purpose,
): Promise<OwnPassword> {
  const own = await attemptOwnPassword(app, actor, identity, password, purpose)
  await own.succeeded()
  return own
}

/** A stolen access token must not become a way to guess the password: tries are counted as at login, and recorded. */
export async function attemptOwnPassword(
  app: App,
  actor: Actor,
  { user, session_id }: Identity,
  password: string,
  { action }: Purpose,
): Promise<OwnAttempt> {
  const candidate = await findLoginCandidate(app.db, { id: user.id })
  if (!candidate) throw new AppError('auth.session_ended')
  const failure = (reason: FailureReason) => ({
    action,
    subject: { type: 'user' as const, id: user.id },
    details: { session_id, reason },
  })
  const recordFailure: OwnAttempt['recordFailure'] = (reason) =>
    app.db.transaction().execute((tx) => recordAudit(app, tx, actor, failure(reason)))
  const throttled = (): Refusal => ({ actor, entry: failure('throttled') })
  const { succeeded } = await beginAttempt(
    app,
    { login: user.login, address: actor.address ?? '', known_device: `session-${session_id}` },
    throttled,
  )
  const { matches } = await checkPassword(password, candidate.password_hash, app.password_cost)
  if (!matches) {
    await recordFailure('wrong_password')
    throw new AppError('auth.wrong_current_password')
  }
  return { user_id: user.id, session_id, checked_hash: candidate.password_hash, succeeded, recordFailure, throttled }
}

/**
 * First in the transaction that acts on it: while the password was being checked an admin may have reset it or disabled
 * the account, or the owner have set up a second factor elsewhere, and that ended the session.
 */
export async function requireUnchanged(tx: Tx, own: OwnPassword): Promise<void> {
  const account = await lockOwnAccount(tx, own)
  if (account.password_hash !== own.checked_hash) throw new AppError('auth.session_ended')
}
