import type { FastifyRequest } from 'fastify'
import type { Permission } from '#/contract/permissions.ts'
import type { App } from '#/server/app.ts'
import type { Reader, Rider } from '#/server/platform/database/prepared.ts'
import { isFirstOfGeneration, tokenOf } from './authenticate.ts'
import { stampRider } from './live-session-store.ts'
import type { Remembered } from './live-sessions.ts'
import { whyNotAllowed } from './rules.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null unless the session has still to be proved by what the route reads. */
    rider: SessionRider | null
  }
  interface FastifyContextConfig {
    /**
     * The first statement of the route also proves the session: one wait instead of two. The route reads through `readerOf`, and
     * first reads what is the same for everybody: until then it is not certain who is calling, and nothing may be changed.
     */
    reads_with_session?: true
  }
}

/** The question whether the session still is as this process remembers it. */
export interface SessionRider extends Rider {
  /** Who is calling, once it is answered. */
  readonly user: Remembered['user']
  /** Asks in full, once, instead of waiting for a statement. */
  check(): Promise<void>
}

/** Where a route that reads with its session reads. */
export const readerOf = (app: Pick<App, 'db'>, request: FastifyRequest): Reader => request.rider ?? app.db

/**
 * What this process remembers of the session behind the request, if by that the request may pass. Only of a token whose
 * signature was checked before. Whatever is not plain is asked in full at once: a refusal, the first request after a rotation.
 */
export function recallFor(
  app: Pick<App, 'tokens' | 'sessions'>,
  request: FastifyRequest,
  permission: Permission,
): Remembered | undefined {
  const claims = app.tokens.recallAccess(tokenOf(request.headers.authorization))
  const session = claims && app.sessions.recall(claims.sid, claims.sub)
  if (!session || isFirstOfGeneration(claims, session)) return undefined
  const asking = { user: session.user, second_factor_age_seconds: session.second_factor_at === null ? null : 0 }
  return whyNotAllowed(asking, permission, request.second_factor_policy) === null ? session : undefined
}

/** `checkInFull` is what every other route does first; `count` is the part of it that is left when the session is proved. */
export function createRider(
  { db }: Pick<App, 'db'>,
  session: Remembered,
  { checkInFull, count }: { checkInFull(): Promise<void>; count(): Promise<void> },
): SessionRider {
  let checking: Promise<void> | null = null
  const rider = {
    db,
    user: session.user,
    kind: stampRider.kind,
    textFrom: stampRider.textFrom,
    values: stampRider.valuesOf(session),
    is_answered: false,
    async judge(stamp: unknown): Promise<void> {
      if (stamp !== session.stamp) return rider.check()
      await count()
      rider.is_answered = true
    },
    check: (): Promise<void> => (checking ??= checkInFull().then(() => void (rider.is_answered = true))),
  }
  return rider
}
