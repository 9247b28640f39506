import type { FastifyRequest } from 'fastify'
import { AppError } from '#/contract/errors.ts'
import type { Permission } from '#/contract/permissions.ts'
import type { SecondFactorPolicy } from '#/contract/second-factor.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { problemInstead } from '#/server/platform/http/answers/problems.ts'
import type { CheckLimit } from '#/server/platform/http/limits.ts'
import { authenticate, type Identity } from './authenticate.ts'
import { createRider, recallFor } from './read-with-session.ts'
import { lacksSecondFactor, whyNotAllowed } from './rules.ts'
import { policyInForce } from './guard/policy.ts'

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
  http.decorateRequest('rider', null)
  http.decorateRequest('second_factor_policy', { getter: () => policyInForce(app) })
  // Both hooks run at every request and mostly have nothing to wait for: then they call back and make no promise.
  http.addHook('onRequest', (request, _reply, done) => {
    const { permission, reads_with_session, uncounted } = request.routeOptions.config
    if (permission === 'public' && uncounted && !request.is404) return done()
    if (reads_with_session && permission !== undefined && permission !== 'public') {
      const session = recallFor(app, request, permission)
      if (session) {
        request.caller_id = session.user.id
        request.rider = createRider(app, session, {
          checkInFull: () => check(request, permission),
          count: () => checkLimit(request, session.user.id),
        })
        return done()
      }
    }
    return check(request, permission)
  })
  http.addHook('onSend', (request, reply, answer, done) => {
    const { rider } = request
    if (rider === null || rider.is_answered) return done(null, answer)
    // Refused before anything was read, or read past the rider: nothing leaves unproved.
    return rider.check().then(
      () => answer,
      (error: Error) => problemInstead(request, reply, error),
    )
  })

  async function check(request: FastifyRequest, permission: Permission | 'public' | undefined): Promise<void> {
    // No route, or one that does not say who may call it: nobody may.
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
    const refusal = whyNotAllowed(identity, permission, request.second_factor_policy)
    if (refusal) throw new AppError(refusal)
  }
}

/** For what a parameter opens beyond the route's own permission. A route that reads with its session is checked first. */
export async function requirePermission(request: FastifyRequest, permission: Permission): Promise<void> {
  await request.rider?.check()
  const refusal = whyNotAllowed(identityOf(request), permission, request.second_factor_policy)
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
  /** The service obliges them to a second factor, and none was given in this session. The command line is never asked. */
  lacks_second_factor?: boolean
}

export const provenActorOf = (request: FastifyRequest): ProvenActor => ({
  ...actorOf(request),
  password_age_seconds: identityOf(request).password_age_seconds,
  lacks_second_factor: lacksSecondFactor(identityOf(request), request.second_factor_policy),
})

export const actorOf = (request: FastifyRequest): Actor => ({ user: callerOf(request), address: request.ip })

/** Where a session is proved by what the route reads, nobody is anybody before that. */
function callerOf({ identity, rider }: FastifyRequest): Identity['user'] {
  const user = identity?.user ?? (rider?.is_answered ? rider.user : undefined)
  if (user === undefined) throw new Error('a route asked who is calling before that was proved')
  return user
}
