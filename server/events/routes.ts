import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { tokenOf } from '#/server/auth/guard/authenticate.ts'
import { identityOf } from '#/server/auth/guard/guard.ts'
import type { App } from '#/server/app.ts'
import type { EventBus } from '#/server/platform/events.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { followEvents } from './follow-events.ts'
import { createStreamSlots } from './stream-slots.ts'

const everyHeartbeatMs = 15_000

/**
 * `GET /events`: `ready` first (its id is where a later replay starts), or `reset` when the reader was away for too long
 * and must load afresh; then every event as it happens.
 */
export const eventRoutes = (app: App, bus: EventBus, heartbeatMs?: number) => async (http: Http) => {
  const slots = createStreamSlots()
  const endings = new Set<() => void>()
  http.addHook('preClose', async () => {
    // The browser reconnects by itself, to another process or to this one after its restart.
    for (const end of endings) end()
  })

  http.get(
    '/events',
    {
      config: { permission: 'event.read', errors: ['event.too_many_streams'] },
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
      // A stream bypasses the schema, which describes its text.
      const answer: FastifyReply = reply
      const identity = identityOf(request)
      // A caller that wants only the headers would leave a stream without a reader.
      if (request.method === 'HEAD') return sendAsStream(answer, '')
      const free = slots.take(identity.user.id)
      try {
        const { authorization, 'last-event-id': last_event_id } = request.headers
        const reader = { identity, token: tokenOf(authorization), last_event_id }
        const { stream, end } = await followEvents(app, bus, reader, heartbeatMs ?? everyHeartbeatMs)
        endings.add(end)
        stream.once('close', () => {
          free()
          endings.delete(end)
        })
        return sendAsStream(answer, stream)
      } catch (error) {
        free()
        throw error
      }
    },
  )
}

const sendAsStream = (reply: FastifyReply, stream: unknown): FastifyReply =>
  reply.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8').send(stream)
