import type { ReauthRequest } from '#/contract/auth.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import type { Identity } from './authenticate.ts'
import { requireOwnPassword, requireUnchanged } from './own-password.ts'
import { markAuthenticated } from './store.ts'

/** The person at the keyboard is still the one who logged in: for a while this session may do what matters most. */
export async function reauthenticate(
  app: App,
  actor: Actor,
  identity: Identity,
  { password }: ReauthRequest,
): Promise<void> {
  const own = await requireOwnPassword(app, actor, identity, password, { action: 'auth.reauth_failed' })
  const { user, session_id } = identity
  await app.db.transaction().execute(async (tx) => {
    await requireUnchanged(tx, own)
    await markAuthenticated(tx, session_id)
    await recordAudit(app, tx, actor, {
      action: 'auth.reauthenticated',
      subject: { type: 'user', id: user.id },
      details: { session_id },
    })
  })
}
