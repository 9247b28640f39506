import { AppError, refuseIf } from '#/contract/errors.ts'
import { recordAudit } from '#/server/audit/record-audit.ts'
import type { ProvenActor } from '#/server/auth/guard/guard.ts'
import { deletePasskeysOf } from '#/server/auth/passkeys/store.ts'
import { whyNotSecrets } from '#/server/auth/rules.ts'
import { dropLeftovers } from '#/server/auth/second-factor/drop-leftovers.ts'
import { prepareOneTimePassword, setPassword } from '#/server/auth/passwords/set-password.ts'
import { endSessions, lockAccount } from '#/server/auth/sessions/store.ts'
import type { App } from '#/server/app.ts'
import { whyNotReset } from './rules.ts'

/**
 * Gives a new one-time password; the old one and every session end, and so does every passkey: an intruder may have
 * added one, which logs in without a password. The admin never learns the lasting password.
 */
export async function resetPassword(
  app: App,
  actor: ProvenActor,
  id: string,
): Promise<{ one_time_password: string; passkeys_removed: number }> {
  refuseIf(whyNotReset(actor, id) ?? whyNotSecrets(actor.password_age_seconds))
  const prepared = await prepareOneTimePassword(app)
  const passkeys_removed = await app.db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, id))) throw new AppError('user.not_found')
    await setPassword(app, tx, id, prepared)
    const removed = await deletePasskeysOf(tx, id)
    await dropLeftovers(tx, id)
    const ended = await endSessions(tx, id)
    await recordAudit(app, tx, actor, {
      action: 'user.password_reset',
      subject: { type: 'user', id },
      details: { sessions_ended: ended.length, passkeys_removed: removed },
    })
    return removed
  })
  return { one_time_password: prepared.one_time, passkeys_removed }
}
