import { AppError, refuseIf } from '#/contract/errors.ts'
import type { ProvenActor } from '#/server/auth/guard/guard.ts'
import { recordEnds } from '#/server/auth/sessions/record-ends.ts'
import { whyNotSecrets } from '#/server/auth/rules.ts'
import { endSessions, lockAccount } from '#/server/auth/sessions/store.ts'
import type { App } from '#/server/app.ts'
import { findUser } from './store.ts'

/** Logs a person out everywhere: a lost phone, a colleague who left. Returns how many sessions that were. */
export async function endUserSessions(app: App, actor: ProvenActor, id: string): Promise<number> {
  refuseIf(whyNotSecrets(actor.password_age_seconds))
  return app.db.transaction().execute(async (tx) => {
    if (!(await findUser(tx, { id }))) throw new AppError('user.not_found')
    await lockAccount(tx, id)
    const ended = await endSessions(tx, id)
    await recordEnds(app, tx, actor, ended, 'by_admin')
    return ended.length
  })
}
