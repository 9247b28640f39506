import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import type { Identity } from '../authenticate.ts'
import { requireOwnPassword, requireUnchanged } from '../own-password.ts'
import { issueRecoveryCodes } from './issue-recovery-codes.ts'
import { hasFactor } from './store.ts'

export async function renewRecoveryCodes(
  app: App,
  actor: Actor,
  identity: Identity,
  password: string,
): Promise<string[]> {
  const own = await requireOwnPassword(app, actor, identity, password, { action: 'auth.reauth_failed' })
  const { id } = identity.user
  return app.db.transaction().execute(async (tx) => {
    await requireUnchanged(tx, own)
    if (!(await hasFactor(tx, id))) throw new AppError('auth.second_factor_missing')
    const codes = await issueRecoveryCodes(tx, id)
    await recordAudit(app, tx, actor, {
      action: 'auth.recovery_codes_renewed',
      subject: { type: 'user', id },
      details: {},
    })
    return codes
  })
}
