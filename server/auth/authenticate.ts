import type { User } from '#/contract/auth.ts'
import type { Role } from '#/contract/permissions.ts'
import type { App } from '#/server/context.ts'
import { markGenerationSeen } from './store.ts'

/** A person who proved who they are, in one session. */
export interface Identity {
  session_id: string
  password_age_seconds: number
  user: User & { role: Role }
  /** What the route reads together with the session; empty if it does not. */
  told: string
}

/** `missing`: no token came. `ended`: it is not ours, has expired, or its session is over. */
export async function authenticate(
  app: Pick<App, 'db' | 'tokens' | 'findLiveSession'>,
  authorization: string | undefined,
  reading?: string,
): Promise<Identity | 'missing' | 'ended'> {
  const token = tokenOf(authorization)
  if (token === '') return 'missing'
  const claims = await app.tokens.verifyAccess(token)
  const found = claims && (await app.findLiveSession(claims.sid, claims.sub, reading))
  if (!found) return 'ended'
  const { session, told } = found
  // The answer of the last rotation arrived: from now on its old token is not a lost answer but a theft.
  if (!session.generation_seen && claims.gen === session.generation) {
    await markGenerationSeen(app.db, session.session_id, session.generation)
  }
  const { session_id, password_age_seconds, user } = session
  return { session_id, password_age_seconds, user, told }
}

/** Empty: none came. */
export function tokenOf(authorization = ''): string {
  const [scheme, token, ...rest] = authorization.split(' ')
  return scheme?.toLowerCase() === 'bearer' && token !== undefined && rest.length === 0 ? token : ''
}
