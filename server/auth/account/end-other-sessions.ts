import { refuseIf } from '#/contract/errors.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import { lockOwnAccount } from '../sessions/lock-own-account.ts'
import { recordEnds } from '../sessions/record-ends.ts'
import { whyNotSecrets } from '../rules.ts'
import { endSessions } from '../sessions/store.ts'

/** Ends every session of one's own but this one. */
export async function endOtherSessions(app: App, actor: Actor, identity: Identity): Promise<void> {
  refuseIf(whyNotSecrets(identity.password_age_seconds))
  await app.db.transaction().execute(async (tx) => {
    await lockOwnAccount(tx, { user_id: identity.user.id, session_id: identity.session_id })
    const ended = await endSessions(tx, identity.user.id, { except: identity.session_id })
    await recordEnds(app, tx, actor, ended, 'by_owner')
  })
}
