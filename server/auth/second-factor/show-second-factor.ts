import { AppError } from '#/contract/errors.ts'
import type { SecondFactorState } from '#/contract/second-factor.ts'
import type { App } from '#/server/app.ts'
import { listPasskeys } from '../passkeys/store.ts'
import { findLoginCandidate } from '../sessions/store.ts'
import { countRecoveryCodes, findAuthenticator } from '../codes/store.ts'

export async function showSecondFactor({ db }: Pick<App, 'db'>, userId: string): Promise<SecondFactorState> {
  const [found, recovery_codes_left, passkeys, account] = await Promise.all([
    findAuthenticator(db, userId),
    countRecoveryCodes(db, userId),
    listPasskeys(db, userId),
    findLoginCandidate(db, { id: userId }),
  ])
  if (!account) throw new AppError('auth.session_ended')
  const authenticator_since = found?.confirmed_at ?? null
  const { password_changed_at } = account
  const authenticator = authenticator_since !== null
  return { authenticator, authenticator_since, recovery_codes_left, passkeys, password_changed_at }
}
