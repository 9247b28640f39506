import type { User } from '#/contract/auth.ts'
import type { Role } from '#/contract/permissions.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { prepare, runPrepared, textOf } from '#/server/platform/database/prepared.ts'
import { hasProvedEnough, userColumns } from './store.ts'

/** A person who proved who they are, in one session that lives. Ages are counted by the clock of the database. */
export interface Identity {
  session_id: string
  generation: number
  generation_seen: boolean
  /** Since a password was last typed in this session; a refresh is no such proof. */
  password_age_seconds: number
  /** Since a second factor was last given in this session; null: never. Another session's is worth nothing here. */
  second_factor_age_seconds: number | null
  user: User & { role: Role }
}

const liveSession = prepare<User & { role: Role } & Omit<Identity, 'user'>>(`
  select sessions.id as session_id, sessions.generation, sessions.generation_seen,
    extract(epoch from clock_timestamp() - sessions.authenticated_at)::float8 as password_age_seconds,
    extract(epoch from clock_timestamp() - sessions.second_factor_at)::float8 as second_factor_age_seconds,
    ${textOf(userColumns)}
  from sessions join users on users.id = sessions.user_id join credentials on credentials.user_id = users.id
  where sessions.id = $1 and sessions.user_id = $2 and sessions.ended_at is null
    and clock_timestamp() < least(sessions.expires_at, sessions.idle_until) and not users.disabled
    and ${textOf(hasProvedEnough)}`)

/** Every request asks this before anything else: the session lives, and its user may still come in. */
export async function findLiveSession(db: Db, sessionId: string, userId: string): Promise<Identity | undefined> {
  const [row] = await runPrepared(db, liveSession, [sessionId, userId])
  if (row === undefined) return undefined
  const { session_id, generation, generation_seen, password_age_seconds, second_factor_age_seconds, ...user } = row
  return { session_id, generation, generation_seen, password_age_seconds, second_factor_age_seconds, user }
}
