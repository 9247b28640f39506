import { AppError, refuseIf } from '#/contract/errors.ts'
import { recordAudit } from '#/server/audit/record-audit.ts'
import type { ProvenActor } from '#/server/auth/guard/guard.ts'
import { whyNotSecrets } from '#/server/auth/rules.ts'
import { forgetFactors } from '#/server/auth/second-factor/forget-factors.ts'
import { endSessions } from '#/server/auth/sessions/store.ts'
import type { App } from '#/server/app.ts'
import { whyNotReset } from './rules.ts'
import { findUser } from './store.ts'

/**
 * Takes the authenticator, the passkeys and the recovery codes of a person away, who then logs in with the password alone.
 * A lost phone may be in other hands, so every session ends.
 */
export async function resetSecondFactor(app: App, actor: ProvenActor, id: string): Promise<void> {
  refuseIf(whyNotReset(actor, id) ?? whyNotSecrets(actor.password_age_seconds))
  await app.db.transaction().execute(async (tx) => {
    if (!(await findUser(tx, { id }))) throw new AppError('user.not_found')
    await forgetFactors(tx, id)
    const ended = await endSessions(tx, id)
    await recordAudit(app, tx, actor, {
      action: 'user.second_factor_reset',
      subject: { type: 'user', id },
      details: { sessions_ended: ended.length },
    })
  })
}
