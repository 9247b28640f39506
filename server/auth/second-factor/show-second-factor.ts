import type { SecondFactorState } from '#/contract/second-factor.ts'
import type { App } from '#/server/context.ts'
import { listPasskeys } from '../passkeys/store.ts'
import { countRecoveryCodes, findAuthenticator } from './store.ts'

export async function showSecondFactor({ db }: Pick<App, 'db'>, userId: string): Promise<SecondFactorState> {
  const [authenticator, recovery_codes_left, passkeys] = await Promise.all([
    findAuthenticator(db, userId),
    countRecoveryCodes(db, userId),
    listPasskeys(db, userId),
  ])
  return { authenticator: (authenticator?.confirmed_at ?? null) !== null, recovery_codes_left, passkeys }
}
