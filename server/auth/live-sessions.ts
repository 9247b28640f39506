import type { Db } from '#/server/platform/database/database.ts'
import { findLiveSessions, type CurrentSession } from './store.ts'

/** The session if it still lives, as of a moment after the question. */
export type FindLiveSession = (sessionId: string, userId: string) => Promise<CurrentSession | undefined>

/**
 * Every request asks whether its session still lives. Requests that come while an answer is awaited wait for it and then
 * ask together: they cannot share the answer that is under way, because it may be older than a log-out they follow.
 */
export function createLiveSessions(db: Db): FindLiveSession {
  let asking: Promise<unknown> | null = null
  let next: { ids: Set<string>; answer: Promise<Map<string, CurrentSession>> } | null = null

  function ask(ids: Iterable<string>): Promise<Map<string, CurrentSession>> {
    const answer = findLiveSessions(db, [...ids])
    const done = answer
      .catch(() => undefined)
      .finally(() => {
        if (asking === done) asking = null
      })
    asking = done
    return answer
  }

  function askTogether(id: string): Promise<Map<string, CurrentSession>> {
    if (asking === null) return ask([id])
    if (next === null) {
      const ids = new Set<string>()
      const answer = asking.then(() => {
        next = null
        return ask(ids)
      })
      next = { ids, answer }
    }
    next.ids.add(id)
    return next.answer
  }

  return async (sessionId, userId) => {
    const session = (await askTogether(sessionId)).get(sessionId)
    return session?.user.id === userId ? session : undefined
  }
}
