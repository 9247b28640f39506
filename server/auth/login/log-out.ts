import { recordAudit } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import type { Caller } from './open-session.ts'
import { endSessions, findLoginCandidate, findRefreshToken, lockSession } from '../sessions/store.ts'
import { hashOf } from '../sessions/tokens.ts'

/** Ends the session of the access token or, when that has expired, of the refresh token. Returns false if neither is good. */
export async function logOut(
  app: App,
  caller: Caller,
  identity: Identity | null,
  refreshToken: string | null,
): Promise<boolean> {
  return app.db.transaction().execute(async (tx) => {
    const session_id =
      identity?.session_id ??
      (refreshToken === null ? undefined : (await findRefreshToken(tx, hashOf(refreshToken)))?.session_id)
    const session = session_id === undefined ? undefined : await lockSession(tx, session_id)
    const owner = session && (await findLoginCandidate(tx, { id: session.user_id }))
    if (!session || !owner) return false
    const ended = await endSessions(tx, session.user_id, { only: session.id })
    if (ended.length === 0) return false
    const actor = { user: owner.user, address: caller.address }
    await recordAudit(app, tx, actor, {
      action: 'auth.logged_out',
      subject: { type: 'session', id: session.id },
      details: { session_id: session.id },
    })
    return true
  })
}
