import type { Db } from '#/server/platform/database/database.ts'
import { createGathering } from '#/server/platform/gathering.ts'
import { findLiveSessions, type CurrentSession } from './store.ts'

/** The session if it still lives, as of a moment after the question. */
export type FindLiveSession = (sessionId: string, userId: string) => Promise<CurrentSession | undefined>

/** Every request asks whether its session still lives; those that meet are one statement. */
export function createLiveSessions(db: Db): FindLiveSession {
  const find = createGathering((ids: string[]) => findLiveSessions(db, ids))
  return async (sessionId, userId) => {
    const session = (await find(sessionId)).get(sessionId)
    return session?.user.id === userId ? session : undefined
  }
}
