import { AppError } from '#/contract/errors.ts'
import { recordAudit } from '#/server/audit/record-audit.ts'
import type { ProvenActor } from '#/server/auth/guard.ts'
import { whyNotSecrets } from '#/server/auth/rules.ts'
import { prepareOneTimePassword, setPassword } from '#/server/auth/set-password.ts'
import { endSessions } from '#/server/auth/store.ts'
import type { App } from '#/server/context.ts'
import { findUser } from './store.ts'

/** Gives a new one-time password; the old one and every session end. The admin never learns the lasting password. */
export async function resetPassword(app: App, actor: ProvenActor, id: string): Promise<string> {
  const refusal = whyNotSecrets(actor.password_age_seconds)
  if (refusal) throw new AppError(refusal)
  const prepared = await prepareOneTimePassword(app)
  await app.db.transaction().execute(async (tx) => {
    if (!(await findUser(tx, { id }))) throw new AppError('user.not_found')
    await setPassword(app, tx, id, prepared)
    const ended = await endSessions(tx, id)
    await recordAudit(app, tx, actor, {
      action: 'user.password_reset',
      subject: { type: 'user', id },
      details: { sessions_ended: ended.length },
    })
  })
  return prepared.one_time
}
