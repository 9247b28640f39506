import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#/contract/errors.ts'
import { networkOf } from '../network-of.ts'
import type { Http } from './http.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The caller is not asked for and not counted: the files of the dashboard and the signs of life. */
    uncounted?: true
  }
}

/** Requests a minute. Reading with a good token is limited only by what the machine can bear (503 beyond that). */
export interface RateLimits {
  anonymous_per_address: number
  writes_per_user: number
  /** Answers late rather than never, but not later than this; 0: however late. */
  longest_event_loop_delay_ms: number
}

/** Far above what a cashier's day or a shop's program needs, far below what would hurt the others. */
export const defaultLimits: RateLimits = {
  anonymous_per_address: 6_000,
  writes_per_user: 6_000,
  longest_event_loop_delay_ms: 3_000,
}

export type CheckLimit = (request: FastifyRequest, userId: string | null) => Promise<void>

export async function limitLoad(http: Http, limits: RateLimits): Promise<CheckLimit> {
  await http.register(underPressure, {
    maxEventLoopDelay: limits.longest_event_loop_delay_ms,
    // A service that is busy is alive: whoever watches over it must not start it anew for that.
    pressureHandler: (request) => {
      if (request.routeOptions.config.uncounted !== true) throw new AppError('server.overloaded')
    },
  })
  await http.register(rateLimit, { global: false })
  const anonymous = http.createRateLimit({
    max: limits.anonymous_per_address,
    timeWindow: '1 minute',
    keyGenerator: (request) => networkOf(request.ip),
  })
  const writers = new WeakMap<FastifyRequest, string>()
  const writes = http.createRateLimit({
    max: limits.writes_per_user,
    timeWindow: '1 minute',
    keyGenerator: (request) => writers.get(request) ?? networkOf(request.ip),
  })

  return async (request, userId) => {
    if (userId !== null && (request.method === 'GET' || request.method === 'HEAD')) return
    if (userId !== null) writers.set(request, userId)
    const result = await (userId === null ? anonymous : writes)(request)
    if (!result.isAllowed && result.isExceeded)
      throw new AppError('request.rate_limited', { seconds: Math.max(1, result.ttlInSeconds) })
  }
}
