import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { authenticate } from '#/server/auth/authenticate.ts'
import type { App } from '#/server/context.ts'
import { latestEventId, missedSince, resetType, type AppEvent, type EventBus } from '#/server/platform/events.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { openReaderStream } from './reader-stream.ts'

const everyHeartbeatMs = 15_000

/**
 * `GET /events`: `ready` first (its id is where a later replay starts), or `reset` when the reader was away for too long
 * and must load afresh; then every event as it happens.
 */
export const eventRoutes = (app: App, bus: EventBus, heartbeatMs?: number) => async (http: Http) => {
  const endings = new Set<() => void>()
  http.addHook('preClose', async () => {
    // The browser comes back by itself, to another process or to this one after its restart.
    for (const end of endings) end()
  })

  http.get(
    '/events',
    {
      config: { permission: 'event.read' },
      schema: {
        tags: ['Події'],
        summary: 'Потік подій (server-sent events)',
        headers: z.looseObject({
          'last-event-id': z
            .string()
            .regex(/^\d{1,15}$/)
            .optional(),
        }),
        response: { 200: { description: 'Потік подій', content: { 'text/event-stream': { schema: z.string() } } } },
      },
    },
    async (request, reply) => {
      // A stream goes past the schema, which describes its text.
      const answer: FastifyReply = reply
      void answer.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8')
      // Whoever asks only for the headers would leave a stream behind that nobody reads.
      if (request.method === 'HEAD') return answer.send('')

      let newest = 0
      const { stream, write, end, dropIfGone } = openReaderStream(() => frame(newest, resetType, {}))
      const waiting: AppEvent[] = []
      let replayed = false
      const unsubscribe = bus.subscribe((event) => {
        newest = Math.max(newest, event.id ?? 0)
        if (replayed) write(format(event))
        else waiting.push(event)
      })
      const heartbeat = setInterval(() => {
        dropIfGone()
        write(': ping\n\n')
        void endWithSession()
      }, heartbeatMs ?? everyHeartbeatMs)
      endings.add(end)
      stream.once('close', () => {
        clearInterval(heartbeat)
        unsubscribe()
        endings.delete(end)
      })

      /** Whoever was logged out hears nothing more, also on a stream that was opened before. */
      async function endWithSession(): Promise<void> {
        const found = await authenticate(app, request.headers.authorization).catch(() => 'unsure' as const)
        if (found === 'ended') end()
      }

      try {
        write('retry: 2000\n\n')
        for (const text of await opening(app, request.headers['last-event-id'], waiting)) write(text)
        replayed = true
      } catch (error) {
        stream.destroy()
        throw error
      }
      return answer.send(stream)
    },
  )
}

/** `waiting` fills while the database is asked: what happens meanwhile is told too. */
async function opening(app: App, lastSeen: string | undefined, waiting: readonly AppEvent[]): Promise<string[]> {
  const missed = lastSeen === undefined ? [] : await missedSince(app.db, Number(lastSeen))
  const latest = await latestEventId(app.db)
  if (missed === null) return [frame(latest, resetType, {})]
  return [...missed.map(format), frame(latest, 'ready', {}), ...waiting.map(format)]
}

const format = ({ id, type, subject_id, at, by }: AppEvent): string =>
  frame(id, type, type === resetType ? {} : { type, id: subject_id, at, ...(by !== undefined && { by }) })

/** What was told in passing has no number: where a replay starts stays as it was. */
const frame = (id: number | null, event: string, data: object): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
