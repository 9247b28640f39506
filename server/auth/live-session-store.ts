import type { User } from '#/contract/auth.ts'
import type { Role } from '#/contract/permissions.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { prepare, runPrepared, textOf } from '#/server/platform/database/prepared.ts'
import { hasProvedEnough, userColumns } from './sessions/store.ts'

type SessionUser = User & { role: Role }

/** A session that lives. Times are seconds by the clock of the database. */
export interface LiveSession {
  session_id: string
  generation: number
  generation_seen: boolean
  /** When a password was last typed in this session; a refresh is no such proof. */
  authenticated_at: number
  /** When a second factor was last given in this session; null: never. */
  second_factor_at: number | null
  /** It ends by itself then. */
  live_until: number
  asked_at: number
  /** Of its user, at the moment of the question (migration 0029). Null: there is none. */
  stamp: string | null
  user: Readonly<SessionUser>
}

const now = 'extract(epoch from clock_timestamp())::float8'

const liveSessions = prepare<SessionUser & Omit<LiveSession, 'user'>>(`
  select sessions.id as session_id, sessions.generation, sessions.generation_seen,
    extract(epoch from sessions.authenticated_at)::float8 as authenticated_at,
    extract(epoch from sessions.second_factor_at)::float8 as second_factor_at,
    extract(epoch from least(sessions.expires_at, sessions.idle_until))::float8 as live_until,
    ${now} as asked_at, session_stamps.stamp, ${textOf(userColumns)}
  from sessions join users on users.id = sessions.user_id join credentials on credentials.user_id = users.id
    left join session_stamps on session_stamps.user_id = users.id
  where sessions.id = any($1) and sessions.ended_at is null
    and clock_timestamp() < least(sessions.expires_at, sessions.idle_until) and not users.disabled
    and ${textOf(hasProvedEnough)}`)

/** The whole check of a request in one statement: the session lives, its user may still come in. */
export async function findLiveSessions(db: Db, ids: readonly string[]): Promise<Map<string, LiveSession>> {
  const rows = await runPrepared(db, liveSessions, [ids])
  return new Map(
    rows.map(({ session_id, generation, generation_seen, authenticated_at, second_factor_at, ...row }) => {
      const { live_until, asked_at, stamp, ...user } = row
      const session = { session_id, generation, generation_seen, authenticated_at, second_factor_at }
      // Many requests will hold the user in their hands.
      return [session_id, { ...session, live_until, asked_at, stamp, user: Object.freeze(user) }]
    }),
  )
}

export interface Stamp {
  user_id: string
  stamp: string
  asked_at: number
}

const stamps = prepare<Stamp>(`select user_id, stamp, ${now} as asked_at from session_stamps where user_id = any($1)`)

export const findStamps = async (db: Db, userIds: readonly string[]): Promise<Map<string, Stamp>> =>
  new Map((await runPrepared(db, stamps, [userIds])).map((row) => [row.user_id, row]))

/** The stamp of a user, as long as a session of theirs has not ended by itself: to be asked together with something else. */
export const stampRider = {
  kind: 'stamp',
  textFrom: (first: number): string =>
    `select stamp from session_stamps where user_id = $${first} and clock_timestamp() < to_timestamp($${first + 1}::float8)`,
  valuesOf: ({ user, live_until }: LiveSession): unknown[] => [user.id, live_until],
}
