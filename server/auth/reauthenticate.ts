import type { ReauthRequest } from '#/contract/auth.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import type { Identity } from './authenticate.ts'
import { requireOwnPassword } from './own-password.ts'
import { markAuthenticated } from './store.ts'

/** The person at the keyboard is still the one who logged in: for a while this session may change secrets. */
export async function reauthenticate(
  app: App,
  actor: Actor,
  identity: Identity,
  { password }: ReauthRequest,
): Promise<void> {
  await requireOwnPassword(app, actor, identity, password)
  const { user, session_id } = identity
  await app.db.transaction().execute(async (tx) => {
    await markAuthenticated(tx, session_id)
    await recordAudit(app, tx, actor, {
      action: 'auth.reauthenticated',
      subject: { type: 'user', id: user.id },
      details: { session_id },
    })
  })
}
