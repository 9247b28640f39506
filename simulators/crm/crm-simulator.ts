import { z } from 'zod'
import { parseBody } from '../frame/bad-input.ts'
import { createRealClock, type WorldClock } from '../frame/clock.ts'
import type { Answer, SimulatedRequest } from '../frame/operations.ts'
import { startSimulator } from '../frame/simulator.ts'
import { orderRoutes } from './order-routes.ts'
import { createOrders, Listing } from './orders.ts'
import { schemeNames, verifySignature } from './verify-signature.ts'

const Settings = z.strictObject({
  scheme: z.enum(schemeNames).default('timestamp-nonce-body'),
  key: z.string().default('demo-key'),
  secret: z.string().default('demo-secret'),
  skew_seconds: z.number().min(0).default(300),
  listing: Listing.prefault({}),
})

const Call = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string(),
  params: z.object({
    updated_from: z.iso.datetime({ offset: true }).nullable().default(null),
    limit: z.int().min(1).max(1000).default(100),
    offset: z.int().min(0).default(0),
    page: z.int().min(1).default(1),
  }),
})

/** Each refusal has a code and a status of its own, so that a client can be seen to tell them apart. */
const refusals = {
  unknown_key: { status: 401, code: -32_001, message: 'unknown key' },
  clock_skew: { status: 401, code: -32_003, message: 'timestamp is out of range' },
  bad_signature: { status: 403, code: -32_002, message: 'bad signature' },
  replayed: { status: 409, code: -32_004, message: 'this nonce was already used' },
  not_json: { status: 400, code: -32_700, message: 'parse error' },
  bad_params: { status: 200, code: -32_602, message: 'invalid params' },
  no_method: { status: 200, code: -32_601, message: 'method not found' },
} as const

interface Options extends z.input<typeof Settings> {
  port?: number
  clock?: WorldClock
  wire_clock?: WorldClock
  seed?: number
}

/** A CRM with signed JSON-RPC `GetOrders`, as in our default protocol. */
export const startCrmSimulator = async ({
  port,
  clock = createRealClock(),
  wire_clock,
  seed,
  ...given
}: Options = {}) => {
  let settings = Settings.parse(given)
  const orders = createOrders(clock.now)
  const seenNonces = new Set<string>()

  const answer = (status: number, body: object): Answer => ({
    status,
    headers: { date: new Date(clock.now()).toUTCString() },
    body: { jsonrpc: '2.0', ...body },
  })
  const refuse = (reason: keyof typeof refusals, id: unknown = null): Answer => {
    const { status, code, message } = refusals[reason]
    const data = reason === 'clock_skew' ? { data: { server_time: new Date(clock.now()).toISOString() } } : {}
    return answer(status, { id, error: { code, message, ...data } })
  }

  const whyNot = (request: SimulatedRequest): Answer | null => {
    const verdict = verifySignature(request, settings, clock.now())
    if (!verdict.ok) return refuse(verdict.reason, idOf(request))
    if (verdict.unique === null) return null
    if (seenNonces.has(verdict.unique)) return refuse('replayed', idOf(request))
    seenNonces.add(verdict.unique)
    return null
  }

  const getOrders = (request: SimulatedRequest): Answer => {
    const refused = whyNot(request)
    if (refused !== null) return refused
    const call = Call.safeParse(request.json())
    if (!call.success) return refuse('bad_params', idOf(request))
    const result = orders.page(call.data.params, settings.listing)
    orders.goOn()
    return answer(200, { id: call.data.id, result })
  }

  const simulator = await startSimulator({
    ...(port === undefined ? {} : { port }),
    ...(wire_clock === undefined ? {} : { wire_clock }),
    ...(seed === undefined ? {} : { seed }),
    name: 'crm',
    clock,
    operations: [
      {
        name: 'get_orders',
        method: 'POST',
        path: '/api/rpc',
        when: (request) => methodOf(request) === 'GetOrders',
        handle: getOrders,
      },
      {
        name: 'other_method',
        method: 'POST',
        path: '/api/rpc',
        handle: (request) =>
          request.json() === undefined ? refuse('not_json') : (whyNot(request) ?? refuse('no_method', idOf(request))),
      },
    ],
    control_routes: [
      ...orderRoutes(orders, clock),
      { method: 'GET', path: '/settings', handle: () => ({ status: 200, body: settings }) },
      {
        method: 'PUT',
        path: '/settings',
        handle: (request) => {
          settings = parseBody(Settings, request)
          return { status: 200, body: settings }
        },
      },
    ],
  })

  const list = (listing: z.input<typeof Listing>) => {
    settings = { ...settings, listing: Listing.parse(listing) }
  }
  return { ...simulator, rpc_url: `${simulator.url}/api/rpc`, orders, list }
}

const Named = z.object({ method: z.unknown(), id: z.unknown() })
const methodOf = (request: SimulatedRequest): unknown => Named.safeParse(request.json()).data?.method
const idOf = (request: SimulatedRequest): unknown => Named.safeParse(request.json()).data?.id ?? null
