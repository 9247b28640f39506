import type { User } from '#/contract/auth.ts'
import type { Role } from '#/contract/permissions.ts'
import type { App } from '#/server/context.ts'
import { findLiveSession } from './live-session-store.ts'
import { markGenerationSeen } from './store.ts'

/** A person who proved who they are, in one session. */
export interface Identity {
  session_id: string
  password_age_seconds: number
  /** How long ago a second factor was given in this session; null: never. Another session's is worth nothing here. */
  second_factor_age_seconds: number | null
  user: User & { role: Role }
}

/** `missing`: no token came. `ended`: it is not ours, has expired, or its session is over. */
export async function authenticate(
  app: Pick<App, 'tokens' | 'db'>,
  authorization: string | undefined,
): Promise<Identity | 'missing' | 'ended'> {
  const token = tokenOf(authorization)
  if (token === '') return 'missing'
  const claims = await app.tokens.verifyAccess(token)
  const session = claims && (await findLiveSession(app.db, claims.sid, claims.sub))
  if (!session) return 'ended'
  const { session_id, generation, generation_seen, password_age_seconds, second_factor_age_seconds, user } = session
  // The answer of the last rotation arrived: from now on its old token is not a lost answer but a theft.
  if (!generation_seen && claims.gen === generation) await markGenerationSeen(app.db, session_id, generation)
  return { session_id, password_age_seconds, second_factor_age_seconds, user }
}

/** Empty: none came. */
export function tokenOf(authorization = ''): string {
  const [scheme, token, ...rest] = authorization.split(' ')
  return scheme?.toLowerCase() === 'bearer' && token !== undefined && rest.length === 0 ? token : ''
}
