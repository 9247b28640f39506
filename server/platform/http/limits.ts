import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#/contract/errors.ts'
import { networkOf } from './edge/network-of.ts'
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
  /** Of one way in; those that got in are not counted. */
  tries_per_address: number
  writes_per_user: number
  /** Answers late rather than never, but not later than this; 0: however late. */
  longest_event_loop_delay_ms: number
}

/** Far above what a cashier's day or a shop's program needs, far below what would hurt the others. */
export const defaultLimits: RateLimits = {
  anonymous_per_address: 6_000,
  // Of thirty cashiers in one office each may mistype twice in the same minute.
  tries_per_address: 60,
  writes_per_user: 6_000,
  longest_event_loop_delay_ms: 3_000,
}

export type CheckLimit = (request: FastifyRequest, userId: string | null) => Promise<void>

export async function limitLoad(http: Http, limits: RateLimits): Promise<CheckLimit> {
  await http.register(underPressure, {
    maxEventLoopDelay: limits.longest_event_loop_delay_ms,
    // A busy service is alive: monitoring must not restart it for that.
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

  const tries = countTries(http, limits.tries_per_address)

  return async (request, userId) => {
    tries(request)
    if (userId !== null && (request.method === 'GET' || request.method === 'HEAD')) return
    if (userId !== null) writers.set(request, userId)
    const result = await (userId === null ? anonymous : writes)(request)
    if (!result.isAllowed && result.isExceeded)
      throw new AppError('request.rate_limited', { seconds: Math.max(1, result.ttlInSeconds) })
  }
}

/** Attempts to log in. Refreshing a session and logging out need no limit of their own. */
const opening: ReadonlySet<string> = new Set(['/api/v1/auth/login', '/api/v1/auth/passkey-login'])
/** Always answered, and does not log in yet; a flood would push out challenges that other browsers are about to sign. */
const challenge = '/api/v1/auth/passkey-login/options'

/**
 * Attempts to log in are few, and each that fails may cost an argon2 and an entry of the audit log. An attempt counts when it comes
 * and is taken back when it succeeds, so that a full office at nine o'clock is no flood. Each way has a count of its own: made-up
 * passkeys, which cost nothing, do not use up the tries of a password.
 */
function countTries(http: Http, most: number): (request: FastifyRequest) => void {
  let minute = new Map<string, number>()
  let ends = 0
  const keyOf = (request: FastifyRequest): string => `${request.routeOptions.url} ${networkOf(request.ip)}`
  const counted = new WeakSet<FastifyRequest>()
  http.addHook('onResponse', (request, reply, done) => {
    const isIn = opening.has(request.routeOptions.url ?? '') && reply.statusCode < 400
    const before = counted.has(request) && isIn ? (minute.get(keyOf(request)) ?? 0) : 0
    if (before > 0) minute.set(keyOf(request), before - 1)
    done()
  })

  return (request) => {
    const { url = '' } = request.routeOptions
    if (!opening.has(url) && url !== challenge) return
    const now = performance.now()
    if (now >= ends) {
      minute = new Map()
      ends = now + 60_000
    }
    const before = minute.get(keyOf(request)) ?? 0
    if (before >= most)
      throw new AppError('request.rate_limited', { seconds: Math.max(1, Math.ceil((ends - now) / 1000)) })
    minute.set(keyOf(request), before + 1)
    counted.add(request)
  }
}
