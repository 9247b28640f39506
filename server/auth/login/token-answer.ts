import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TokenAnswer } from '#/contract/auth.ts'
import type { App } from '#/server/app.ts'
import { readCookies, setDeviceCookie, setRefreshCookie } from './cookies.ts'
import type { Caller, Opened } from './open-session.ts'
import { accessTokenSeconds } from '../sessions/tokens.ts'

/** Where a request for a session comes from. */
export function callerOf(app: App, request: FastifyRequest): Caller {
  const user_agent = (request.headers['user-agent'] ?? '').slice(0, 300)
  return { address: request.ip, user_agent, ...readCookies(app, request) }
}

export async function tokenAnswer(
  app: App,
  reply: FastifyReply,
  opened: Opened,
  byCookie: boolean,
): Promise<TokenAnswer> {
  const { session_id, generation, user, refresh_token, passkeys_added = [] } = opened
  if (byCookie) setRefreshCookie(app, reply, refresh_token)
  return {
    access_token: await app.tokens.signAccess({ sub: user.id, sid: session_id, gen: generation }),
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    user,
    ...(!byCookie && { refresh_token }),
    ...(passkeys_added.length > 0 && { passkeys_added }),
  }
}

/** After a login a browser also gets the cookie by which it is known at the next one. */
export function loginAnswer(app: App, reply: FastifyReply, opened: Opened, byCookie: boolean): Promise<TokenAnswer> {
  if (byCookie) setDeviceCookie(app, reply, opened)
  return tokenAnswer(app, reply, opened, byCookie)
}
