import type { Db } from '#/server/platform/database/database.ts'
import { createGathering } from '#/server/platform/gathering.ts'
import { findLiveSessions, preparePassage, type CurrentSession, type LiveSessions } from './store.ts'

/** A session that lives, as of a moment after the question, and what was read in the same breath. */
interface Found {
  session: CurrentSession
  told: string
}

/** `reading`: the text of a statement without values that gives one text; its answer comes with the session's. */
export type FindLiveSession = (sessionId: string, userId: string, reading?: string) => Promise<Found | undefined>

type Ask = (id: string) => Promise<{ sessions: LiveSessions; told: string }>

/** Every request asks whether its session still lives; those that meet, and read the same, are one statement. */
export function createLiveSessions(db: Db): FindLiveSession {
  const withoutReading: Ask = createGathering(async (ids) => ({ sessions: await findLiveSessions(db, ids), told: '' }))
  const readings = new Map<string, Ask>()

  function askWith(reading: string): Ask {
    const passage = preparePassage(reading)
    const ask: Ask = createGathering((ids) => passage(db, ids))
    readings.set(reading, ask)
    return ask
  }

  return async (sessionId, userId, reading) => {
    const ask = reading === undefined ? withoutReading : (readings.get(reading) ?? askWith(reading))
    const { sessions, told } = await ask(sessionId)
    const session = sessions.get(sessionId)
    return session?.user.id === userId ? { session, told } : undefined
  }
}
