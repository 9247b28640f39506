import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { authenticate } from '#/server/auth/authenticate.ts'
import type { App } from '#/server/context.ts'
import { latestEventId, missedSince, type AppEvent, type EventBus } from '#/server/platform/events.ts'
import type { Http } from '#/server/platform/http/http.ts'

const heartbeatMs = 15_000
/** A reader that takes nothing for this long a backlog is gone; it may come back and ask for what it missed. */
const largestBacklogBytes = 256 * 1024

/**
 * `GET /events`: `ready` first (its id is where a later replay starts), or `reset` when the reader was away for too long
 * and must load afresh; then every event as it happens.
 */
export const eventRoutes = (app: App, bus: EventBus) => async (http: Http) => {
  const streams = new Set<Readable>()
  http.addHook('preClose', async () => {
    // The browser comes back by itself, to another process or to this one after its restart.
    for (const stream of streams) stream.push(null)
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
      const stream = new Readable({ read: () => undefined })
      const write = (text: string): void => {
        if (stream.destroyed || stream.readableEnded) return
        if (stream.readableLength > largestBacklogBytes) stream.destroy()
        else stream.push(text)
      }
      const waiting: AppEvent[] = []
      let replayed = false
      const unsubscribe = bus.subscribe((event) => (replayed ? write(format(event)) : waiting.push(event)))
      const heartbeat = setInterval(() => {
        write(': ping\n\n')
        void endWithSession()
      }, heartbeatMs)
      streams.add(stream)
      stream.once('close', () => {
        clearInterval(heartbeat)
        unsubscribe()
        streams.delete(stream)
      })

      /** Whoever was logged out hears nothing more, also on a stream that was opened before. */
      async function endWithSession(): Promise<void> {
        const found = await authenticateSession().catch(() => 'unsure' as const)
        if (found === 'ended') stream.push(null)
      }
      const authenticateSession = () => authenticate(app, request.headers.authorization)

      write('retry: 2000\n\n')
      for (const text of await opening(app, request.headers['last-event-id'])) write(text)
      for (const event of waiting) write(format(event))
      replayed = true
      // A stream goes past the schema, which describes its text.
      const answer: FastifyReply = reply
      return answer.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8').send(stream)
    },
  )
}

async function opening(app: App, lastSeen: string | undefined): Promise<string[]> {
  const missed = lastSeen === undefined ? [] : await missedSince(app.db, Number(lastSeen))
  const latest = await latestEventId(app.db)
  const hello = `id: ${latest}\nevent: ${missed === null ? 'reset' : 'ready'}\ndata: {}\n\n`
  return [...(missed ?? []).map(format), hello]
}

const format = ({ id, type, subject_id, at }: AppEvent): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ type, id: subject_id, at })}\n\n`
