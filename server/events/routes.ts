import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { authenticate } from '#/server/auth/authenticate.ts'
import type { App } from '#/server/context.ts'
import { latestEventId, missedSince, resetType, type AppEvent, type EventBus } from '#/server/platform/events.ts'
import type { Http } from '#/server/platform/http/http.ts'

const everyHeartbeatMs = 15_000
/** A reader that takes nothing for this long a backlog is gone; it may come back and ask for what it missed. */
const largestBacklogBytes = 256 * 1024

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

      const stream = new Readable({ read: () => undefined })
      let over = false
      const write = (text: string): void => {
        if (over || stream.destroyed) return
        if (stream.readableLength > largestBacklogBytes) stream.destroy()
        else stream.push(text)
      }
      const end = (): void => {
        if (!over) stream.push(null)
        over = true
      }
      const waiting: AppEvent[] = []
      let replayed = false
      const unsubscribe = bus.subscribe((event) => (replayed ? write(format(event)) : waiting.push(event)))
      const heartbeat = setInterval(() => {
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
        for (const text of await opening(app, request.headers['last-event-id'])) write(text)
        for (const event of waiting) write(format(event))
        replayed = true
      } catch (error) {
        stream.destroy()
        throw error
      }
      return answer.send(stream)
    },
  )
}

async function opening(app: App, lastSeen: string | undefined): Promise<string[]> {
  const missed = lastSeen === undefined ? [] : await missedSince(app.db, Number(lastSeen))
  const latest = await latestEventId(app.db)
  return [...(missed ?? []).map(format), frame(latest, missed === null ? resetType : 'ready', {})]
}

const format = ({ id, type, subject_id, at, by }: AppEvent): string =>
  frame(id, type, type === resetType ? {} : { type, id: subject_id, at, ...(by !== undefined && { by }) })

/** What was told in passing has no number: where a replay starts stays as it was. */
const frame = (id: number | null, event: string, data: object): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
