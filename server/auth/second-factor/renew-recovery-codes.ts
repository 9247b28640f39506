import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import { issueRecoveryCodes } from '../codes/issue-recovery-codes.ts'
import { withFactorShown, type Shown } from './with-factor-shown.ts'

/** A code opens the door like the factor itself, so that a new set is made only for a person who shows one. */
export async function renewRecoveryCodes(app: App, actor: Actor, identity: Identity, shown: Shown): Promise<string[]> {
  const { id } = identity.user
  return withFactorShown(app, actor, identity, shown, async (tx, proof) => {
    const codes = await issueRecoveryCodes(tx, id)
    await recordAudit(app, tx, actor, {
      action: 'auth.recovery_codes_renewed',
      subject: { type: 'user', id },
      details: { ...proof },
    })
    return codes
  })
}
