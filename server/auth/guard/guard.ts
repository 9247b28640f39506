import type { FastifyRequest } from 'fastify'
import { AppError, refuseIf } from '#/contract/errors.ts'
import type { Permission } from '#/contract/permissions.ts'
import type { SecondFactorPolicy } from '#/contract/second-factor.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import type { CheckLimit } from '#/server/platform/http/limits.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import { authenticate } from './authenticate.ts'
import { lacksSecondFactor, whyNotAllowed } from '../rules.ts'
import { policyInForce } from './policy.ts'

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
    /** Whom the service obliges to have a second factor. */
    second_factor_policy: SecondFactorPolicy
  }
}

/**
 * Stands before every route: who is it, is it too often, may they. What decides is the route that was matched, never the
 * address as it was written: one route has many spellings, and the router knows more of them than any rule about texts.
 */
export function guardRoutes(http: Http, app: App, checkLimit: CheckLimit): void {
  http.decorateRequest('identity', null)
  http.decorateRequest('second_factor_policy', { getter: () => policyInForce(app) })
  http.addHook('onRequest', async (request) => {
    const { permission, uncounted } = request.routeOptions.config
    if (permission === 'public' && uncounted && !request.is404) return
    await check(request, permission)
  })

  async function check(request: FastifyRequest, permission: Permission | 'public' | undefined): Promise<void> {
    // An unknown route, and one without a permission, are closed to all.
    if (request.is404 || permission === undefined) {
      await checkLimit(request, null)
      throw new AppError('request.not_found')
    }
    const found = await authenticate(app, request.headers.authorization)
    const identity = typeof found === 'string' ? null : found
    request.caller_id = identity?.user.id ?? null
    await checkLimit(request, request.caller_id)
    request.identity = identity
    if (permission === 'public') return
    if (identity === null) throw new AppError(found === 'missing' ? 'auth.required' : 'auth.session_ended')
    refuseIf(whyNotAllowed(identity, permission, request.second_factor_policy))
  }
}

/** For what a parameter opens beyond the route's own permission. */
export function requirePermission(request: FastifyRequest, permission: Permission): void {
  refuseIf(whyNotAllowed(identityOf(request), permission, request.second_factor_policy))
}

/** A route that is not public always has an identity. */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new Error('a route without a permission asked who is calling')
  return request.identity
}

/** The person who acts, and how long ago they typed their password. */
export interface ProvenActor extends Actor {
  password_age_seconds: number
  /** The service obliges them to a second factor, and none was given in this session. The command line is never asked. */
  lacks_second_factor?: boolean
}

export const provenActorOf = (request: FastifyRequest): ProvenActor => ({
  ...actorOf(request),
  password_age_seconds: identityOf(request).password_age_seconds,
  lacks_second_factor: lacksSecondFactor(identityOf(request), request.second_factor_policy),
})

export const actorOf = (request: FastifyRequest): Actor => ({ user: identityOf(request).user, address: request.ip })
