import type { FastifyRequest } from 'fastify'
import { AppError } from '#/contract/errors.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import type { Http } from '#/server/platform/http/http.ts'
import type { CheckLimit } from '#/server/platform/http/limits.ts'
import { authenticate, type Identity } from './authenticate.ts'
import { whyNotAllowed } from './rules.ts'

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
  }
}

/** Stands before every route: who is it, is it too often, may they. */
export function guardRoutes(http: Http, app: App, checkLimit: CheckLimit): void {
  http.decorateRequest('identity', null)
  http.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/v1/')) return
    const permission = request.routeOptions.config.permission ?? 'public'
    const found = await authenticate(app, request.headers.authorization)
    const identity = typeof found === 'string' ? null : found
    await checkLimit(request, identity?.user.id ?? null)
    request.identity = identity
    if (permission === 'public') return
    if (identity === null) throw new AppError(found === 'missing' ? 'auth.required' : 'auth.session_ended')
    const refusal = whyNotAllowed(identity.user, permission)
    if (refusal) throw new AppError(refusal)
  })
}

/** In a route that is not public there is always somebody. */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new Error('a route without a permission asked who is calling')
  return request.identity
}

export const actorOf = (request: FastifyRequest): Actor => ({ user: identityOf(request).user, address: request.ip })
