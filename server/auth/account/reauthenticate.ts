import { isShown } from '#/contract/factor-proof.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import type { SecondProof } from '../sessions/second-proof.ts'
import { requireOwnPassword, requireUnchanged } from '../passwords/own-password.ts'
import { withFactorShown, type Shown } from '../second-factor/with-factor-shown.ts'
import { markAuthenticated } from '../sessions/store.ts'

/**
 * The person at the keyboard is still the one who logged in: for a while this session may do what matters most. With a second factor it may
 * also add another.
 */
export async function reauthenticate(app: App, actor: Actor, identity: Identity, shown: Shown): Promise<void> {
  const { user, session_id } = identity
  const mark = async (tx: Tx, proof?: SecondProof) => {
    await markAuthenticated(tx, session_id)
    await recordAudit(app, tx, actor, {
      action: 'auth.reauthenticated',
      subject: { type: 'user', id: user.id },
      details: { session_id, ...proof },
    })
  }
  if (isShown(shown)) return withFactorShown(app, actor, identity, shown, mark)
  const own = await requireOwnPassword(app, actor, identity, shown.password, { action: 'auth.reauth_failed' })
  await app.db.transaction().execute(async (tx) => {
    await requireUnchanged(tx, own)
    await mark(tx)
  })
}
