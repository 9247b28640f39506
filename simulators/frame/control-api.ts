import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { BadInput, parseBody, parseQuery } from './bad-input.ts'
import type { Frame } from './call.ts'
import { encode } from './encode-answer.ts'
import { Arming, faultKinds } from './faults.ts'
import { readBody } from './line.ts'
import { type Answer, createRouteFinder, type Route, toRequestHead } from './operations.ts'
import { countByOperation } from './request-log.ts'

export const controlPrefix = '/_control'

interface Options {
  frame: Frame
  name: string
  seed: number
  operation_names: readonly string[]
  release: () => Promise<number>
  /** A simulator's own routes, their paths without `/_control`. */
  routes: readonly Route[]
}

/** Never logged, never hit by a fault of a call, and each on its own connection, so that it disturbs no pool. */
export const createControlApi = (options: Options) => {
  const routes = [...frameRoutes(options), ...options.routes]
  const findRoute = createRouteFinder(routes)

  const answerTo = async (incoming: IncomingMessage): Promise<Answer> => {
    const { bytes, complete } = await readBody(incoming)
    if (!complete) return refusal(400, 'the body did not arrive in full')
    const head = toRequestHead(incoming.method, incoming.url, controlPrefix)
    const found = findRoute(head, incoming.headers, bytes)
    if (found !== null) return found.route.handle(found.request)
    const known = routes.map(({ method, path }) => `${method} ${controlPrefix}${path}`)
    return refusal(404, `no such control route; known: ${known.join(', ')}`)
  }

  return async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, headers, body } = encode(await answerTo(incoming).catch(toRefusal))
    response.writeHead(status, { ...headers, connection: 'close' }).end(body)
  }
}

const frameRoutes = ({ frame, name, seed, operation_names, release }: Options): Route[] => [
  {
    method: 'GET',
    path: '/faults',
    handle: () =>
      ok({
        simulator: name,
        seed,
        armed: frame.faults.armed(),
        held_calls: frame.held.count(),
        operations: operation_names,
        kinds: faultKinds,
      }),
  },
  {
    method: 'POST',
    path: '/faults',
    handle: (request) => ({ status: 201, body: frame.faults.arm(parseBody(Arming, request)) }),
  },
  { method: 'DELETE', path: '/faults', handle: () => ok({ disarmed: frame.faults.disarm() }) },
  {
    method: 'GET',
    path: '/log',
    handle: (request) => {
      const { operation, since } = parseQuery(LogQuery, request)
      const entries = frame.log
        .entries()
        .filter((entry) => entry.seq > since && (operation === undefined || entry.operation === operation))
      return ok({ simulator: name, seed, entries })
    },
  },
  { method: 'DELETE', path: '/log', handle: () => ok({ removed: frame.log.clear() }) },
  { method: 'GET', path: '/counts', handle: () => ok(countByOperation(frame.log.entries(), operation_names)) },
  { method: 'POST', path: '/release', handle: async () => ok({ released: await release() }) },
  { method: 'GET', path: '/clock', handle: () => ok({ mode: frame.clock.mode, now: frame.log.now() }) },
  {
    method: 'POST',
    path: '/clock',
    handle: async (request) => {
      await frame.clock.advance(parseBody(ClockMove, request).advance_seconds * 1000)
      return ok({ mode: frame.clock.mode, now: frame.log.now() })
    },
  },
]

const LogQuery = z.strictObject({
  operation: z.string().optional(),
  since: z.coerce.number().int().min(0).default(0).describe('only entries with a greater seq'),
})

const ClockMove = z.strictObject({
  advance_seconds: z
    .number()
    .min(0)
    .max(10 * 365 * 24 * 60 * 60),
})

const ok = (body: unknown): Answer => ({ status: 200, body })

const refusal = (status: number, message: string): Answer => ({ status, body: { message } })

const toRefusal = (error: unknown): Answer =>
  error instanceof BadInput
    ? refusal(400, error.message)
    : refusal(500, error instanceof Error ? String(error.stack) : String(error))
