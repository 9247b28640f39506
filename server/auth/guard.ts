import type { FastifyRequest } from 'fastify'
import { AppError } from '#/contract/errors.ts'
import type { Permission } from '#/contract/permissions.ts'
import type { SecondFactorPolicy } from '#/contract/second-factor.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { problemInstead } from '#/server/platform/http/problems.ts'
import type { CheckLimit } from '#/server/platform/http/limits.ts'
import { authenticate, tokenOf, type Identity } from './authenticate.ts'
import { lacksSecondFactor, whyNotAllowed } from './rules.ts'
import { policyInForce } from './second-factor/policy.ts'

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
    /** The check of a route that reads meanwhile; no answer leaves before it. */
    checking: Promise<void> | null
    /** Whom the service obliges to have a second factor. */
    second_factor_policy: SecondFactorPolicy
  }
  interface FastifyContextConfig {
    /**
     * Reads while the session is being asked, so that two questions to the database take the time of one. Only for
     * reading, and only for what is the same for everybody: who is calling is not known yet.
     */
    reads_meanwhile?: true
    /**
     * The text of a statement without values that gives the whole answer as one text, for what is the same for everybody:
     * it is asked in one question with the session and stands in `identity.told`.
     */
    reads_with_session?: string
  }
}

/**
 * Stands before every route: who is it, is it too often, may they. What decides is the route that was matched, never the
 * address as it was written: one route has many spellings, and the router knows more of them than any rule about texts.
 */
export function guardRoutes(http: Http, app: App, checkLimit: CheckLimit): void {
  http.decorateRequest('identity', null)
  http.decorateRequest('checking', null)
  http.decorateRequest('second_factor_policy', { getter: () => policyInForce(app) })
  http.addHook('onRequest', async (request) => {
    const { permission, reads_meanwhile, uncounted } = request.routeOptions.config
    // No route, or one that does not say who may call it: nobody may.
    if (request.is404 || permission === undefined) {
      await checkLimit(request, null)
      throw new AppError('request.not_found')
    }
    if (permission === 'public' && uncounted) return
    if (!reads_meanwhile) return check(request, permission)
    // Only a token we signed gets that far: without one nothing is read.
    if ((await app.tokens.verifyAccess(tokenOf(request.headers.authorization))) === undefined)
      return check(request, permission)
    request.checking = check(request, permission)
    request.checking.catch(() => undefined)
  })
  http.addHook('onSend', async (request, reply, answer) => {
    try {
      await request.checking
      return answer
    } catch (error) {
      if (error instanceof Error) return problemInstead(request, reply, error)
      throw error
    }
  })

  async function check(request: FastifyRequest, permission: Permission | 'public'): Promise<void> {
    const { reads_with_session } = request.routeOptions.config
    const found = await authenticate(app, request.headers.authorization, reads_with_session)
    const identity = typeof found === 'string' ? null : found
    request.caller_id = identity?.user.id ?? null
    await checkLimit(request, request.caller_id)
    request.identity = identity
    if (permission === 'public') return
    if (identity === null) throw new AppError(found === 'missing' ? 'auth.required' : 'auth.session_ended')
    const refusal = whyNotAllowed(identity.user, permission, request.second_factor_policy)
    if (refusal) throw new AppError(refusal)
  }
}

/** For what a parameter opens beyond the route's own permission. Also of a route that reads meanwhile: the check is awaited. */
export async function requirePermission(request: FastifyRequest, permission: Permission): Promise<void> {
  await request.checking
  const refusal = whyNotAllowed(identityOf(request).user, permission, request.second_factor_policy)
  if (refusal) throw new AppError(refusal)
}

/** In a route that is not public there is always somebody. */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new Error('a route without a permission asked who is calling')
  return request.identity
}

/** Who acts, and how long ago they typed their password. */
export interface ProvenActor extends Actor {
  password_age_seconds: number
  /** The service obliges them to have a second factor, and they have none. The command line is never asked. */
  lacks_second_factor?: boolean
}

export const provenActorOf = (request: FastifyRequest): ProvenActor => ({
  ...actorOf(request),
  password_age_seconds: identityOf(request).password_age_seconds,
  lacks_second_factor: lacksSecondFactor(identityOf(request).user, request.second_factor_policy),
})

export const actorOf = (request: FastifyRequest): Actor => ({ user: identityOf(request).user, address: request.ip })
