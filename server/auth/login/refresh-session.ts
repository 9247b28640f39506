import { AppError, type ErrorCode } from '#/contract/errors.ts'
import { recordAudit } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import type { Caller, Opened } from './open-session.ts'
import { agentFamily, refreshVerdict } from '../rules.ts'
import { endSessions, findLoginCandidate, findRefreshToken, lockSession, rotateSession } from '../sessions/store.ts'
import { hashOf } from '../sessions/tokens.ts'

/** Trades a refresh token for the next one. Which token counts, and when a repeated one is a theft, is in `rules.ts`. */
export async function refreshSession(app: App, caller: Caller, token: string): Promise<Opened> {
  const outcome = await app.db.transaction().execute((tx) => refreshIn(app, tx, caller, token))
  // Thrown after the commit: the end of a stolen session must not be rolled back with the refusal.
  if (typeof outcome === 'string') throw new AppError(outcome)
  return outcome
}

async function refreshIn(app: App, tx: Tx, caller: Caller, token: string): Promise<Opened | ErrorCode> {
  const presented = await findRefreshToken(tx, hashOf(token))
  const session = presented && (await lockSession(tx, presented.session_id))
  const candidate = session && (await findLoginCandidate(tx, { id: session.user_id }))
  if (!session || !candidate || !session.live || candidate.user.disabled) return 'auth.refresh_invalid'
  const { user, devices_of } = candidate

  const verdict = refreshVerdict({
    presented_generation: presented.generation,
    current_generation: session.generation,
    seconds_since_rotation: session.seconds_since_rotation,
    generation_seen: session.generation_seen,
    same_agent: agentFamily(session.user_agent) === agentFamily(caller.user_agent),
  })
  if (verdict === 'revoke') {
    await endSessions(tx, user.id, { only: session.id })
    const actor = { user, address: caller.address }
    await recordAudit(app, tx, actor, {
      action: 'auth.refresh_reused',
      subject: { type: 'session', id: session.id },
      details: {
        session_id: session.id,
        generation: presented.generation,
        current_generation: session.generation,
      },
    })
    return 'auth.refresh_reused'
  }
  if (verdict === 'repeat') {
    const refresh_token = await findStoredSuccessor(app, tx, token)
    if (refresh_token === undefined) return 'auth.refresh_invalid'
    return { session_id: session.id, generation: session.generation, user, devices_of, refresh_token }
  }
  const [refresh_token] = app.tokens.successorsOf(token)
  await rotateSession(tx, session.id, session.generation, hashOf(refresh_token), caller.address)
  return { session_id: session.id, generation: session.generation + 1, user, devices_of, refresh_token }
}

/** The signing key may have changed since; the stored hash tells which key made the successor. undefined: that key was taken away. */
async function findStoredSuccessor(app: App, tx: Tx, parent: string): Promise<string | undefined> {
  for (const candidate of app.tokens.successorsOf(parent)) {
    if (await findRefreshToken(tx, hashOf(candidate))) return candidate
  }
  return undefined
}
