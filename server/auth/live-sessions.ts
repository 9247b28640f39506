import type { Db } from '#/server/platform/database/db.ts'
import { createGathering } from '#/server/platform/gathering.ts'
import { findLiveSessions, findStamps, type LiveSession } from './live-session-store.ts'
import { markGenerationSeen } from './sessions/store.ts'

declare module '#/server/app.ts' {
  interface App {
    sessions: LiveSessions
  }
}

/** A session as it was when it was last asked for in full. It is still so if its user still has this stamp. */
export type Remembered = LiveSession & { stamp: string }

export interface CurrentSession extends Pick<LiveSession, 'session_id' | 'generation' | 'generation_seen' | 'user'> {
  password_age_seconds: number
  second_factor_age_seconds: number | null
}

export interface LiveSessions {
  /** The session if it lives, as of a moment after the question. */
  find(sessionId: string, userId: string): Promise<CurrentSession | undefined>
  /** The same, asked in full whatever is remembered. */
  lookUp(sessionId: string, userId: string): Promise<CurrentSession | undefined>
  /** What this process remembers. It proves nothing before the stamp is read again. */
  recall(sessionId: string, userId: string): Remembered | undefined
  /** What the last rotation gave out was used. */
  markSeen(session: Pick<CurrentSession, 'session_id' | 'generation'>): Promise<void>
}

/** The sessions of many shops; one that is pushed out is asked for in full again. */
const mostRemembered = 5_000

/** Every request asks whether its session still lives; requests that meet ask in one statement. */
export function createLiveSessions(db: Db, most = mostRemembered): LiveSessions {
  const remembered = new Map<string, Remembered>()
  const askInFull = createGathering((ids: string[]) => findLiveSessions(db, ids))
  const askStamps = createGathering((userIds: string[]) => findStamps(db, userIds))

  function recall(sessionId: string, userId: string): Remembered | undefined {
    const known = remembered.get(sessionId)
    return known?.user.id === userId ? known : undefined
  }

  async function lookUp(sessionId: string, userId: string): Promise<CurrentSession | undefined> {
    const found = (await askInFull(sessionId)).get(sessionId)
    remember(sessionId, found)
    return found?.user.id === userId ? toCurrent(found, found.asked_at) : undefined
  }

  function remember(sessionId: string, found: LiveSession | undefined): void {
    // Taken out first, so that the session that was asked for longest ago stands at the front.
    remembered.delete(sessionId)
    if (found === undefined || found.stamp === null) return
    remembered.set(sessionId, { ...found, stamp: found.stamp })
    const oldest = remembered.size > most ? remembered.keys().next().value : undefined
    if (oldest !== undefined) remembered.delete(oldest)
  }

  return {
    recall,
    lookUp,
    async find(sessionId, userId) {
      const known = recall(sessionId, userId)
      const asked = known && (await askStamps(userId)).get(userId)
      return asked?.stamp === known?.stamp && known && asked && asked.asked_at < known.live_until
        ? toCurrent(known, asked.asked_at)
        : lookUp(sessionId, userId)
    },
    async markSeen({ session_id, generation }) {
      await markGenerationSeen(db, session_id, generation)
      const known = remembered.get(session_id)
      if (known?.generation === generation) known.generation_seen = true
    },
  }
}

const toCurrent = (
  { session_id, generation, generation_seen, authenticated_at, second_factor_at, user }: LiveSession,
  now: number,
): CurrentSession => ({
  ...{ session_id, generation, generation_seen, user },
  password_age_seconds: now - authenticated_at,
  second_factor_age_seconds: second_factor_at === null ? null : now - second_factor_at,
})
