import { AppError, refuseIf } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import { lockOwnAccount } from '../sessions/lock-own-account.ts'
import { whyNotAddFactor } from '../rules.ts'
import { openSecret } from '../codes/authenticator-secret.ts'
import { readCode } from '../codes/codes.ts'
import { issueRecoveryCodes } from '../codes/issue-recovery-codes.ts'
import { findAuthenticator, hasFactor, markConfirmed } from '../codes/store.ts'
import { takeFirstFactor } from './take-first-factor.ts'
import { stepOf } from '../codes/totp.ts'

/**
 * The app shows the right codes: from now on a login needs one. Returns the recovery codes. The same proof is required as at the beginning:
 * a set-up that was left half done waits for ever, and a person with nothing but an open session could try all codes.
 */
export async function confirmAuthenticator(
  app: App,
  actor: Actor,
  identity: Identity,
  typed: string,
): Promise<string[]> {
  const { user, session_id } = identity
  refuseIf(whyNotAddFactor(identity))
  return app.db.transaction().execute(async (tx) => {
    await lockOwnAccount(tx, { user_id: user.id, session_id })
    const found = await findAuthenticator(tx, user.id)
    if (!found) throw new AppError('auth.second_factor_missing')
    if (found.confirmed_at !== null) throw new AppError('auth.second_factor_exists')
    const secret = openSecret(app, user.id, found.secret)
    const code = readCode(typed)
    const now = app.clock.now()
    const step = secret !== null && 'digits' in code ? stepOf(secret, code.digits, now) : null
    if (step === null) throw new AppError('auth.code_wrong')
    const isFirst = !(await hasFactor(tx, user.id))
    await markConfirmed(tx, user.id, now.toISOString(), step)
    const codes = isFirst
      ? await takeFirstFactor(app, tx, actor, identity, { second_factor: 'authenticator' })
      : await issueRecoveryCodes(tx, user.id)
    await recordAudit(app, tx, actor, {
      action: 'auth.second_factor_enrolled',
      subject: { type: 'user', id: user.id },
      details: {},
    })
    return codes
  })
}
