import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import type { Identity } from '../authenticate.ts'
import { requireOwnPassword, requireUnchanged } from '../own-password.ts'
import { deleteAuthenticator, hasFactor, replaceRecoveryCodes } from './store.ts'

/** Takes the authenticator app away. Recovery codes stand in for a factor, so they go with the last one. */
export async function removeAuthenticator(app: App, actor: Actor, identity: Identity, password: string): Promise<void> {
  const own = await requireOwnPassword(app, actor, identity, password, { action: 'auth.reauth_failed' })
  const { id } = identity.user
  await app.db.transaction().execute(async (tx) => {
    await requireUnchanged(tx, own)
    if (!(await deleteAuthenticator(tx, id))) throw new AppError('auth.second_factor_missing')
    if (!(await hasFactor(tx, id))) await replaceRecoveryCodes(tx, id, [])
    await recordAudit(app, tx, actor, {
      action: 'auth.second_factor_removed',
      subject: { type: 'user', id },
      details: {},
    })
  })
}
