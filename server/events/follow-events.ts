import type { Readable } from 'node:stream'
import type { Identity } from '#/server/auth/sessions/live-session-store.ts'
import { findLiveSession } from '#/server/auth/sessions/live-session-store.ts'
import { whyNotAllowed } from '#/server/auth/rules.ts'
import { policyInForce } from '#/server/auth/guard/policy.ts'
import { sessionEndedType } from '#/server/auth/sessions/store.ts'
import type { App } from '#/server/app.ts'
import { latestEventId, missedSince, resetType, type AppEvent, type EventBus } from '#/server/platform/events.ts'
import { openReaderStream } from './reader-stream.ts'

export interface Following {
  stream: Readable
  /** The last text: nothing is written after it. */
  end(): void
}

interface Reader {
  identity: Identity
  /** The access token it was opened with. */
  token: string
  last_event_id: string | undefined
}

/**
 * The events for one reader, from the ones it missed on. The stream belongs to the session it was opened in: it ends when
 * the session does, at once when that is announced and at the next heartbeat in any case. It outlives the access token
 * it was opened with, which is replaced every ten minutes, but not the key that signed it: what a leaked key opened ends with the key.
 */
export async function followEvents(
  app: Pick<App, 'db' | 'config' | 'mode' | 'tokens'>,
  bus: EventBus,
  { identity, token, last_event_id }: Reader,
  heartbeatMs: number,
): Promise<Following> {
  let newest = 0
  let replayed = false
  const waiting: AppEvent[] = []
  const { stream, write, end, dropIfGone } = openReaderStream(() => frame(newest, resetType, {}))

  const unsubscribe = bus.subscribe((event) => {
    if (event.type === sessionEndedType) return event.subject_id === identity.session_id ? end() : undefined
    newest = Math.max(newest, event.id ?? 0)
    if (replayed) write(format(event))
    else waiting.push(event)
  })
  const heartbeat = setInterval(() => {
    dropIfGone()
    write(': ping\n\n')
    // While the database does not answer, the stream continues: it carries only ids.
    void mayStillListen(app, identity, token).then(
      (may) => may || end(),
      () => undefined,
    )
  }, heartbeatMs)
  stream.once('close', () => {
    clearInterval(heartbeat)
    unsubscribe()
  })

  try {
    write('retry: 2000\n\n')
    for (const text of await opening(app, last_event_id, waiting)) write(text)
    replayed = true
    return { stream, end }
  } catch (error) {
    stream.destroy()
    throw error
  }
}

async function mayStillListen(
  app: Pick<App, 'config' | 'mode' | 'db' | 'tokens'>,
  { session_id, user }: Pick<Identity, 'session_id' | 'user'>,
  token: string,
): Promise<boolean> {
  if (!app.tokens.hasLivingKey(token)) return false
  const session = await findLiveSession(app.db, session_id, user.id)
  return session !== undefined && whyNotAllowed(session, 'event.read', policyInForce(app)) === null
}

/** `waiting` fills during the query: events that happen meanwhile follow. */
async function opening(
  app: Pick<App, 'db'>,
  lastSeen: string | undefined,
  waiting: readonly AppEvent[],
): Promise<string[]> {
  const missed = lastSeen === undefined ? [] : await missedSince(app.db, Number(lastSeen))
  const latest = await latestEventId(app.db)
  if (missed === null) return [frame(latest, resetType, {})]
  return [...missed.map(format), frame(latest, 'ready', {}), ...waiting.map(format)]
}

const format = ({ id, type, subject_id, revision, at, by }: AppEvent): string =>
  frame(id, type, type === resetType ? {} : { type, id: subject_id, revision, at, ...(by !== undefined && { by }) })

/** Hints have no number: where a replay starts does not change. */
const frame = (id: number | null, event: string, data: object): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
