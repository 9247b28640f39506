import { AppError, refuseIf } from '#/contract/errors.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import { recordEnds } from '../sessions/record-ends.ts'
import { whyNotEndSession } from '../rules.ts'
import { endSessions } from '../sessions/store.ts'

/** Ends one of one's own sessions. A session of another user is not found, like one that never was. */
export async function endSession(app: App, actor: Actor, identity: Identity, session_id: string): Promise<void> {
  refuseIf(whyNotEndSession(identity, session_id))
  await app.db.transaction().execute(async (tx) => {
    const ended = await endSessions(tx, identity.user.id, { only: session_id })
    if (ended.length === 0) throw new AppError('session.not_found')
    await recordEnds(app, tx, actor, ended, 'by_owner')
  })
}
