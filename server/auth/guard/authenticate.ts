import type { App } from '#/server/app.ts'
import { findLiveSession, type Identity } from '../sessions/live-session-store.ts'
import { markGenerationSeen } from '../sessions/store.ts'

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
  const { session_id, generation, generation_seen } = session
  // The answer of the last rotation arrived: from now on its old token is not a lost answer but a theft.
  if (!generation_seen && claims.gen === generation) await markGenerationSeen(app.db, session_id, generation)
  return session
}

/** Empty: none came. */
export function tokenOf(authorization = ''): string {
  const [scheme, token, ...rest] = authorization.split(' ')
  return scheme?.toLowerCase() === 'bearer' && token !== undefined && rest.length === 0 ? token : ''
}
