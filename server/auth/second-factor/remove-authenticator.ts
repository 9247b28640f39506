import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import { dropLeftovers } from './drop-leftovers.ts'
import { deleteAuthenticator } from '../codes/store.ts'
import { withFactorShown, type Shown } from './with-factor-shown.ts'

/** Takes the authenticator app away. */
export async function removeAuthenticator(app: App, actor: Actor, identity: Identity, shown: Shown): Promise<void> {
  const { id } = identity.user
  await withFactorShown(app, actor, identity, shown, async (tx, proof) => {
    if (!(await deleteAuthenticator(tx, id))) throw new AppError('auth.second_factor_missing')
    await dropLeftovers(tx, id)
    await recordAudit(app, tx, actor, {
      action: 'auth.second_factor_removed',
      subject: { type: 'user', id },
      details: { ...proof },
    })
  })
}
