import { AppError, refuseIf } from '#/contract/errors.ts'
import type { SecondFactorSetup } from '#/contract/second-factor.ts'
import type { App } from '#/server/app.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import { lockOwnAccount } from '../sessions/lock-own-account.ts'
import { whyNotAddFactor } from '../rules.ts'
import { sealSecret } from '../codes/authenticator-secret.ts'
import { putUnconfirmed } from '../codes/store.ts'
import { newTotpSecret, uriOf } from '../codes/totp.ts'

/** Makes a secret for an authenticator app. It counts only after a code of it was seen; a new call makes a new one. */
export async function beginAuthenticator(app: App, identity: Identity): Promise<SecondFactorSetup> {
  const { user, session_id } = identity
  refuseIf(whyNotAddFactor(identity))
  const secret = newTotpSecret()
  const now = app.clock.now().toISOString()
  const put = await app.db.transaction().execute(async (tx) => {
    await lockOwnAccount(tx, { user_id: user.id, session_id })
    return putUnconfirmed(tx, user.id, sealSecret(app, user.id, secret), now)
  })
  if (!put) throw new AppError('auth.second_factor_exists')
  return { secret, uri: uriOf(secret, user.login) }
}
